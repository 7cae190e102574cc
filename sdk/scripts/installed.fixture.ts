// What somebody writes who has installed the package. The test of the package copies this to where nothing else is.
import {
  type BillfoldEvent,
  createClient,
  type InvalidError,
  type Invoice,
  NotFoundError,
} from "billfold-sdk";
import { webhookHandler as express } from "billfold-sdk/express";
import { webhookPlugin } from "billfold-sdk/fastify";
import { webhookHandler as hono } from "billfold-sdk/hono";
import { webhookHandler as next } from "billfold-sdk/next";
import { makeTestHeader, verifyWebhook } from "billfold-sdk/webhooks";

const [, , baseUrl = ""] = process.argv;
const billfold = createClient({ baseUrl, appId: "app", secret: "secret" });
const { invoice, warnings } = await billfold.invoices.create({
  customer_id: 7,
  lines: [{ description: "Consulting", quantity: "1.5", unit_price: 100 }],
});
const made: Invoice = invoice;
const ids: number[] = [];
for await (const entry of billfold.invoices.all({ status: "open" })) ids.push(entry.id);
const missing = await billfold.customers.get(1).catch((error: unknown) => error);
const pdf: Uint8Array = await billfold.invoices.pdf(made.id);

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const payload = '{"type":"invoice.paid","data":{"object":{"id":7}}}';
const header = await makeTestHeader({ payload, secret });
const event: BillfoldEvent = await verifyWebhook({ payload, secret, header });
const paid = event.type === "invoice.paid" ? event.data.object.id : undefined;

console.log(
  JSON.stringify({
    id: made.id,
    warnings,
    ids,
    isMissing: missing instanceof NotFoundError,
    pdf: pdf.length,
    paid,
    entryPoints: [express, hono, next, webhookPlugin].map((entry) => typeof entry),
  }),
);

// A document goes on as it is.
void (async () => new Response(await billfold.invoices.pdf(1)));
// The type of an event tells what its record is, in a switch as well.
export function reported(happened: BillfoldEvent): string | null {
  switch (happened.type) {
    case "invoice.issued":
    case "invoice.paid":
      return happened.data.object.number;
    case "payment.failed":
      return happened.data.object.reason;
    case "webhook.test":
      // @ts-expect-error: an endpoint has no number.
      return happened.data.object.number;
    default:
      return happened.type;
  }
}
// @ts-expect-error: an invoice has lines.
void (() => billfold.invoices.create({ customer_id: 7 }));
// @ts-expect-error: there is no such status.
void (() => billfold.invoices.list({ status: "opened" }));
// @ts-expect-error: what is thrown has no such field.
void ((error: InvalidError) => error.nothing);
