import type { Page, WebSocketRoute } from "@playwright/test";

/** The live connection of one page, which a test cuts and mends; its other requests go through. */
export type SteeredLine = { cut(): void; mend(): void };

/** Takes hold of a page's line. Counts for what is loaded afterwards. */
export async function steerLine(page: Page): Promise<SteeredLine> {
  const open = new Set<WebSocketRoute>();
  let down = false;
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    if (down) return await socket.close({ code: 1011 });
    open.add(socket);
    socket.connectToServer();
  });
  await page.route(/\/socket\.io\//, async (route) => {
    if (down) await route.abort();
    else await route.continue();
  });
  return {
    cut: () => {
      down = true;
      for (const socket of open) void socket.close({ code: 1011 });
      open.clear();
    },
    mend: () => {
      down = false;
    },
  };
}
