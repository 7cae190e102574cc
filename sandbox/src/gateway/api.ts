import { createHash } from "node:crypto";
import { decoded, type Exchange } from "../exchange.ts";
import type { Context } from "./context.ts";
import { json, type Reply, readFields } from "./exchange.ts";
import type { Call, CallFault } from "./faults.ts";
import { notifyOutstanding } from "./notifications.ts";
import { createRefund, findRefund, listRefunds, transactionOf } from "./refunds.ts";
import { readInitialize, readRefund, requireShape } from "./schemas.ts";
import { faultOf, findTransaction, openTransaction } from "./transactions.ts";
import { disputeAnswer, refundAnswer, refundCreatedAnswer, transactionAnswer } from "./wire.ts";

/** The endpoints that a company's server calls. */
export function answerApi(context: Context, exchange: Exchange): Reply {
  const { request, url } = exchange;
  const route = routes.find(({ method, path }) => request.method === method && path.test(url.pathname));
  if (!route) return json(404, { status: false, message: "There is nothing at this address" });
  const fault = context.faults.take(route.call);
  if (fault === "down") return "cut";
  if (fault === "hang") return "hang";
  if (fault === "garbage") return { status: 200, headers: {}, body: "<!doctype html><p>Back in a moment" };
  const answer = faultAnswer(fault) ?? answerRoute(context, exchange, route);
  if (fault === "cut_after") return "cut";
  if (fault === "hang_after") return "hang";
  return json(answer.status, answer.body);
}

type Answer = { status: number; body: unknown };
type Asked = { name: string; query: URLSearchParams; fields: Record<string, unknown> | undefined };
type Run = (context: Context, account: string, asked: Asked) => Answer;

const routes: readonly { method: string; path: RegExp; call: Call; run: Run }[] = [
  { method: "POST", path: /^\/transaction\/initialize$/, call: "initialize", run: initialize },
  { method: "GET", path: /^\/transaction\/verify\/([^/]+)$/, call: "verify", run: verify },
  { method: "POST", path: /^\/refund$/, call: "refund", run: refund },
  { method: "GET", path: /^\/refund$/, call: "refunds", run: refunds },
  { method: "GET", path: /^\/refund\/(\d+)$/, call: "refunds", run: fetchRefund },
  { method: "GET", path: /^\/dispute$/, call: "disputes", run: disputes },
  { method: "GET", path: /^\/dispute\/transaction\/(\d+)$/, call: "dispute", run: fetchDispute },
];

function faultAnswer(fault: CallFault | undefined): Answer | undefined {
  if (fault === "error") return refusal(500, "An error occurred");
  if (fault === "busy") return refusal(429, "Too many requests");
  if (fault === "unauthorized") return refusal(401, "Invalid key");
  return undefined;
}

function answerRoute(context: Context, exchange: Exchange, { path, run }: (typeof routes)[number]): Answer {
  const { authorization } = exchange.request.headers;
  if (!authorization) return refusal(401, "No Authorization Header was found");
  const account = runWithFaults(context, authorization);
  if (account === undefined) return refusal(401, "Invalid key");
  const { pathname, searchParams: query } = exchange.url;
  const name = decoded(path.exec(pathname)?.[1] ?? "");
  return run(context, account, { name, query, fields: readFields(exchange) });
}

/** Every key in the form of a test key has its own account. */
function runWithFaults(context: Context, authorization: string): string | undefined {
  const [, key] = /^Bearer\s+(sk_test_\S+)$/.exec(authorization) ?? [];
  if (key === undefined) return undefined;
  const account = createHash("sha256").update(key).digest("hex").slice(0, 32);
  if (!context.ledger.keys.has(account)) {
    context.ledger.keys.set(account, key);
    notifyOutstanding(context, account);
  }
  return account;
}

function initialize(context: Context, account: string, { fields }: Asked): Answer {
  if (!fields) return refusal(400, "Invalid JSON", "invalid_json");
  const request = readInitialize(fields);
  if ("refusal" in request) return refusal(400, request.refusal, request.code);
  if (request.reference !== null && findTransaction(context, account, request.reference)) {
    return refusal(400, "Duplicate Transaction Reference", "duplicate_reference");
  }
  const { accessCode, reference } = openTransaction(context, account, request);
  return success("initialize", "Authorization URL created", {
    authorization_url: `${context.settings.pagesAt}/${accessCode}`,
    access_code: accessCode,
    reference,
  });
}

function verify(context: Context, account: string, { name }: Asked): Answer {
  const transaction = findTransaction(context, account, name);
  if (!transaction) return refusal(404, "Transaction reference not found.");
  return success("verify", "Verification successful", {
    ...transactionAnswer(transaction),
    ...falseReport(context, transaction),
    ...(faultOf(transaction) === "amount_mismatch" && { amount: Math.max(1, transaction.amount - 100) }),
  });
}

