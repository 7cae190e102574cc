/**
 * The files to mutate, and the tests that must notice. Paths are relative to the root; an entry of `tests` may be a
 * folder.
 */
export type Source = {
  area: Area;
  files: readonly string[];
  /** The most closely related tests, which run first. */
  tests: readonly string[];
  /** Tests that run only if the first ones notice nothing. */
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

const domains = "service/src/domains";
const platform = "service/src/platform";
const http = "service/src/http";
const site = "service/src/web/site";
const within = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`);

/** Testing these needs no database, so every mutant is tried. */
export const pure: readonly Source[] = [
  {
    area: "money",
    files: [
      ...within(`${platform}/values`, "money.ts", "currency.ts"),
      ...within(`${domains}/billing/lines`, "totals.ts", "adjustments.ts", "shares.ts", "accounting.ts"),
      ...within(`${domains}/payments/gateways`, "stripe/amounts.ts", "paystack/amounts.ts"),
    ],
    tests: [
      ...within(`${platform}/values`, "money.test.ts", "currency.test.ts"),
      ...within(
        `${domains}/billing/lines`,
        "accounting.test.ts",
        "adjustments.test.ts",
        "shares.test.ts",
        "totals.long.test.ts",
        "totals-adjusted.test.ts",
      ),
      ...within(`${domains}/payments/gateways`, "stripe/amounts.test.ts", "paystack/amounts.test.ts"),
    ],
  },
  {
    area: "auth",
    files: [
      ...within(`${platform}/security`, "signature.ts", "secrets.ts"),
      ...within(`${domains}/payments/gateways`, "stripe/notifications.ts", "paystack/notifications.ts"),
    ],
    tests: [
      ...within(`${platform}/security`, "signature.test.ts", "secrets.test.ts"),
      "service/src/config/config.test.ts",
      ...within(
        `${domains}/payments/gateways`,
        "stripe/notifications.test.ts",
        "paystack/notifications.test.ts",
      ),
    ],
  },
  {
    area: "numbering",
    files: [`${domains}/billing/invoices/status.ts`],
    tests: [`${domains}/billing/invoices/status.test.ts`],
  },
  {
    area: "payments",
    files: [
      `${domains}/payments/payment-attempts/schedule.ts`,
      `${domains}/webhooks/deliveries/sending/retry-schedule.ts`,
    ],
    tests: [
      `${domains}/payments/payment-attempts/schedule.test.ts`,
      `${domains}/webhooks/deliveries/sending/retry-schedule.test.ts`,
    ],
  },
  {
    area: "registration",
    files: [
      ...within(
        `${domains}/fiscal/ubl`,
        "amount.ts",
        "breakdown.ts",
        "categories.ts",
        "codes.ts",
        "document-terms.ts",
        "line.ts",
        "party.ts",
        "rules-amounts.ts",
        "rules.ts",
        "rules-lines.ts",
        "rules-parties.ts",
        "rules-taxes.ts",
        "vat-identifier.ts",
        "writer.ts",
        "xml.ts",
      ),
      ...within(`${domains}/fiscal/cii`, "line.ts", "party.ts", "tax.ts", "writer.ts"),
      ...within(
        `${domains}/fiscal/authorities`,
        "firs/content.ts",
        "firs/document.ts",
        "firs/requirements.ts",
        "irp/amounts.ts",
        "irp/document.ts",
        "irp/requirements.ts",
        "irp/supply.ts",
        "signed-token.ts",
      ),
      `${platform}/outbound/breaker.ts`,
    ],
    tests: [
      ...within(`${domains}/fiscal/ubl`, "rules.test.ts", "rules-arithmetic.test.ts", "writer.long.test.ts"),
      `${domains}/fiscal/cii/writer.long.test.ts`,
      ...within(
        `${domains}/fiscal/authorities`,
        "firs/content.test.ts",
        "firs/document.test.ts",
        "firs/requirements.test.ts",
        "irp/document.test.ts",
        "irp/requirements.test.ts",
        "irp/supply.test.ts",
        "signed-token.test.ts",
      ),
      `${platform}/outbound/breaker.test.ts`,
    ],
  },
];

const inTest = (...names: string[]) => within("service/test", ...names);
/** Tests that cover all domains. */
const common = inTest(
  "statements.test.ts",
  "isolation.long.test.ts",
  "isolation-database.test.ts",
  "list-periods.test.ts",
);
const locks = inTest("locks.test.ts", "locks-money.test.ts");

/** Testing these needs a real database and takes some seconds per mutant, so only a sample is tried. */
export const sampled: readonly Source[] = [
  {
    area: "money",
    files: [
      `${domains}/billing/lines/service.ts`,
      `${domains}/billing/lines/queries.ts`,
      `${domains}/billing/invoices/settlement.ts`,
      ...within(`${domains}/billing/credit-notes`, "service.ts", "queries.ts"),
    ],
    tests: [
      `${domains}/billing/lines/`,
      ...within(`${domains}/billing/invoices`, "settlement.test.ts", "draft-changes.test.ts"),
      `${domains}/billing/credit-notes/`,
    ],
    wider: [
      ...within(`${domains}/fiscal/registration`, "credit-notes.test.ts", "payment-reports.test.ts"),
      ...inTest("discounts.test.ts", "withholding.test.ts"),
      `${domains}/billing/`,
      `${domains}/billing/invoices/`,
      `${domains}/payments/payments/`,
      `${domains}/billing/sales/`,
      ...common,
      ...locks,
    ],
  },
  ...(
    [
      "catalog/customers",
      "catalog/products",
      "billing/sales",
      "billing/quotes",
      "billing/exchange-rates",
      "billing/recurring-invoices",
      "webhooks/events",
      "webhooks/endpoints",
      "payments/links",
      "sending/reminders",
      "backoffice/overview",
      "tenancy/audit",
    ] as const
  ).map(
    (noun): Source => ({
      area: "tenancy",
      files: [`${domains}/${noun}/queries.ts`],
      tests: [`${domains}/${noun}/`, ...common],
      wider: [
        ...(noun === "catalog/customers" || noun === "catalog/products"
          ? [
              `${domains}/backoffice/imports-exports/`,
              `${domains}/billing/`,
              `${domains}/billing/invoices/`,
              `${domains}/billing/lines/`,
            ]
          : []),
        ...(noun.startsWith("billing/") ? [`${domains}/billing/`] : []),
        ...inTest("sorted-lists.test.ts", "metadata-filters.test.ts"),
        ...(noun === "webhooks/endpoints"
          ? [`${domains}/webhooks/deliveries/`, "service/src/commands/webhook.long.test.ts"]
          : []),
        ...(noun === "payments/links"
          ? [`${domains}/payments/payment-attempts/`, "service/src/web/checkout/"]
          : []),
        ...(noun === "webhooks/events" || noun === "tenancy/audit"
          ? [...inTest("site-routes.long.test.ts"), `${domains}/webhooks/deliveries/`]
          : []),
        ...locks,
      ],
    }),
  ),
  {
    area: "tenancy",
    files: within(`${domains}/webhooks/deliveries`, "queries.ts", "service.ts"),
    tests: [`${domains}/webhooks/deliveries/`, ...common],
    wider: [`${domains}/webhooks/inbox/`, "service/src/commands/webhook.long.test.ts", ...locks],
  },
  {
    area: "tenancy",
    files: [
      ...within(`${domains}/portal`, "queries.ts", "order-batch.ts", "order-store.ts"),
      `${domains}/tenancy/companies/tenant.ts`,
    ],
    tests: ["service/src/web/portal/", `${domains}/portal/`],
    wider: [...common, ...locks, `${domains}/tenancy/companies/`],
  },
  {
    area: "auth",
    files: [
      ...within(http, "authenticate.ts", "authorize.ts"),
      ...within(`${domains}/tenancy/keys`, "queries.ts", "service.ts", "key-status.ts", "verify.ts"),
    ],
    tests: [`${domains}/tenancy/keys/`, ...within(http, "authenticate.test.ts", "authorize.test.ts")],
    wider: [
      ...inTest("statements.test.ts", "sweep.long.test.ts", "site-routes.long.test.ts"),
      `${site}/`,
      "service/src/commands/commands.long.test.ts",
    ],
  },
  {
    area: "auth",
    files: [
      ...within(`${domains}/tenancy/users`, "limits.ts", "members.ts", "queries.ts", "service.ts"),
      ...within(site, "auth.ts", "session-auth.ts"),
    ],
    tests: [`${site}/`],
    wider: [
      ...inTest(
        "statements.test.ts",
        "site-session.test.ts",
        "site-roles.test.ts",
        "site-routes.long.test.ts",
      ),
      // Operators create users by commands.
      ...within("service/src/commands", "commands.long.test.ts", "notices.test.ts"),
    ],
  },
  {
    area: "idempotency",
    files: [
      ...within(http, "pipeline.ts", "idempotency/idempotency.ts", "idempotency/in-progress-duplicates.ts"),
      `${http}/idempotency/idempotency-store.ts`,
    ],
    tests: [`${http}/idempotency/`],
    wider: [
      `${http}/`,
      `${site}/step-up.test.ts`,
      `${domains}/catalog/customers/routes.test.ts`,
      ...within(
        `${domains}/backoffice/imports-exports`,
        "exports.long.test.ts",
        "imports-files.long.test.ts",
      ),
      "service/src/commands/secrets.long.test.ts",
      ...inTest(
        "replay.long.test.ts",
        "sweep.long.test.ts",
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
      `${domains}/billing/numbering/service.ts`,
      ...within(
        `${domains}/billing/invoices`,
        "create.ts",
        "drafts.ts",
        "overdue.ts",
        "queries.ts",
        "service.ts",
      ),
    ],
    tests: [`${domains}/billing/invoices/`],
    wider: [
      `${http}/idempotency/in-progress-duplicates.test.ts`,
      ...inTest("discounts.test.ts", "withholding.test.ts"),
      `${domains}/billing/`,
      ...common,
      ...locks,
      `${domains}/billing/credit-notes/`,
      `${domains}/fiscal/registration/register.test.ts`,
    ],
  },
  {
    area: "payments",
    files: [
      ...within(
        `${domains}/payments/payment-attempts`,
        "start-payment.ts",
        "record-payment.ts",
        "checkout.ts",
        "queries.ts",
        "service.ts",
      ),
      ...within(
        `${domains}/payments/payments`,
        "allocation.ts",
        "parts.ts",
        "queries.ts",
        "recording.ts",
        "refunds.ts",
        "reversal.ts",
        "service.ts",
      ),
      `${domains}/payments/links/service.ts`,
    ],
    tests: [`${domains}/payments/payment-attempts/`, `${domains}/payments/payments/`],
    wider: [
      `${domains}/payments/links/`,
      "service/src/web/checkout/",
      "service/src/commands/doctor.long.test.ts",
      ...common,
      ...locks,
      ...inTest("replay.long.test.ts"),
    ],
  },
  {
    area: "registration",
    files: [
      `${domains}/fiscal/canonical/canonical.ts`,
      ...within(
        `${domains}/fiscal/registration`,
        "next-call.ts",
        "calls.ts",
        "cancellation.ts",
        "start-registration.ts",
        "outcome.ts",
        "payment-reports.ts",
        "queries.ts",
        "reconciler.ts",
        "registrar.ts",
        "save-later.ts",
        "settings-queries.ts",
        "circuit-breaker.ts",
        "registration-result.ts",
        "fiscal-subject.ts",
      ),
    ],
    tests: [`${domains}/fiscal/registration/`, `${domains}/fiscal/canonical/`],
    wider: [
      ...common,
      ...locks,
      ...inTest("authority-async.test.ts", "base-urls.long.test.ts", "replay.long.test.ts"),
    ],
  },
];
