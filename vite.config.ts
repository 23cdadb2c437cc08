import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // Our own entry, so that it and the routes share one copy of `app/context.ts`.
    ssr: { build: { rolldownOptions: { input: "./app/server-entry.ts" } } },
  },
});
