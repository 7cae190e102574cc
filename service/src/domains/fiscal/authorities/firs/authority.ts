import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { failed, malformedResponse } from "../outcomes.ts";
import type { Adapter, AuthorityCall, Failed, Outcome, SettingName } from "../port.ts";
import { publicKeyOf } from "../signed-token.ts";
import { firsDocument } from "./document.ts";
import { firsKey, isIrn } from "./key.ts";
import { type FirsSubmission, lookUp } from "./look-up.ts";
import { firsQr } from "./qr.ts";
import { acceptedBy, receiptOf } from "./receipt.ts";
import { firsFaults } from "./requirements.ts";
import { checkSettings } from "./settings.ts";
import { cancel, reportPayment } from "./updates.ts";
import { callFirs, type FirsRefusal, rejectedBy } from "./wire.ts";

const settings = [
  "base_url",
  "business_id",
  "service_id",
  "api_key",
  "api_secret",
  "public_key",
  "certificate",
] as const satisfies SettingName[];

/** Nigeria's Merchant Buyer Solution: we generate the IRN and the QR code, and `sign` is irreversible. */
export const firsMbs: Adapter = firsLike({
  name: "firs_mbs",
  title: "FIRS MBS",
  settings,
  // Every public client validates first; whether FIRS would sign an unvalidated document is not documented.
  validatesFirst: true,
});

/** Our own authority for tests. It uses the protocol of FIRS, and signs its responses. */
export const sandboxAuthority: Adapter = firsLike({
  name: "sandbox",
  title: "Sandbox authority",
  settings: [...settings, "signing_key"],
  // Its `sign` makes the same checks and reports all errors, so validation would be a wasted call.
  validatesFirst: false,
});

type FirsVariant = Pick<Adapter, "name" | "title" | "settings"> & { validatesFirst: boolean };

function firsLike({ name, title, settings, validatesFirst }: FirsVariant): Adapter {
  return {
    name,
    title,
    settings,
    // No figure is published; the sandbox's slow mode takes two seconds.
    lookUpLagMs: 5_000,
    documentKey: firsKey,
    faults: firsFaults,
    check: (call) => checkSettings(title, call),
    submit: async (call, document, key) => {
      const sent = prepare(call, document, key);
      if ("kind" in sent) return sent;
      const submission = { call, document, sent };
      return (validatesFirst ? await validate(submission) : undefined) ?? sign(submission);
    },
    lookUp: async (call, document, key) => {
      const sent = prepare(call, document, key);
      return "kind" in sent ? { ...sent, mayHaveCommitted: true } : lookUp(call, sent);
    },
    cancel,
    reportPayment,
  };
}

/** Everything that can fail on our side must do so before the document is submitted. */
function prepare(call: AuthorityCall, document: CanonicalDocument, irn: string): FirsSubmission | Failed {
  const { account, now } = call;
  const qr = firsQr(irn, account, now);
  if (qr === undefined || (account.signing_key && !publicKeyOf(account.signing_key))) {
    return failed("auth", false, "can't be used with the configured keys and certificate");
  }
  if (!isIrn(irn))
    return failed("auth", false, "needs a service id of eight letters and digits. Set service_id");
  return { irn, qr, invoice: firsDocument(document, account, irn) };
}

type Submission = { call: AuthorityCall; document: CanonicalDocument; sent: FirsSubmission };

/** Reports errors and timeouts while it is certain that nothing was submitted; undefined if validation passed. */
async function validate({ call, document, sent }: Submission): Promise<Outcome | undefined> {
  const path = "/api/v1/invoice/validate";
  const checked = await callFirs(call, { operation: "validate", method: "POST", path, body: sent.invoice });
  if (checked.kind === "failed") return checked;
  if (checked.kind === "ok") return undefined;
  return isDuplicate(checked) ? acceptExisting(call, sent) : rejectedBy(checked, document.type);
}

async function sign({ call, document, sent }: Submission): Promise<Outcome> {
  const path = "/api/v1/invoice/sign";
  const request = { operation: "submit", method: "POST", path, body: sent.invoice, commits: true } as const;
  const reply = await callFirs(call, request);
  if (reply.kind === "failed") return reply;
  if (reply.kind === "refused") {
    return isDuplicate(reply) ? acceptExisting(call, sent) : rejectedBy(reply, document.type);
  }
  const { data } = reply;
  // The real authority returns no more than this; only the look-up shows what it accepted.
  if (isObject(data) && data.ok === true && data.irn === undefined) return confirm(call, sent);
  const receipt = receiptOf(data, call.account);
  return receipt?.irn === sent.irn ? acceptedBy(receipt, sent.qr, call.now) : malformedResponse(true);
}

function isDuplicate({ status, errors }: FirsRefusal): boolean {
  const isReported = errors.some(({ code, message }) => {
    const [before = "", ...after] = `${code} ${message}`.toLowerCase().split("already");
    return [before, ...after].some((words) => words.includes("duplicate")) || after.some(saysTaken);
  });
  return status === 409 || isReported;
}

const saysTaken = (words: string) => /sign|regist|exist|submit/.test(words);

/** The document was submitted before: by us, if it is the same document. */
async function acceptExisting(call: AuthorityCall, sent: FirsSubmission): Promise<Outcome> {
  const found = await lookUp(call, sent);
  if (found.kind !== "absent") return found;
  return failed("unavailable", true, "it says that it has the document, but can't return it yet");
}

async function confirm(call: AuthorityCall, sent: FirsSubmission): Promise<Outcome> {
  const found = await lookUp(call, sent, true);
  return found.kind === "accepted" || found.kind === "rejected" ? found : malformedResponse(true);
}
