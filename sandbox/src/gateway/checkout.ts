import { createHash } from "node:crypto";
import type { Exchange } from "../exchange.ts";
import { findTestCard, readCardForm, type TestCard } from "./cards.ts";
import type { Context } from "./context.ts";
import { type Reply, readForm } from "./exchange.ts";
import type { Html } from "./html.ts";
import { choosePage, codePage, donePage, missingPage, type Place, waitingPage } from "./pages.ts";
import { style } from "./style.ts";
import { enterCode, findByAccessCode, payByCard, payByTransfer, type Transaction } from "./transactions.ts";

/** The buyer's pages: `/pay/CODE` is the payment page, and its forms and links lead to the paths below it. */
export function answerCheckout(context: Context, exchange: Exchange): Reply {
  const { request, url } = exchange;
  const [, code = "", step = ""] = /^\/pay\/([\w-]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
  const transaction = findByAccessCode(context, code);
  if (!transaction) return show(404, missingPage());
  const place: Place = {
    transaction,
    up: step === "" ? "" : "../",
    canLeave: returnUrl(transaction, "cancel") !== undefined,
  };
  const isLook = request.method === "GET" || request.method === "HEAD";
  if (isLook && step === "") return showPage(exchange, place);
  if (isLook && step === "next") return goOn(place);
  if (isLook && (step === "return" || step === "cancel")) return leave(place, step);
  if (request.method === "POST" && step === "card") return takeCard(context, exchange, place);
  const fields = readForm(exchange.body);
  if (request.method === "POST" && step === "code") {
    enterCode(context, transaction, fields.code ?? "");
    return goOn(place);
  }
  if (request.method === "POST" && step === "transfer") {
    payByTransfer(context, transaction);
    return goOn(place);
  }
  // The buyer has navigated back to an address that only accepts forms.
  return redirect(samePage(place));
}

function showPage(exchange: Exchange, place: Place): Reply {
  const { name } = place.transaction.state;
  if (name === "ongoing" && !exchange.url.searchParams.has("other")) return show(200, codePage(place), place);
  if (name === "pending" || name === "processing") return show(200, waitingPage(place), place);
  if (name === "success" || name === "reversed") return show(200, donePage(place), place);
  return show(200, choosePage(place), place);
}

function takeCard(context: Context, exchange: Exchange, place: Place): Reply {
  const { test_card, number = "", expiry = "", cvc = "" } = readForm(exchange.body);
  const chosen = findTestCard(test_card ?? "");
  if (chosen) return charge(context, exchange, place, chosen);
  const read = readCardForm({ number, expiry, cvc }, context.now());
  if ("card" in read) return charge(context, exchange, place, read.card);
  // A number that is not a test card might be a real one, so it is not shown again.
  const entered = { fault: read.fault, card: findTestCard(number), expiry: expiry.slice(0, 9) };
  return show(422, choosePage(place, entered), place);
}

function charge(context: Context, exchange: Exchange, place: Place, card: TestCard): Reply {
  if (payByCard(context, place.transaction, card) === "answers") return goOn(place);
  context.timers.after(context.settings.holdMs, () => exchange.request.socket.destroy());
  return "hang";
}

/** Redirects to the seller after a successful payment, and otherwise to the page, which shows the next step. */
function goOn(place: Place): Reply {
  const isDone = place.transaction.state.name === "success";
  return redirect((isDone && returnUrl(place.transaction, "return")) || samePage(place));
}

function leave(place: Place, how: "return" | "cancel"): Reply {
  return redirect(returnUrl(place.transaction, how) ?? samePage(place));
}

const samePage = ({ transaction, up }: Place) => `${up}${transaction.accessCode}`;

/** Follows Paystack: the callback gets the reference under two names, and cancelling may have its own address. */
function returnUrl(
  { callbackUrl, metadata, reference }: Transaction,
  how: "return" | "cancel",
): string | undefined {
  const cancel = metadata?.cancel_action;
  if (how === "cancel" && typeof cancel === "string" && /^https?:\/\//.test(cancel) && URL.canParse(cancel)) {
    return new URL(cancel).href;
  }
  if (callbackUrl === null) return undefined;
  const url = new URL(callbackUrl);
  url.searchParams.append("trxref", reference);
  url.searchParams.append("reference", reference);
  return url.href;
}

function redirect(location: string): Reply {
  return { status: 303, headers: { location, "cache-control": "no-store" }, body: "" };
}

const styleDigest = createHash("sha256").update(style).digest("base64");

function show(status: number, { html }: Html, place?: Place): Reply {
  // The response to a form may redirect the buyer to the seller, and browsers apply `form-action` to redirects too.
  const back = place && returnUrl(place.transaction, "return");
  const forms = back ? `'self' ${new URL(back).origin}` : "'self'";
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleDigest}'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
  return { status, headers, body: html };
}
