import { defineConfig } from "drizzle-kit";

// A file per server module; `npx drizzle-kit generate --name <what>` writes what changed since the last migration.
export default defineConfig({ dialect: "postgresql", schema: "./db/schema/*.ts", out: "./db/migrations" });