function falseReport({ faults }: Context, { amount, currency }: { amount: number; currency: string }) {
  const { reports } = faults.plan();
  if (reports === "wrong_amount") return { amount: amount === 1 ? 2 : amount - 1 };
  if (reports === "wrong_currency") return { currency: currency === "USD" ? "NGN" : "USD" };
  if (reports === "wrong_reference") return { reference: "somebody-else" };
  return reports ?? {};
}

function refund(context: Context, account: string, { fields }: Asked): Answer {
  if (!fields) return refusal(400, "Invalid JSON", "invalid_json");
  const request = readRefund(fields);
  if ("refusal" in request) return refusal(400, request.refusal, request.code);
  const made = createRefund(context, account, request);
  if (typeof made === "string") return refusal(400, made, "invalid_refund");
  const data = refundCreatedAnswer(transactionOf(context, made), made);
  return success("refund", "Refund has been queued for processing", data);
}

function refunds(context: Context, account: string, { query }: Asked): Answer {
  const transaction = query.get("transaction");
  const all = listRefunds(context, account, transaction === null ? undefined : Number(transaction));
  const perPage = wholeBetween(query.get("perPage"), 1, 100) ?? 50;
  const page = wholeBetween(query.get("page"), 1, 1_000_000) ?? 1;
  const skipped = (page - 1) * perPage;
  const data = all
    .slice(skipped, skipped + perPage)
    .map((made) => refundAnswer(transactionOf(context, made), made));
  return success("refunds", "Refunds retrieved", data, {
    total: all.length,
    skipped,
    perPage: String(perPage),
    page,
    pageCount: Math.ceil(all.length / perPage),
    failedRefundCount: all.filter(({ state }) => state === "failed").length,
  });
}

function fetchRefund(context: Context, account: string, { name }: Asked): Answer {
  const found = findRefund(context, account, Number(name));
  if (!found) return refusal(404, "Refund not found");
  return success("fetchRefund", "Refund retrieved", refundAnswer(transactionOf(context, found), found));
}

function fetchDispute(context: Context, account: string, { name }: Asked): Answer {
  const transaction = context.ledger.transactions.get(Number(name));
  if (transaction?.account !== account || !transaction.dispute) return refusal(404, "Dispute not found");
  return success(
    "dispute",
    "Dispute retrieved successfully",
    disputeAnswer(transaction, transaction.dispute),
  );
}

/** Newest first, of those that were opened in the period. */
function disputes(context: Context, account: string, { query }: Asked): Answer {
  const [from, to] = [query.get("from"), query.get("to")].map((text) =>
    text === null ? null : Date.parse(text),
  );
  if (Number.isNaN(from) || Number.isNaN(to)) return refusal(400, "Invalid date");
  const all = [...context.ledger.transactions.values()]
    .flatMap((transaction) => (transaction.dispute ? [{ transaction, dispute: transaction.dispute }] : []))
    .filter(({ transaction }) => transaction.account === account)
    .filter(({ dispute }) => isWithin(Date.parse(dispute.createdAt), from ?? null, to ?? null))
    .sort((one, other) => other.dispute.createdAt.localeCompare(one.dispute.createdAt));
  const perPage = wholeBetween(query.get("perPage"), 1, 100) ?? 50;
  const page = wholeBetween(query.get("page"), 1, 1_000_000) ?? 1;
  const skipped = (page - 1) * perPage;
  const data = all
    .slice(skipped, skipped + perPage)
    .map(({ transaction, dispute }) => disputeAnswer(transaction, dispute));
  const pageCount = Math.ceil(all.length / perPage);
  return success("disputes", "Disputes retrieved", data, {
    total: all.length,
    skipped,
    perPage,
    page,
    pageCount,
  });
}

const isWithin = (at: number, from: number | null, to: number | null) =>
  (from === null || at >= from) && (to === null || at <= to);

function wholeBetween(text: string | null, least: number, most: number): number | undefined {
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;
}

function success(
  name: Parameters<typeof requireShape>[0],
  message: string,
  data: unknown,
  meta?: unknown,
): Answer {
  const body = { status: true, message, data, ...(meta === undefined ? {} : { meta }) };
  requireShape(name, body);
  return { status: 200, body };
}

function refusal(status: number, message: string, code?: string): Answer {
  const details =
    code === undefined ? {} : { meta: { nextStep: nextStep(code) }, type: "validation_error", code };
  const body = { status: false, message, ...details };
  requireShape("error", body);
  return { status, body };
}

const nextStep = (code: string) =>
  code === "duplicate_reference" ? "Try again with a new reference" : "Correct the request and send it again";
