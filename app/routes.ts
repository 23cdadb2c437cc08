import { index, layout, route } from "@react-router/dev/routes";
import type { RouteConfig } from "@react-router/dev/routes";

/** Everything that is no document lives under `/-/`, so that a repository's owner may have any name. */
export default [
  route("-/welcome", "routes/welcome.tsx"),
  route("-/preferences", "routes/preferences.ts"),
  layout("routes/shell.tsx", [index("routes/home.tsx"), route("-/settings", "routes/settings.tsx")]),
  route("*", "routes/missing.tsx"),
] satisfies RouteConfig;
