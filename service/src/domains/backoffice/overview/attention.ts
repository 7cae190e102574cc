import type { Context } from "../../../context.ts";
import type { Feature, Principal } from "../../../contract/access.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { addDays } from "../../../platform/values/clock.ts";
import { momentOf } from "../../../platform/values/date-times.ts";
import { integrationStatus } from "../../fiscal/registration/service.ts";
import { isGatewayReady } from "../../payments/gateways/service.ts";
import { countFailedDeliveries } from "../../webhooks/deliveries/service.ts";
import { findStoppedEndpoints } from "../../webhooks/endpoints/service.ts";
import { countEventsSince } from "../../webhooks/events/service.ts";
import { countRejected, findFailedRefunds, findPendingSince } from "./queries.ts";

/** Nothing is counted further than this; a larger number would not tell more. */
export const attentionMax = 1000;
const namedMax = 5;
const pendingForMs = 60 * 60 * 1000;
/** Failed payments are those of today and the days before it. */
const paymentFailureDays = 7;

/** What only a person can put right. Parts of features that the company does not have are left out. */
export async function readAttention(context: Context, reader: Principal, today: string): Promise<Json> {
  const { company } = reader;
  const { config, reads: db, clock } = context;
  const has = (feature: Feature) => !reader.disabledFeatures.has(feature);
  const pendingSince = new Date(clock.now().getTime() - pendingForMs);
  const failuresFrom = addDays(today, 1 - paymentFailureDays);
  const failuresSince = momentOf(company.timeZone, failuresFrom);
  const [einvoicing, payments, webhooks] = await Promise.all([
    has("einvoicing") &&
      Promise.all([
        countRejected(db, company.id, attentionMax),
        findPendingSince(db, company.id, pendingSince, namedMax),
        integrationStatus(context, db, company.id),
      ]),
    has("payments") &&
      Promise.all([
        countEventsSince(db, company.id, "payment.failed", failuresSince, attentionMax),
        findFailedRefunds(db, company.id, namedMax),
        isGatewayReady(config, db, company),
      ]),
    has("webhooks") &&
      Promise.all([
        countFailedDeliveries(db, company.id, attentionMax),
        findStoppedEndpoints(db, company.id),
      ]),
  ]);
  const [rejected, pending, authority] = einvoicing || [0, [], null];
  const [failedPayments, failedRefunds, gatewayReady] = payments || [0, [], null];
  const [failedDeliveries, stopped] = webhooks || [0, []];
  return JSON.stringify({
    registrations_rejected: rejected,
    registrations_pending: pending,
    authority,
    payments_failed: failedPayments,
    payments_failed_from: failuresFrom,
    refunds_failed: failedRefunds.map((refund) => ({ ...refund, amount: Number(refund.amount) })),
    gateway_ready: gatewayReady,
    deliveries_failed: failedDeliveries,
    endpoints_disabled: stopped,
  });
}
