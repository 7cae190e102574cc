import { Amount, Currency, Day, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { ages } from "./queries.ts";

export const OverviewQuery = Type.Object({
  from: Type.Optional({ ...Day, description: "The first day; 89 days before the last unless given." }),
  to: Type.Optional({ ...Day, description: "The last day; today, where the company is, unless given." }),
});
export type OverviewQuery = Type.Static<typeof OverviewQuery>;

const Count = Type.Integer({ minimum: 0 });

const totals = {
  money_in: { ...Amount, description: "Paid on these days; refunds are not deducted." },
  payments: { ...Count, description: "How many payments that were." },
  refunded: { ...Amount, description: "Refunded on these days." },
  invoiced: { ...Amount, description: "Totals of the invoices dated on these days." },
  invoices: { ...Count, description: "How many invoices that were, without drafts and void ones." },
};

export const CurrencyOverview = Type.Object(
  {
    currency: Currency,
    digits: Type.Integer({ description: "Decimals that its amounts have." }),
    ...totals,
    previous: Type.Object(totals, { description: "The same of the period before." }),
    outstanding: { ...Amount, description: "Owed now, whenever it was invoiced." },
    overdue: { ...Amount, description: "The part of it that is past its due date." },
    drafts: { ...Count, description: "Of the company's newest 1,000 drafts." },
    drafts_capped: Type.Boolean({ description: "Whether there may be more drafts than were counted." }),
    invoices_open: Count,
    invoices_overdue: Count,
    ageing: Type.Array(
      Type.Object({
        age: words(ages.map(({ name }) => name)),
        due_from: nullable(Day),
        due_to: nullable(Day),
        amount: Amount,
        invoices: Count,
      }),
      { description: "What is owed now, by how long it has been overdue." },
    ),
    series: Type.Array(Type.Object({ date: Day, money_in: Amount, invoiced: Amount })),
  },
  { title: "CurrencyOverview" },
);

export const Attention = Type.Object(
  {
    registrations_rejected: { ...Count, description: "Counted to 1,000, like all counts here." },
    registrations_pending: Type.Array(
      Type.Object({ invoice_id: Id, number: Type.String(), since: Timestamp }),
      { description: "The oldest few without a decision for more than an hour." },
    ),
    authority: nullable(
      Type.Object({
        status: words(["missing", "unchecked", "working", "refused"]),
        refusal: nullable(Type.String()),
      }),
    ),
    payments_failed: { ...Count, description: "Failed attempts of buyers since `payments_failed_from`." },
    payments_failed_from: Day,
    refunds_failed: Type.Array(
      Type.Object({
        payment_id: Id,
        amount: Amount,
        currency: Currency,
        failure: nullable(Type.String()),
        created_at: Timestamp,
      }),
      { description: "The newest few that were not tried again." },
    ),
    gateway_ready: nullable(Type.Boolean()),
    deliveries_failed: Count,
    endpoints_disabled: Type.Array(
      Type.Object({
        id: Id,
        name: nullable(Type.String()),
        reason: Type.String(),
        disabled_at: Timestamp,
      }),
      { description: "Those that the service disabled." },
    ),
  },
  { title: "OverviewAttention" },
);

const text = nullable(Type.String());

export const ActivityEntry = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    created_at: Timestamp,
    actor: Type.Object({ type: words(["key", "user", "operator", "system"]), id: text, name: text }),
    record: Type.Object({
      id: nullable(Id),
      number: text,
      name: text,
      reference: text,
      amount: nullable(Amount),
      currency: text,
      customer: text,
      invoice_id: nullable(Id),
      invoice_number: text,
      url: text,
    }),
  },
  { title: "OverviewActivity" },
);

export const RegistrationsOverview = Type.Object(
  {
    registered: Count,
    pending: Count,
    rejected: Count,
    cancelled: Count,
    none: Count,
    series: Type.Array(Type.Object({ date: Day, registered: Count })),
  },
  {
    title: "RegistrationsOverview",
    description: "Of the invoices dated on these days, drafts and void ones aside.",
  },
);

export const overviewExample = {
  currencies: [
    {
      currency: "NGN",
      digits: 2,
      money_in: 145125,
      payments: 1,
      refunded: 0,
      invoiced: 290250,
      invoices: 2,
      previous: { money_in: 0, payments: 0, refunded: 0, invoiced: 0, invoices: 0 },
      outstanding: 145125,
      overdue: 0,
      drafts: 1,
      drafts_capped: false,
      invoices_open: 1,
      invoices_overdue: 0,
      ageing: [
        { age: "not_due", due_from: "2026-11-15", due_to: null, amount: 145125, invoices: 1 },
        { age: "days_1_30", due_from: "2026-10-16", due_to: "2026-11-14", amount: 0, invoices: 0 },
      ],
      series: [
        { date: "2026-11-14", money_in: 0, invoiced: 145125 },
        { date: "2026-11-15", money_in: 145125, invoiced: 145125 },
      ],
    },
  ],
  registrations: {
    registered: 1,
    pending: 0,
    rejected: 0,
    cancelled: 0,
    none: 1,
    series: [
      { date: "2026-11-14", registered: 1 },
      { date: "2026-11-15", registered: 0 },
    ],
  },
  attention: {
    registrations_rejected: 0,
    registrations_pending: [],
    authority: { status: "working", refusal: null },
    payments_failed: 0,
    payments_failed_from: "2026-11-09",
    refunds_failed: [],
    gateway_ready: true,
    deliveries_failed: 0,
    endpoints_disabled: [],
  },
  activity: [
    {
      id: "evt_12_31_9f8e7d6c5b4a",
      type: "invoice.issued",
      created_at: "2026-11-15T09:30:00.000Z",
      actor: { type: "user", id: "3", name: "Ada Obi" },
      record: {
        id: 1042,
        number: "INV-000001",
        name: null,
        reference: null,
        amount: 145125,
        currency: "NGN",
        customer: "Acme Trading Ltd",
        invoice_id: null,
        invoice_number: null,
        url: null,
      },
    },
  ],
  from: "2026-11-14",
  to: "2026-11-15",
  previous: { from: "2026-11-12", to: "2026-11-13" },
  today: "2026-11-15",
};
