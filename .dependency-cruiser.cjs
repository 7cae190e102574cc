// Two ordered lists, and the rules that follow from them: everything may use only what stands before it.
const layers = ["contract", "platform", "http", "domains", "web", "commands"];
const domains = {
  tenancy: ["audit", "companies", "sandbox-faults", "plans", "keys", "users", "signup", "operators", "ping"],
  webhooks: ["events", "endpoints", "deliveries", "diagnosis", "inbox", "requests"],
  catalog: ["customers", "products"],
  billing: [
    "numbering",
    "lines",
    "sales",
    "quotes",
    "exchange-rates",
    "invoices",
    "credit-notes",
    "recurring-invoices",
  ],
  payments: ["gateways", "payments", "links", "payment-attempts"],
  fiscal: ["canonical", "ubl", "cii", "xml-documents", "authorities", "registration"],
  sending: ["document-settings", "documents", "mails", "document-mails", "reminders"],
  portal: [],
  backoffice: [
    "overview",
    "lists",
    "invoice-history",
    "explanations",
    "notifications",
    "imports-exports",
    "reports",
    "books",
    "erasure",
    "search",
    "sandbox",
  ],
};
const src = "^service/src/";
const tests = "\\.(test|fixture)\\.ts$|^service/test/";
const siteMayShare = `${src}(contract/(access|event-types|audit-actions|link-lifetimes|languages)|platform/(values/(money|colour|currency|clock|country-defaults)|security/local-redirect)|domains/(billing/(lines/(totals|adjustments|shares|accounting)|(invoices|quotes)/status|recurring-invoices/calendar)|catalog/products/tax|sending/reminders/wording))\\.ts$`;

const layerRules = layers.map((layer, index) => ({
  name: `${layer}-uses-earlier-layers`,
  comment: `${layer} may not use a layer after it: ${layers.join(", ")}.`,
  severity: "error",
  from: { path: `${src}${layer}/`, pathNot: tests },
  to: {
    path: `${src}(${[...layers.slice(index + 1).map((each) => `${each}/`), "app.ts", "worker.ts", "runtime.ts", "main.ts"].join("|")})`,
    // Commands start the application.
    pathNot: layer === "commands" ? `${src}(app|worker|runtime)\\.ts$` : undefined,
  },
}));

const domainNames = Object.keys(domains);
const moduleList = domainNames.flatMap((domain) =>
  domains[domain].length === 0 ? [domain] : domains[domain].map((name) => `${domain}/${name}`),
);
const moduleRules = moduleList.flatMap((name, index) => [
  {
    name: `${name}-uses-earlier-modules`,
    comment: `${name} may use only the modules before it: ${moduleList.slice(0, index).join(", ")}.`,
    severity: "error",
    from: { path: `${src}domains/${name}/`, pathNot: tests },
    to: {
      path: `${src}domains/(${moduleList.slice(index + 1).join("|") || "none"})/`,
      // SQL that a later module offers to all, as text.
      pathNot: "/fragments\\.ts$",
    },
  },
  {
    name: `${name}-is-entered-by-service-schema-or-fragments`,
    severity: "error",
    // The arithmetic of totals and the writers of XML need no database, and worker threads load them without one.
    // The parts of fiscal are one module in several folders: they use each other's files, in their order.
    from: {
      path: `${src}domains/`,
      pathNot: `${src}domains/${name.replace(/^fiscal\/.*/, "fiscal")}/|${tests}`,
    },
    to: {
      path: `${src}domains/${name}/`,
      pathNot: `/(service|schema|fragments|lines/(totals|adjustments|shares|accounting)|xml-documents/xml-job)\\.ts$`,
    },
  },
]);

module.exports = {
  forbidden: [
    ...layerRules,
    ...moduleRules,
    {
      name: "every-module-is-in-the-list",
      severity: "error",
      from: {},
      to: { path: `${src}domains/`, pathNot: `${src}domains/(${moduleList.join("|")})/` },
    },
    {
      name: "fragments-use-the-platform-alone",
      comment:
        "A statement may name a table of any module through the fragments of its owner, those of later modules too.",
      severity: "error",
      from: { path: `${src}domains/.*/fragments\\.ts$` },
      to: { pathNot: `${src}platform/` },
    },
    {
      name: "services-know-no-http",
      comment: "What a noun does must not depend on how it is asked.",
      severity: "error",
      from: { path: `${src}domains/[a-z/-]+/(service|queries|schema)\\.ts$` },
      to: { path: `${src}http/|node_modules/fastify` },
    },
    {
      name: "one-place-reads-the-environment",
      comment: "Layers take their settings as arguments.",
      severity: "error",
      from: { path: `${src}(contract|platform|http|domains)/`, pathNot: `${tests}` },
      to: { path: `${src}config/`, dependencyTypesNot: ["type-only"], pathNot: [] },
    },
    {
      name: "typebox-is-types-only",
      comment:
        "Loading it takes a quarter of a second of every command; platform/values/typebox.ts has its builders.",
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
