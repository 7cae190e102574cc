import { integrationFailed } from "../../../../contract/errors.ts";
import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import { errorOf } from "../outcomes.ts";
import { type AuthorityCall, settingOf } from "../port.ts";
import { codeOf } from "../response-fields.ts";
import { taxWords, typeCodes } from "./document.ts";
import { firsQr } from "./qr.ts";
import { callFirs } from "./wire.ts";

/** Validates a made-up IRN, and compares our code tables with the authority's lists. */
export async function checkSettings(title: string, call: AuthorityCall): Promise<void> {
  const { account, now } = call;
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  const irn = `CHECK-${settingOf(account, "service_id")}-${day}`;
  if (firsQr(irn, account, now) === undefined) {
    throw integrationFailed(title, "can't be used with this public key and certificate. Enter them again");
  }
  const body = { invoice_reference: "CHECK", business_id: settingOf(account, "business_id"), irn };
  const path = "/api/v1/invoice/irn/validate";
  const reply = await callFirs(call, { operation: "check", method: "POST", path, body });
  if (reply.kind === "failed") throw errorOf(title, reply);
  if (reply.kind === "refused") {
    const { field, message } = reply.errors[0]!;
    throw integrationFailed(title, `rejected these settings: ${field ?? "it"} ${message}`);
  }
  await checkWords(title, call, "invoice-types", expectedTypes);
  await checkWords(title, call, "tax-categories", expectedTaxes);
}

/** The expected meaning of each of our codes. */
type Expected = Readonly<Record<string, RegExp>>;

const expectedTypes: Expected = { [typeCodes.invoice]: /invoice/i, [typeCodes.credit_note]: /credit/i };
const expectedTaxes: Expected = Object.fromEntries(Object.values(taxWords).map((word) => [word, /./]));

async function checkWords(
  title: string,
  call: AuthorityCall,
  list: string,
  expected: Expected,
): Promise<void> {
  const path = `/api/v1/invoice/resources/${list}`;
  const reply = await callFirs(call, { operation: "check", method: "GET", path });
  if (reply.kind === "failed") throw errorOf(title, reply);
  // An unreadable list proves nothing either way.
  if (reply.kind === "refused" || !Array.isArray(reply.data)) return;
  const meanings = new Map(
    reply.data.filter(isObject).map(({ code, value }) => [codeOf(code), String(value).slice(0, 100)]),
  );
  for (const [word, meaning] of Object.entries(expected)) {
    const theirs = meanings.get(word);
    if (theirs !== undefined && meaning.test(theirs)) continue;
    const what = theirs === undefined ? "does not know" : `understands '${theirs}' by`;
    throw integrationFailed(title, `${what} the code ${word} that is used for it (${list}). Ask its support`);
  }
}
