import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // A font inside the style sheet would be refused by our own policy.
  build: { assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined) },
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // Our own entry, so that it and the routes share one copy of `app/context.ts`.
    ssr: { build: { rolldownOptions: { input: "./app/server-entry.ts" } } },
  },
});
