import { index, layout, route } from "@react-router/dev/routes";
import type { RouteConfig } from "@react-router/dev/routes";

/** Everything that is no document lives under `/-/`, so that a repository's owner may have any name. */
export default [
  route("-/welcome", "routes/welcome.tsx"),
  route("-/preferences", "routes/preferences.ts"),
  route("-/documents/:id/markdown", "routes/document-markdown.ts"),
  route("-/documents/:id/change", "routes/document-change.ts"),
  route("-/lists/home", "routes/home-list.ts"),
  route("-/lists/:owner/:repository", "routes/repository-list.ts"),
  layout("routes/shell.tsx", [
    index("routes/home.tsx"),
    route("-/settings", "routes/settings.tsx"),
    route("-/documents/:id", "routes/document-by-id.ts"),
    route(":owner/:repository", "routes/repository.tsx"),
    route(":owner/:repository/:slug/:child?", "routes/document.tsx"),
  ]),
  route("*", "routes/missing.tsx"),
] satisfies RouteConfig;
