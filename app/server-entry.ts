import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { Services } from "../server/services.ts";
import type { Visit } from "../server/transports/web.ts";
import { servicesContext, visitContext } from "./context.ts";

const handle = createRequestHandler(build, import.meta.env.MODE);

/** The seam between the server and Vite's module graph: everything crosses it as an argument. */
export function respond(request: Request, services: Services, visit: Visit): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(visitContext, visit);
  return handle(request, context);
}
