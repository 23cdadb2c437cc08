// Who may import whom, one sentence of ARCHITECTURE.md a rule. scripts/boundaries.test.ts plants an offence for each.
const ownModule = "^server/(?!base/|transports/|harness/)([^/]+)/";
const nouns = "^app/(document|chat|settings)/";
const rule = (name, from, to) => ({ name, severity: "error", from, to });

module.exports = {
  forbidden: [
    rule(
      "packages-run-everywhere",
      { path: "^packages/" },
      {
        path: "^(app|server|db)/|node_modules/(react|react-dom|socket[.]io|socket[.]io-client|ws|drizzle-orm)/",
      },
    ),
    rule("packages-have-no-node", { path: "^packages/" }, { dependencyTypes: ["core"] }),
    rule(
      "document-knows-no-other-package",
      { path: "^packages/document/" },
      { path: "^packages/(?!document/)" },
    ),
    rule(
      "only-routes-name-the-server",
      {
        path: "^app/",
        pathNot: "^app/(routes/|context[.]ts|server-entry[.]ts|entry[.]server[.]tsx|root[.]tsx)",
      },
      { path: "^(server|db)/" },
    ),
    rule(
      "the-page-knows-services-by-type-only",
      { path: "^app/" },
      { path: "^(server|db)/", dependencyTypesNot: ["type-only"] },
    ),
    rule("nouns-do-not-know-each-other", { path: nouns }, { path: nouns, pathNot: "^app/$1/" }),
    rule("ui-has-no-domain", { path: "^app/ui/" }, { path: "^(app/(?!ui/)|packages/|server/)" }),
    rule(
      "editor-has-no-react",
      { path: "^app/editor/", pathNot: "[.]tsx$" },
      { path: "node_modules/react(-dom)?/" },
    ),
    rule(
      "editor-and-live-know-no-feature",
      { path: "^app/(editor|live)/" },
      { path: "^app/(?!editor/|live/|ui/)" },
    ),
    rule("live-has-no-ui", { path: "^app/live/" }, { path: "^app/(ui|editor)/|node_modules/react/" }),
    rule("routes-are-the-top", { path: "^app/(?!routes/|routes[.]ts|root[.]tsx)" }, { path: "^app/routes/" }),
    rule(
      "web-is-the-only-way-to-app",
      { path: "^server/", pathNot: "^server/transports/web[.]ts$" },
      { path: "^app/" },
    ),
    rule(
      "modules-do-not-know-the-edge",
      { path: ownModule },
      {
        path: "^server/transports/|^server/(main|services)[.]ts|node_modules/(socket[.]io|ws|react-router|@react-router)/",
      },
    ),
    rule(
      "front-door-only",
      { path: "^server/([^/]+)/" },
      { path: "^server/(?!base/)([^/]+)/", pathNot: ["^server/$1/", "^server/([^/]+)/\\1[.]ts$"] },
    ),
    rule("own-tables-only", { path: ownModule }, { path: "^db/schema/", pathNot: "^db/schema/$1[.]ts$" }),
    rule("edge-has-no-sql", { path: "^server/transports/" }, { path: "^db/|node_modules/drizzle-orm/" }),
    rule(
      "harness-hides-the-model-sdks",
      { path: "^(server|app|packages)/", pathNot: "^server/harness/" },
      { path: "node_modules/(@ai-sdk/|@earendil-works/|ai/)" },
    ),
    rule(
      "harness-knows-no-module",
      { path: "^server/harness/" },
      { path: "^(server/(?!harness/|base/)|db/)" },
    ),
    rule("base-is-ground", { path: "^server/base/" }, { path: "^server/(?!base/)" }),
    rule("db-is-ground", { path: "^db/" }, { path: "^(app|server|packages)/" }),
    rule(
      "only-configuration-reads-the-environment",
      { path: "^server/(?!base/config[.]ts)" },
      { path: "^(node:)?process$" },
    ),
    {
      ...rule("no-circle-of-folders", { path: "^server/(?!base|transports)[^/]+$" }, { circular: true }),
      scope: "folder",
    },
    rule("no-circle-of-files", {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "[.]test[.]tsx?$|testing[.]ts$|/fixtures/|-fixture[.]ts$|^[.]react-router/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".json", ".d.ts"],
    },
  },
};
