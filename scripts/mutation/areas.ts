/** What is mutated, and which tests must notice. Paths are relative to the root; a tests entry may be a folder. */
export type Source = {
  area: Area;
  files: readonly string[];
  /** Run first: the closest. */
  tests: readonly string[];
  /** Run only when those noticed nothing. */
  wider?: readonly string[];
};

export const areas = [
  "money",
  "tenancy",
  "auth",
  "idempotency",
  "numbering",
  "payments",
  "registration",
] as const;
export type Area = (typeof areas)[number];

const modules = "service/src/modules";
const foundation = "service/src/platform";
const http = "service/src/http";
const site = "service/src/web/site";
const within = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`);

/** No database is needed to test these, so every mutant of them is tried. */
export const pure: readonly Source[] = [
  {
    area: "money",
    files: [
      ...within(foundation, "money.ts", "currency.ts"),
      `${modules}/lines/totals.ts`,
      ...within(`${modules}/gateways`, "stripe-amounts.ts", "paystack-amounts.ts"),
    ],
    tests: [
      ...within(foundation, "money.test.ts", "currency.test.ts"),
      `${modules}/lines/totals.test.ts`,
      ...within(`${modules}/gateways`, "stripe-amounts.test.ts", "paystack-amounts.test.ts"),
    ],
  },
  {
    area: "auth",
    files: [
      ...within(foundation, "signature.ts", "secrets.ts"),
      ...within(`${modules}/gateways`, "stripe-notifications.ts", "paystack-notifications.ts"),
    ],
    tests: [
      ...within(foundation, "signature.test.ts", "secrets.test.ts"),
      "service/src/config/config.test.ts",
      ...within(`${modules}/gateways`, "stripe-notifications.test.ts", "paystack-notifications.test.ts"),
    ],
  },
  {
    area: "numbering",
    files: [`${modules}/invoices/status.ts`],
    tests: [`${modules}/invoices/status.test.ts`],
  },
  {
    area: "payments",
    files: [`${modules}/attempts/schedule.ts`, `${modules}/deliveries/sending/schedule.ts`],
    tests: [`${modules}/attempts/schedule.test.ts`, `${modules}/deliveries/sending/schedule.test.ts`],
  },
  {
    area: "registration",
    files: [
      ...within(
        `${modules}/einvoicing/ubl`,
        "amount.ts",
        "breakdown.ts",
        "categories.ts",
        "codes.ts",
        "line.ts",
        "party.ts",
        "rules-amounts.ts",
        "rules-head.ts",
        "rules-lines.ts",
        "rules-parties.ts",
        "rules-taxes.ts",
        "vat-identifier.ts",
        "writer.ts",
        "xml.ts",
      ),
      ...within(
        `${modules}/einvoicing/adapters`,
        "firs-content.ts",
        "firs-document.ts",
        "firs-requirements.ts",
        "irp-amounts.ts",
        "irp-document.ts",
        "irp-requirements.ts",
        "irp-supply.ts",
        "signed-token.ts",
      ),
      `${foundation}/outbound/breaker.ts`,
    ],
    tests: [
      ...within(`${modules}/einvoicing/ubl`, "rules.test.ts", "rules-arithmetic.test.ts", "writer.test.ts"),
      ...within(
        `${modules}/einvoicing/adapters`,
        "firs-content.test.ts",
        "firs-document.test.ts",
        "firs-requirements.test.ts",
        "irp-document.test.ts",
        "irp-requirements.test.ts",
        "irp-supply.test.ts",
        "signed-token.test.ts",
      ),
      `${foundation}/outbound/breaker.test.ts`,
    ],
  },
];

const inTest = (...names: string[]) => within("service/test", ...names);
/** What is tested for all modules at once. */
const common = inTest(
  "statements.test.ts",
  "isolation.test.ts",
  "isolation-database.test.ts",
  "list-periods.test.ts",
);
const locks = inTest("locks.test.ts", "locks-money.test.ts");

/** These are tested on a real database, so that a mutant takes some ten seconds: a sample of them is tried. */
export const sampled: readonly Source[] = [
  {
    area: "money",
    files: [
      `${modules}/lines/service.ts`,
      `${modules}/lines/queries.ts`,
      `${modules}/invoices/settlement.ts`,
      `${modules}/invoices/settlement-queries.ts`,
      ...within(`${modules}/credit-notes`, "service.ts", "queries.ts"),
    ],
    tests: [
      `${modules}/lines/`,
      ...within(`${modules}/invoices`, "settlement.test.ts", "draft-changes.test.ts"),
      `${modules}/credit-notes/`,
    ],
    wider: [
      ...within(`${modules}/einvoicing`, "credit-notes.test.ts", "payment-reports.test.ts"),
      `${modules}/invoices/`,
      `${modules}/payments/`,
      `${modules}/sales/`,
      ...common,
      ...locks,
    ],
  },
  ...(
    ["customers", "products", "sales", "events", "endpoints", "links", "search", "overview", "audit"] as const
  ).map(
    (noun): Source => ({
      area: "tenancy",
      files: [`${modules}/${noun}/queries.ts`],
      tests: [`${modules}/${noun}/`, ...common],
      wider: [
        ...(noun === "customers" || noun === "products"
          ? [`${modules}/transfers/`, `${modules}/invoices/`, `${modules}/lines/`]
          : []),
        ...(noun === "endpoints" ? [`${modules}/deliveries/`, "service/src/commands/webhook.test.ts"] : []),
        ...(noun === "links" ? [`${modules}/attempts/`, "service/src/web/checkout/"] : []),
        ...(noun === "events" || noun === "audit"
          ? [...inTest("site-routes.test.ts"), `${modules}/deliveries/`]
          : []),
        ...locks,
      ],
    }),
  ),
  {
    area: "tenancy",
    files: within(`${modules}/deliveries`, "queries.ts", "service.ts"),
    tests: [`${modules}/deliveries/`, ...common],
    wider: [`${modules}/inbox/`, "service/src/commands/webhook.test.ts", ...locks],
  },
  {
    area: "tenancy",
    files: [...within(`${modules}/portal`, "queries.ts", "look-up.ts"), `${modules}/companies/tenant.ts`],
    tests: ["service/src/web/portal/", `${modules}/portal/`],
    wider: [...common, ...locks, `${modules}/companies/`],
  },
  {
    area: "auth",
    files: [
      ...within(http, "authenticate.ts", "authorize.ts"),
      ...within(`${modules}/keys`, "queries.ts", "service.ts", "standing.ts", "verify.ts"),
    ],
    tests: [`${modules}/keys/`, `${http}/authenticate.test.ts`],
    wider: [
      ...inTest("statements.test.ts", "sweep.test.ts", "site-routes.test.ts"),
      `${site}/`,
      "service/src/commands/commands.test.ts",
    ],
  },
  {
    area: "auth",
    files: [
      ...within(
        `${modules}/accounts`,
        "limits.ts",
        "member-queries.ts",
        "members.ts",
        "queries.ts",
        "service.ts",
      ),
      ...within(site, "auth.ts", "door.ts"),
    ],
    tests: [`${site}/`],
    wider: inTest("statements.test.ts", "site-session.test.ts", "site-roles.test.ts", "site-routes.test.ts"),
  },
  {
    area: "idempotency",
    files: [
      ...within(http, "idempotency.ts", "pipeline.ts", "twins.ts", "sealed-answers.ts"),
      `${foundation}/kept-answers.ts`,
    ],
    tests: within(http, "idempotency.test.ts", "idempotency-storage.test.ts", "idempotency-twins.test.ts"),
    wider: [
      `${http}/`,
      `${site}/step-up.test.ts`,
      `${modules}/customers/routes.test.ts`,
      ...within(`${modules}/transfers`, "exports.test.ts", "imports-files.test.ts"),
      "service/src/commands/secrets.test.ts",
      ...inTest(
        "replay.test.ts",
        "sweep.test.ts",
        "check-order.test.ts",
        "expensive-routes.test.ts",
        "secrets-webhooks.test.ts",
      ),
      ...common,
      ...locks,
    ],
  },
  {
    area: "numbering",
    files: [
      `${modules}/numbers/service.ts`,
      ...within(`${modules}/invoices`, "create.ts", "drafts.ts", "overdue.ts", "queries.ts", "service.ts"),
    ],
    tests: [`${modules}/invoices/`],
    wider: [
      `${http}/idempotency-twins.test.ts`,
      ...common,
      ...locks,
      `${modules}/credit-notes/`,
      `${modules}/einvoicing/register.test.ts`,
    ],
  },
  {
    area: "payments",
    files: [
      ...within(`${modules}/attempts`, "begin.ts", "booking.ts", "checkout.ts", "queries.ts", "service.ts"),
      ...within(
        `${modules}/payments`,
        "allocation.ts",
        "queries.ts",
        "refund-queries.ts",
        "refunds.ts",
        "service.ts",
      ),
      `${modules}/links/service.ts`,
    ],
    tests: [`${modules}/attempts/`, `${modules}/payments/`],
    wider: [
      `${modules}/links/`,
      "service/src/web/checkout/",
      "service/src/commands/doctor.test.ts",
      ...common,
      ...locks,
      ...inTest("replay.test.ts"),
    ],
  },
  {
    area: "registration",
    files: within(
      `${modules}/einvoicing`,
      "asking.ts",
      "calls.ts",
      "cancellation-queries.ts",
      "cancellation.ts",
      "canonical-of.ts",
      "intent.ts",
      "outcome.ts",
      "payment-reports.ts",
      "queries.ts",
      "reconciler-queries.ts",
      "reconciler.ts",
      "registrar.ts",
      "settings-queries.ts",
      "sparing.ts",
      "standing.ts",
      "subjects.ts",
    ),
    tests: [`${modules}/einvoicing/`],
    wider: [...common, ...locks, ...inTest("authority-async.test.ts", "base-urls.test.ts", "replay.test.ts")],
  },
];
