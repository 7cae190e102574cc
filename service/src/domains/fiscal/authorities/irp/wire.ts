import type { OutboundResponse, OutboundResult } from "../../../../platform/outbound/outbound.ts";
import { parseObject } from "../../../../platform/outbound/response-parsing.ts";
import { type AuthorityRequest, recordExchange, send } from "../http-exchange.ts";
import { secretsOf } from "../masking.ts";
import { failed, failureIn, malformedResponse, unreadable } from "../outcomes.ts";
import type { AuthorityCall, Failed } from "../port.ts";
import { seal, unseal } from "./codec.ts";
import { type Envelope, envelopeOf, type IrpError, opened } from "./envelope.ts";
import { clientHeaders, isOutage, openSession, renewSession, type Session } from "./session.ts";

export type IrpReply =
  | { kind: "granted"; data: Record<string, unknown>; warnings: string[] }
  | { kind: "denied"; errors: IrpError[]; duplicateIrn: string | undefined }
  | Failed;

export type IrpRequest = Pick<AuthorityRequest, "operation" | "method" | "path"> & {
  /** The content of the encrypted envelope. */
  content?: object;
  /** Whether the call is irreversible. */
  commits?: boolean;
};

/**
 * Sends a request within a session. A session that the portal no longer accepts is renewed once, because a rejected
 * call had no effect.
 */
export async function callIrp(call: AuthorityCall, irpRequest: IrpRequest): Promise<IrpReply> {
  const session = await openSession(call, irpRequest.operation);
  if ("kind" in session) return session;
  const first = await exchange(call, session, irpRequest);
  if (!isAboutLogin(first)) return first;
  const renewed = await renewSession(call, irpRequest.operation, session);
  if ("kind" in renewed) return renewed;
  const second = await exchange(call, renewed, irpRequest);
  return isAboutLogin(second) ? failed("auth", false, "does not accept the session that it issued") : second;
}

// The error codes for token, client, user and key.
const loginCodes = new Set(["1004", "1005", "1006", "1007", "1008", "1010", "1013", "1014"]);

const isAboutLogin = (reply: IrpReply) =>
  reply.kind === "denied" && reply.errors.some(({ code }) => loginCodes.has(code));

async function exchange(call: AuthorityCall, session: Session, irpRequest: IrpRequest): Promise<IrpReply> {
  const { content, commits = false, ...rest } = irpRequest;
  const { token, key } = session;
  const headers = { ...clientHeaders(call.account), AuthToken: token, "auth-token": token };
  const plain = content && JSON.stringify(content);
  const body = plain === undefined ? {} : { body: JSON.stringify({ Data: seal(key, plain) }) };
  const request = { ...rest, headers, ...body };
  const result = await send(call, request);
  const secrets = [...secretsOf(call.account), token, key.toString("base64")];
  const isAnswered = result.kind === "answered" && !result.truncated;
  const envelope = isAnswered ? envelopeOf(result.body, secrets) : undefined;
  const data = envelope && contentOf(envelope, key);
  recordExchange(call, request, result, {
    code: envelope?.errors[0]?.code ?? null,
    // The exchange is recorded decrypted.
    ...(plain !== undefined && { request: plain }),
    ...(data && isAnswered && { response: opened(result.body, data) }),
    secrets,
  });
  return read(result, envelope, data, commits);
}

function contentOf({ data, rek }: Envelope, key: Buffer): Record<string, unknown> | undefined {
  const plain = unseal(unseal(key, rek) ?? key, data);
  return plain && parseObject(plain);
}

function read(
  result: OutboundResult,
  envelope: Envelope | undefined,
  data: Record<string, unknown> | undefined,
  commits: boolean,
): IrpReply {
  const failure = failureIn(result, commits);
  if (failure) return failure;
  if (!envelope) return unreadable(result as OutboundResponse, commits);
  const { errors, duplicateIrn, warnings } = envelope;
  if (envelope.isGranted) return data ? { kind: "granted", data, warnings } : malformedResponse(commits);
  const outage = errors.find(({ code }) => isOutage(code));
  if (outage) return failed("unavailable", commits, outage.message);
  // A rejection without a reason is not reliable.
  return errors.length > 0 ? { kind: "denied", errors, duplicateIrn } : malformedResponse(commits);
}
