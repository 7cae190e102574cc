import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { ApiError } from "../../contract/errors.ts";
import { gatewayOf, pageOriginsOf } from "../../domains/payments/gateways/service.ts";
import {
  type Checkout,
  findCheckout,
  findPaymentAttemptOf,
  noSuchLink,
  pollForBuyer,
  startPayment,
} from "../../domains/payments/payment-attempts/service.ts";
import { getPayment, type PaymentRecord } from "../../domains/payments/payments/service.ts";
import {
  drawReceipt,
  findPaidInvoices,
  findProofUrl,
  noteGivenOut,
} from "../../domains/sending/documents/service.ts";
import type { ConcurrencyLimit } from "../../http/concurrency-limit.ts";
import type { RouteErrorPage } from "../../http/error-handler.ts";
import { redirectTo, redirectWithin } from "../../http/redirect.ts";
import { toPlain } from "../../platform/values/money.ts";
import { languageOf } from "../language.ts";
import { readPageLook } from "../page-look.ts";
import { buyersLanguage, sendFile, sendPage } from "../page-response.ts";
import { addressesOf } from "./addresses.ts";
import { emailFault, parseTypedAmount, textOf } from "./form.ts";
import type { Page } from "./layout.ts";
import { renderCheckout } from "./page.ts";
import { present } from "./present.ts";
import { type Problem, renderProblem } from "./problem-page.ts";
import { receiptOf } from "./receipt.ts";
import { type PaidView, renderReceipt } from "./receipt-page.ts";
import { checkoutTexts } from "./texts/texts.ts";
import { amountOf } from "./values.ts";
import type { CheckoutView, TypedNumber } from "./view.ts";

/** A visit to a link's page: the stored link, and the view that is rendered. */
type CheckoutRequest = { context: Context; checkout: Checkout; view: CheckoutView };

