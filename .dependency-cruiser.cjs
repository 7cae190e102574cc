// The plan of the house: two ordered lists, and the rules that follow from them. Everything looks left only.
const floors = ["foundation", "http", "modules", "web", "commands"];
const modules = [
  "audit",
  "companies",
  "subscriptions",
  "keys",
  "accounts",
  "events",
  "endpoints",
  "deliveries",
  "diagnosis",
  "inbox",
  "numbers",
  "customers",
  "products",
  "lines",
  "sales",
  "invoices",
  "credit-notes",
  "gateways",
  "payments",
  "links",
  "attempts",
  "portal",
  "einvoicing",
  "registrations",
  "operators",
  "documents",
  "overview",
  "transfers",
  "search",
  "ping",
];
const src = "^service/src/";
const tests = "\\.(test|fixture)\\.ts$|^service/test/";
const siteMayShare = `${src}(access|foundation/(money|currency|clock|own-path)|modules/(events/types|lines/totals|products/tax|invoices/status))\\.ts$`;

const floorRules = floors.map((floor, index) => ({
  name: `${floor}-looks-left`,
  comment: `${floor} may not know what stands to its right.`,
  severity: "error",
  from: { path: `${src}${floor}/`, pathNot: tests },
  to: {
    path: `${src}(${[...floors.slice(index + 1), "app.ts", "worker.ts", "runtime.ts", "main.ts"].join("|")})`,
    // The commands are the top floor: they start the application.
    pathNot: floor === "commands" ? `${src}(app|worker|runtime)\\.ts$` : undefined,
  },
}));

const moduleRules = modules.flatMap((name, index) => [
  {
    name: `${name}-looks-left`,
    comment: `${name} may use only the modules before it in the list.`,
    severity: "error",
    from: { path: `${src}modules/${name}/`, pathNot: tests },
    to: { path: `${src}modules/(${modules.slice(index + 1).join("|") || "none"})/` },
  },
  {
    name: `${name}-has-two-doors`,
    comment: `${name} is entered by service.ts or schema.ts.`,
    severity: "error",
    from: { path: `${src}modules/`, pathNot: `${src}modules/${name}/|${tests}` },
    to: { path: `${src}modules/${name}/`, pathNot: `/(service|schema)\\.ts$` },
  },
]);

module.exports = {
  forbidden: [
    ...floorRules,
    ...moduleRules,
    {
      name: "every-module-is-in-the-plan",
      severity: "error",
      from: {},
      to: { path: `${src}modules/`, pathNot: `${src}modules/(${modules.join("|")})/` },
    },
    {
      name: "services-know-no-http",
      comment: "What a noun does must not depend on how it is asked.",
      severity: "error",
      from: { path: `${src}modules/[^/]+/(service|queries|schema)\\.ts$` },
      to: { path: `${src}http/|node_modules/fastify` },
    },
    {
      name: "one-place-reads-the-environment",
      comment: "foundation takes its settings as arguments.",
      severity: "error",
      from: { path: `${src}(foundation|http|modules)/`, pathNot: `${tests}` },
      to: { path: `${src}config\\.ts$`, dependencyTypesNot: ["type-only"], pathNot: [] },
    },
    {
      name: "typebox-is-types-only",
      comment:
        "Loading it takes a quarter of a second of every command; foundation/typebox.ts has its builders.",
      severity: "error",
      from: { path: src, pathNot: tests },
      to: { path: "node_modules/typebox/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-circles",
      severity: "error",
      from: { pathNot: tests },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "tests-stay-out", severity: "error", from: { path: src, pathNot: tests }, to: { path: tests } },
    {
      name: "bench-measures-from-outside",
      severity: "error",
      from: { path: "^service/" },
      to: { path: "^bench/" },
    },
    {
      name: "the-sdk-stands-alone",
      comment: "It runs where there is neither Node nor anything installed.",
      severity: "error",
      from: { path: "^sdk/", pathNot: tests },
      to: { pathNot: "^sdk/" },
    },
    {
      name: "the-embed-stands-alone",
      comment: "It runs on other people's pages, and every byte of it counts.",
      severity: "error",
      from: { path: "^embed/src/", pathNot: tests },
      to: { pathNot: "^embed/src/" },
    },
    {
      name: "the-site-runs-in-browsers",
      comment:
        "Of the service it may use what is pure arithmetic, lists and formats, so that both sides agree.",
      severity: "error",
      from: { path: "^site/src/", pathNot: tests },
      to: { path: "^service/", pathNot: siteMayShare, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-sample-partner-calls-from-outside",
      comment: "It has no more than any partner has: the API, through the SDK.",
      severity: "error",
      from: { path: "^examples/", pathNot: tests },
      to: { pathNot: "^(examples|sdk)/", dependencyTypesNot: ["core"] },
    },
    {
      name: "the-consumer-calls-from-outside",
      comment: "It knows the service over HTTP only, through the SDK.",
      severity: "error",
      from: { path: "^consumer/", pathNot: tests },
      to: { pathNot: "^(consumer|sdk)/", dependencyTypesNot: ["core"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js"],
    },
  },
};
