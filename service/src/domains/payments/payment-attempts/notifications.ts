import type { Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { type Gateway, gateways, openAccount } from "../gateways/service.ts";
import { findByTransaction, getPayment, type PaymentRecord, recordDispute } from "../payments/service.ts";
import {
  findPaymentAttemptByPayment,
  findPaymentAttemptByReference,
  type PaymentAttemptRow,
} from "./queries.ts";

/**
 * The payment attempt that a genuine notification is about. Its content is used to find the secret that verifies it, and
 * then only to decide what the gateway is asked.
 */
export async function verifyNotification(
  context: Context,
  header: string,
  signature: string,
  body: Buffer,
): Promise<PaymentAttemptRow> {
  for (const attempt of await findNamed(context, header, body)) {
    const gateway = gateways[attempt.gateway];
    if (gateway.signatureHeader !== header) continue;
    const account = await openAccount(context, context.db, attempt.company_id, attempt.gateway_account_id);
    if (gateway.isGenuine(account, body, signature, context.clock.now())) return attempt;
  }
  throw forged();
}

const forged = () =>
  new ApiError(401, "signature_invalid", "The notification's signature is not valid, so it was ignored.");

async function findNamed({ db }: Context, header: string, body: Buffer): Promise<PaymentAttemptRow[]> {
  const reader: Gateway | undefined = Object.values(gateways).find(
    ({ signatureHeader }) => signatureHeader === header,
  );
  const reference = reader?.referenceIn(body);
  if (reference !== undefined) {
    const attempt = await findPaymentAttemptByReference(db, reference);
    return attempt ? [attempt] : [];
  }
  const transaction = reader?.transactionIn(body);
  if (!reader || transaction === undefined) return [];
  const payments = await findByTransaction(db, reader.name, transaction);
  const attempts = await Promise.all(
    payments.map(({ company_id, id }) => findPaymentAttemptByPayment(db, company_id, id)),
  );
  return attempts.filter((attempt) => attempt !== undefined);
}

/** Asks the gateway for the status of a payment's dispute, and records it. */
export async function pollDispute(context: Context, { reference }: PaymentAttemptRow): Promise<void> {
  // Read again, because the payment may have been recorded just now.
  const attempt = await findPaymentAttemptByReference(context.db, reference);
  if (!attempt || attempt.payment_id === null) return;
  const { company_id, payment_id, gateway, gateway_account_id, session } = attempt;
  const payment = JSON.parse(await getPayment(context.db, company_id, payment_id)) as PaymentRecord;
  const account = await openAccount(context, context.db, company_id, gateway_account_id);
  const named = { reference, session, transaction: payment.gateway_reference! };
  const dispute = await gateways[gateway].fetchDispute(context.outbound, account, named);
  if (!dispute) return;
  if (dispute.currency !== payment.currency) {
    context.log.warn(
      { company: company_id, payment: payment_id },
      "dispute in another currency than the payment",
    );
  }
  await inTransaction(context.db.forCompany(company_id), async (tx) => {
    await recordDispute(await systemChange(tx, company_id, context.clock), payment_id, dispute);
  });
}