type Handle = (
  openCheckout: CheckoutRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

/**
 * `{site_base}/checkout/{reference}`: where buyers pay. Anybody who has the URL may see it; there is no session, cookie
 * or script, except that a chosen language is remembered, and every step works with links and forms alone.
 */
export function checkout(server: FastifyInstance, context: Context, limit: ConcurrencyLimit): void {
  const drawing: RouteErrorPage = {
    renderProblem: (error, request) => renderProblemPage(context, error, request),
  };
  const mount = (method: "GET" | "POST", ending: string, handle: Handle) =>
    server.route({
      method,
      url: `/checkout/:reference${ending}`,
      config: drawing,
      handler: async (request, reply) => handle(await visit(context, request), request, reply),
    });
  mount("GET", "", showPage);
  mount("POST", "/pay", pay);
  // This is for a restored tab, or an error page that was reloaded.
  mount("GET", "/pay", redirectToCheckout);
  mount("GET", "/return", handleReturn);
  mount("GET", "/receipt", showReceipt);
  mount("GET", "/receipt.pdf", receiptPdf(limit));
  server.get("/checkout/*", { config: drawing }, () => Promise.reject(noSuchLink()));
}

const attemptReferenceMax = 100;

const referenceOf = (request: FastifyRequest) => (request.params as { reference: string }).reference;

async function visit(context: Context, request: FastifyRequest): Promise<CheckoutRequest> {
  const reference = referenceOf(request);
  const { attempt } = request.query as { attempt?: unknown };
  const own = typeof attempt === "string" ? attempt.slice(0, attemptReferenceMax) : null;
  const found = await findCheckout(context.reads, reference, own);
  const texts = checkoutTexts[buyersLanguage(request, found.customer_language, found.company_language)];
  const look = await readPageLook(context, found.company_id);
  const moment = { config: context.config, now: context.clock.now(), texts, look };
  return { context, checkout: found, view: present(moment, reference, found) };
}

async function showPage(first: CheckoutRequest, request: FastifyRequest, reply: FastifyReply) {
  const { attempt, company_id } = first.checkout;
  const isUndecided =
    ["begun", "starting", "processing"].includes(first.view.state.name) ||
    ((first.view.choice !== null || first.view.quantity !== null) && attempt?.status === "open");
  const looked =
    isUndecided && attempt && (await pollForBuyer(first.context, { company_id, id: attempt.id }, "visit"));
  const { context, checkout, view } = looked ? await visit(first.context, request) : first;
  // Buyers who open the link again later, for the receipt, stay.
  const returnsByItself = (request.query as { returned?: unknown }).returned === "1";
  const page = renderCheckout({ ...view, returnsByItself }, await formOrigins(context, checkout, view));
  // Another request has just queried the gateway, or is doing so: the payment may arrive shortly.
  const isStale = isUndecided && !looked && view.state.name === "begun";
  return sendPage(request, reply, isStale ? { ...page, headers: { ...page.headers, refresh: "4" } } : page);
}

/** Browsers also apply a page's policy to the redirects of its form. */
async function formOrigins(context: Context, checkout: Checkout, view: CheckoutView): Promise<string[]> {
  const gateway = gatewayOf(context.config, checkout);
  if (view.state.name !== "payable" || !gateway) return [];
  return pageOriginsOf(context, context.db, checkout.company_id, gateway);
}

async function pay(current: CheckoutRequest, request: FastifyRequest, reply: FastifyReply) {
  const { context, checkout, view } = current;
  const home = addressesOf(view.checkoutUrl).page;
  if (view.state.name !== "payable" && view.state.name !== "begun") return redirectWithin(reply, home);
  const email = view.asksEmail ? textOf(request, "email") : "";
  const emailProblem = view.asksEmail ? emailFault(email, view.texts) : null;
  const typed = typedNumber(view, request);
  const problem = typed?.fault ?? emailProblem;
  if (problem) {
    const corrected: CheckoutView = {
      ...view,
      state: { name: "payable", problem, ...(view.asksEmail && { email }), ...(typed && { typed }) },
    };
    return sendPage(request, reply, {
      ...renderCheckout(corrected, await formOrigins(context, checkout, corrected)),
      status: 422,
    });
  }
  const description =
    checkout.label ?? view.texts.description(checkout.company_name, checkout.invoice?.number ?? null);
  const begun = await startPayment(context, checkout, {
    email: email || null,
    amount: typed?.amount,
    quantity: typed?.quantity,
    returnUrl: (attempt) => `${view.checkoutUrl}/return?attempt=${attempt}`,
    description: typed?.quantity === undefined ? description : `${typed.quantity} × ${description}`,
  });
  if (begun.status === "held") {
    const held = { ...view, attempt: null, state: { name: "held" } } as const;
    return sendPage(request, reply, { ...renderCheckout(held), status: 409 });
  }
  if (begun.status !== "open") return redirectWithin(reply, home);
  const allowed = [
    context.config.siteUrl,
    ...(await pageOriginsOf(context, context.db, checkout.company_id, begun.gateway)),
  ];
  const redirected = redirectTo(reply, begun.pageUrl, allowed);
  if (redirected) return redirected;
  // The gateway's page has an unexpected origin: the browser would not follow a redirect there, but the buyer can use a
  // link.
  const state = { name: "begun", pageUrl: begun.pageUrl } as const;
  return sendPage(request, reply, renderCheckout({ ...view, state }));
}

type Typed = TypedNumber & { amount?: string; quantity?: number };

/** What the buyer entered, where the link leaves something to choose. */
function typedNumber(view: CheckoutView, request: FastifyRequest): Typed | undefined {
  if (view.choice) return typedAmount(view, view.choice, textOf(request, "amount", 24));
  return view.quantity ? typedQuantity(view, view.quantity, textOf(request, "quantity", 9)) : undefined;
}

function typedQuantity(
  { texts: { quantity: texts } }: CheckoutView,
  { min, max }: NonNullable<CheckoutView["quantity"]>,
  text: string,
): Typed {
  const quantity = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  if (quantity === undefined || quantity < min || quantity > max)
    return { text, fault: texts.outside(min, max) };
  return { text, fault: null, quantity };
}

function typedAmount(
  view: CheckoutView,
  { min, max }: NonNullable<CheckoutView["choice"]>,
  text: string,
): Typed {
  const { amount: texts, language } = view.texts;
  const amount = parseTypedAmount(text, view.currency, language);
  if (!amount) return { text, fault: texts.malformed };
  if (amount.lt(min)) return { text, fault: texts.tooLittle(amountOf(min, view)) };
  if (max !== null && amount.gt(max)) return { text, fault: texts.tooMuch(amountOf(max, view)) };
  return { text, fault: null, amount: toPlain(amount) };
}

async function redirectToCheckout({ view }: CheckoutRequest, _request: FastifyRequest, reply: FastifyReply) {
  return redirectWithin(reply, addressesOf(view.checkoutUrl, view.attempt).page);
}

async function handleReturn(visit: CheckoutRequest, request: FastifyRequest, reply: FastifyReply) {
  const { context, checkout, view } = visit;
  const { attempt: given } = request.query as { attempt?: unknown };
  const { company_id, attempt: last } = checkout;
  // The buyer may return from a gateway page that has been superseded since.
  const from =
    typeof given === "string" ? await findPaymentAttemptOf(context.db, checkout, given) : undefined;
  const attempt = from ?? (last && { company_id, id: last.id });
  if (attempt) await pollForBuyer(context, attempt, "return");
  const { page } = addressesOf(view.checkoutUrl, view.attempt);
  if (view.returnUrl === null) return redirectWithin(reply, page);
  return redirectWithin(reply, `${page}${page.includes("?") ? "&" : "?"}returned=1`);
}

async function showReceipt(
  { context, checkout, view }: CheckoutRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!isPaid(view)) return redirectWithin(reply, addressesOf(view.checkoutUrl, view.attempt).page);
  // The page of an invoice exists once it is issued.
  const isDraft = checkout.invoice !== null && view.invoice?.number == null;
  const proof = isDraft ? null : addressesOf(await proofUrlOf(context, checkout, view)).page;
  return sendPage(request, reply, renderReceipt(view, proof));
}

