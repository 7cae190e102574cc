import { describeRecord } from "../../../platform/db/record.ts";
import { isoSql, jsonOf } from "../../../platform/db/sql.ts";
import { latestAttemptsSql } from "../payment-attempts/fragments.ts";

/** What a new payment link is stored with. */
export type LinkColumns = {
  secret: string;
  amount: string;
  currency: string;
  invoice_id: number | null;
  email: string | null;
  phone: string | null;
  purpose: string | null;
  label: string | null;
  expires_at: Date;
  return_url: string | null;
  cancel_url: string | null;
  min_amount: string | null;
  reusable: boolean;
  max_payments: number | null;
  min_quantity: number | null;
  max_quantity: number | null;
  metadata: Record<string, unknown>;
};

export type NewLink = LinkColumns & { companyId: number; id: number; now: Date };

export const newLinkIdSql = "nextval('payment_links_id_seq')";

export const linkReferenceOf = (id: number, secret: string) => `pl_${id}_${secret}`;

/** The buyers' latest attempts, newest first; older ones are of no interest. */
const attemptsSql = `(select coalesce(json_agg(${jsonOf(
  `a.reference, a.gateway, a.amount, a.currency, a.quantity, a.status, a.reason,
  ${isoSql("a.created_at")} as created_at, ${isoSql("a.updated_at")} as updated_at`,
)} order by a.id desc), '[]') from (
    ${latestAttemptsSql(10)}
  ) a)`;

/**
 * A payment link, described once; in the SQL `r` is the link. The checkout's address and the QR code are added by the
 * service: they follow from the reference.
 */
export const linkRecord = describeRecord<NewLink>("payment_links", {
  company_id: { type: "int8", insert: true, shown: false, value: (link) => link.companyId },
  id: { type: "int8", insert: true, value: (link) => link.id },
  secret: { type: "code", insert: true, shown: false, value: (link) => link.secret },
  reference: {
    type: "code",
    read: "'pl_' || r.id || '_' || r.secret",
    value: (link) => linkReferenceOf(link.id, link.secret),
  },
  amount: { type: "numeric", insert: true, value: (link) => link.amount },
  currency: { type: "code", insert: true, value: (link) => link.currency },
  invoice_id: { type: "int8", insert: true, value: (link) => link.invoice_id },
  email: { type: "text", insert: true, value: (link) => link.email },
  phone: { type: "text", insert: true, value: (link) => link.phone },
  purpose: { type: "text", insert: true, value: (link) => link.purpose },
  label: { type: "text", insert: true, value: (link) => link.label },
  return_url: { type: "text", insert: true, value: (link) => link.return_url },
  cancel_url: { type: "text", insert: true, value: (link) => link.cancel_url },
  min_amount: { type: "numeric", insert: true, value: (link) => link.min_amount },
  reusable: { type: "bool", insert: true, value: (link) => link.reusable },
  max_payments: { type: "int8", insert: true, value: (link) => link.max_payments },
  // Only reusable links count; of others the status says it.
  payment_count: {
    type: "int8",
    read: "case when r.reusable then r.payment_count when r.status = 'paid' then 1 else 0 end",
    value: () => 0,
  },
  min_quantity: { type: "int8", insert: true, value: (link) => link.min_quantity },
  max_quantity: { type: "int8", insert: true, value: (link) => link.max_quantity },
  metadata: { type: "jsonb", insert: true, value: (link) => link.metadata },
  status: { type: "code", value: () => "active" },
  attempts: { type: "json", read: attemptsSql, value: () => "[]" },
  expires_at: { type: "timestamptz", insert: true, value: (link) => link.expires_at },
  created_at: { type: "timestamptz", insert: "now", value: (link) => link.now },
  updated_at: { type: "timestamptz", insert: "now", value: (link) => link.now },
});
