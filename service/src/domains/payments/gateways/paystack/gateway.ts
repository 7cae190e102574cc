import { integrationFailed } from "../../../../contract/errors.ts";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import { currencyDigits } from "../../../../platform/values/currency.ts";
import type {
  Gateway,
  GatewayAccount,
  GatewayPaymentRef,
  GatewayPaymentStatus,
  OpenedPage,
  PaymentRequest,
} from "../port.ts";
import { isWebAddress, malformedResponse, safeMessage } from "../responses.ts";
import { paystackAmounts } from "./amounts.ts";
import { fetchDispute, listDisputes } from "./disputes.ts";
import { isAboutDispute, isGenuine, referenceIn } from "./notifications.ts";
import { sendRefund } from "./refunds.ts";
import { callApi, type PaystackClient, wholeNumber } from "./wire.ts";

/** What Paystack offers to every business in the country of the currency. */
const paystackMethods: Readonly<Record<string, readonly string[]>> = {
  NGN: ["card", "bank_transfer", "ussd"],
  GHS: ["card", "mobile_money"],
  KES: ["card", "mobile_money"],
  XOF: ["card", "mobile_money"],
};

/** Paystack's unit is a hundredth in every currency, even XOF, which has no minor unit. */
export const paystack: Gateway = paystackLike({
  name: "paystack",
  title: "Paystack",
  needsEmail: true,
  methodsFor: (currency) => paystackMethods[currency] ?? ["card"],
  digitsOf: () => 2,
  pagesAt: ["https://checkout.paystack.com"],
});

/** Our own simulator, in which no money moves. It uses Paystack's protocol, but each currency's real minor unit. */
export const sandbox: Gateway = paystackLike({
  name: "sandbox",
  title: "Sandbox gateway",
  needsEmail: false,
  methodsFor: () => ["card", "bank_transfer"],
  digitsOf: currencyDigits,
  pagesAt: [],
});

type PaystackVariant = Pick<Gateway, "name" | "title" | "needsEmail" | "methodsFor"> & {
  /** The decimals of the gateway's minor unit; undefined for an unsupported currency. */
  digitsOf: (currency: string) => number | undefined;
  pagesAt: string[];
};

/** One transaction per payment attempt, found by our reference; there is no session id. */
function paystackLike(variant: PaystackVariant): Gateway {
  const { name, title, needsEmail, methodsFor, digitsOf, pagesAt } = variant;
  const amounts = paystackAmounts(title, digitsOf);
  const client = (outbound: Outbound, account: GatewayAccount): PaystackClient => ({
    title,
    outbound,
    account,
    amounts,
  });
  return {
    name,
    title,
    needsEmail,
    methodsFor,
    signatureHeader: "x-paystack-signature",
    pageOrigins: ({ baseUrl }) => [...new Set([...pagesAt, new URL(baseUrl).origin])],
    check: (outbound, account) => check(client(outbound, account)),
    open: (outbound, account, order) => open(client(outbound, account), order, needsEmail),
    fetchStatus: (outbound, account, attempt) => fetchStatus(client(outbound, account), attempt),
    refund: (outbound, account, order) => sendRefund(client(outbound, account), order),
    fetchDispute: (outbound, account, { transaction }) =>
      fetchDispute(client(outbound, account), transaction),
    listDisputes: (outbound, account, since) => listDisputes(client(outbound, account), since),
    referenceIn,
    // Every notification has our reference.
    transactionIn: () => undefined,
    isAboutDispute,
    isGenuine,
  };
}

/** Any response about a payment that never existed means that the key is accepted. */
async function check(client: PaystackClient): Promise<void> {
  await verify(client, "billfold-key-check");
}

async function open(client: PaystackClient, order: PaymentRequest, needsEmail: boolean): Promise<OpenedPage> {
  const { title, account, amounts } = client;
  const { reference, currency, description, returnUrl } = order;
  if (order.email === null && needsEmail) {
    throw integrationFailed(title, "needs the buyer's email address. Add it, then try again");
  }
  const reply = await callApi(client, {
    method: "POST",
    path: "/transaction/initialize",
    body: {
      email: order.email ?? "buyer@sandbox.example",
      amount: amounts.toMinor(order.amount, currency),
      currency,
      reference,
      callback_url: returnUrl,
      metadata: {
        description,
        // Without it, a buyer who cancels on the page is not sent back.
        cancel_action: returnUrl,
        ...(order.sandboxFault !== undefined && { sandbox_fault: order.sandboxFault }),
        custom_fields: [{ display_name: "Payment for", variable_name: "description", value: description }],
      },
    },
  });
  if (!reply.ok) {
    throw integrationFailed(title, `refused to open a payment page: ${safeMessage(reply.message, account)}`);
  }
  const { authorization_url: pageUrl, reference: opened } = isObject(reply.data) ? reply.data : {};
  if (opened !== reference || !isWebAddress(pageUrl)) throw malformedResponse(title);
  return { pageUrl, session: null };
}

async function fetchStatus(
  client: PaystackClient,
  { reference }: GatewayPaymentRef,
): Promise<GatewayPaymentStatus> {
  const { title, account } = client;
  const data = await verify(client, reference);
  if (!data) return { status: "unknown" };
  // A response about another payment must not be recorded for this one.
  if (data.reference !== reference) throw malformedResponse(title);
  switch (data.status) {
    case "success":
      return readPaid(client, data);
    case "failed":
      return { status: "failed", reason: failure(data, account) };
    case "reversed":
      return { status: "failed", reason: "The payment succeeded and was refunded" };
    // Paystack's status of any page that the buyer has not finished yet.
    case "abandoned":
    // The buyer is asked for input, such as a one-time code.
    case "ongoing":
      return { status: "open" };
    case "pending":
    case "processing":
    case "queued":
      return { status: "processing" };
    default:
      throw malformedResponse(title);
  }
}

function failure(
  { gateway_response: response, message }: Record<string, unknown>,
  account: GatewayAccount,
): string {
  return safeMessage(response || message, account, "The payment was declined");
}

function readPaid({ title, amounts }: PaystackClient, data: Record<string, unknown>): GatewayPaymentStatus {
  const { currency, channel } = data;
  const transaction = wholeNumber(data.id);
  const amount = typeof currency === "string" ? amounts.toMajor(data.amount, currency) : undefined;
  const paidAt = new Date(String(data.paid_at ?? data.paidAt ?? data.transaction_date));
  if (transaction === undefined || amount === undefined || Number.isNaN(paidAt.getTime())) {
    throw malformedResponse(title);
  }
  const method = typeof channel === "string" && /^\w{1,50}$/.test(channel) ? channel : null;
  return { status: "paid", amount, currency: currency as string, method, paidAt, transaction };
}

/** Returns undefined if there is no such payment. */
async function verify(
  client: PaystackClient,
  reference: string,
): Promise<Record<string, unknown> | undefined> {
  const { title, account } = client;
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const reply = await callApi(client, { method: "GET", path });
  if (reply.ok) {
    if (!isObject(reply.data)) throw malformedResponse(title);
    return reply.data;
  }
  // Paystack's OpenAPI description says 404; the real API returns 400 with this message.
  if (reply.status === 404 || (reply.status === 400 && /not found/i.test(reply.message))) return undefined;
  throw integrationFailed(title, `refused to look up a payment: ${safeMessage(reply.message, account)}`);
}