/**
 * Counts towards the company's concurrency limit, like its other documents, because anybody with the URL can request it
 * any number of times.
 */
const receiptPdf =
  (limit: ConcurrencyLimit): Handle =>
  async ({ context, checkout, view }, request, reply) => {
    if (!isPaid(view)) return redirectWithin(reply, addressesOf(view.checkoutUrl, view.attempt).page);
    const { reads, threads } = context;
    const { company_id } = checkout;
    const payment = JSON.parse(await getPayment(reads, company_id, view.state.receipt.paymentId));
    const invoices = await findPaidInvoices(reads, company_id, payment as PaymentRecord);
    const receipt = receiptOf(view, checkout, invoices, await proofUrlOf(context, checkout, view));
    const pdf = await limit.run(
      checkout.company_id,
      () => drawReceipt(reads, threads, checkout.company_id, receipt),
      () => request.socket.destroyed,
    );
    await noteGivenOut(context, checkout.company_id, "receipt", receipt.paymentId, pdf);
    return sendFile(reply, "application/pdf", `receipt-${receipt.paymentId}.pdf`, pdf);
  };

const proofUrlOf = ({ config, reads }: Context, { company_id, invoice }: Checkout, { state }: PaidView) =>
  findProofUrl(reads, config.siteUrl, company_id, { id: state.receipt.paymentId, invoice });

const isPaid = (view: CheckoutView): view is PaidView => view.state.name === "paid";

/** Renders every error of these routes as a page. */
function renderProblemPage({ config }: Context, error: ApiError, request: FastifyRequest): Page {
  const retryAfterSeconds = Number(error.headers["retry-after"]) || undefined;
  const checkoutUrl = `${config.siteUrl}/checkout/${encodeURIComponent(referenceOf(request))}`;
  const about = { requestId: String(request.id), checkoutUrl };
  return renderProblem({ ...about, ...problemOf(error, retryAfterSeconds) } as Problem, languageOf(request));
}

function problemOf(error: ApiError, retryAfterSeconds: number | undefined) {
  if (error.status === 404) return { name: "missing", checkoutUrl: undefined };
  if (error.status === 429) return { name: "busy", retryAfterSeconds };
  if (error.code === "https_required") return { name: "insecure" };
  if (error.code === "integration_error") return { name: "declined" };
  if (error.code.startsWith("integration_")) {
    return { name: "unreachable", status: error.status, retryAfterSeconds };
  }
  if (error.status === 503) return { name: "down", retryAfterSeconds };
  if (error.status >= 500) return { name: "fault" };
  return { name: "refused", status: error.status === 413 ? 413 : 422 };
}
