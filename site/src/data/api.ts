import { texts as errorTexts } from "../texts/errors.ts";
import { texts } from "../texts/ui.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
export type FieldError = { field: string; message: string };

type Details = {
  errors?: readonly FieldError[];
  requestId?: string | undefined;
  body?: Record<string, unknown>;
};

/** A failed call. The message is a sentence for the user. */
export class ApiFailure extends Error {
  /** 0 when there was no response. */
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string | undefined;
  /** The whole response body, for errors with more fields. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = details.errors ?? [];
    this.requestId = details.requestId;
    this.body = details.body ?? {};
  }
}

/** The CSRF token of the session and the current company, sent with every call. */
type Identity = { csrfToken: string | undefined; companyId: number | undefined };
const identity: Identity = { csrfToken: undefined, companyId: undefined };

export function setIdentity(next: Partial<Identity>): void {
  Object.assign(identity, next);
}

export type CallOptions = {
  /** Set by `callOnce`. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** Asks the user for a password or code; resolves to false when they cancel. */
type StepUpPrompt = () => Promise<boolean>;
let promptForStepUp: StepUpPrompt | undefined;

/** Sets the prompt that is shown when a change requires a step-up. */
export function onStepUpRequired(ask: StepUpPrompt): void {
  promptForStepUp = ask;
}

/** Asks the user to sign in again over the page; resolves to false when they leave it instead. */
let promptForSignIn: StepUpPrompt | undefined;

/** Sets the prompt that is shown when the session has ended. */
export function onSessionEnded(ask: StepUpPrompt): void {
  promptForSignIn = ask;
}

/** Only a page that had a session can lose it. The endpoints of accounts answer 401 for other reasons. */
export async function signInAgain(): Promise<boolean> {
  if (identity.csrfToken === undefined || !promptForSignIn) return false;
  const isSignedIn = await promptForSignIn();
  // A person who closes the dialog signs in on the sign-in page; the dialog does not open again.
  if (!isSignedIn) identity.csrfToken = undefined;
  return isSignedIn;
}

const isAccountPath = (path: string) => path.startsWith("/app/auth/") || path === "/app/session";

/** `path` is relative to the API (`/invoices?limit=5`) or a full path (`/app/session`, `/operator/api/…`). */
export async function call<Data = Record<string, unknown>>(
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Data> {
  const response = await send(method, path, body, options);
  const content = await readBody(response);
  if (response.ok) return content as Data;
  const failure = toApiFailure(response, content);
  if (failure.code === "unauthenticated" && !isAccountPath(path) && (await signInAgain())) {
    return call(method, path, body, options);
  }
  if (failure.code !== "step_up_required" || !promptForStepUp) throw failure;
  if (await promptForStepUp()) return call(method, path, body, options);
  throw new ApiFailure(failure.status, failure.code, texts.failure.unproved, {
    requestId: failure.requestId,
  });
}

/**
 * A POST that takes effect once, however often it is sent: by a second press, or again after the connection broke. Its
 * idempotency key stays the same until there is a response; after that, the same call is a new one.
 */
export async function callOnce<Data>(path: string, body?: unknown): Promise<Data> {
  const request = `${path} ${JSON.stringify(body)}`;
  const key = unanswered.get(request) ?? crypto.randomUUID();
  unanswered.set(request, key);
  try {
    const data = await call<Data>("POST", path, body, { idempotencyKey: key });
    unanswered.delete(request);
    return data;
  } catch (error) {
    if (isRefusal(error)) unanswered.delete(request);
    throw error;
  }
}

const unanswered = new Map<string, string>();

/** A refused change did not happen. After any other failure it may have happened, and must not happen twice. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && error.status >= 400 && error.status < 500;
}

const addressOf = (path: string): string => (/^\/(app|operator)\//.test(path) ? path : `/app/api${path}`);

/** The URL of a file, such as a PDF or an export. A link sends no headers, so the company is in the query string. */
export function downloadUrl(path: string): string {
  const address = addressOf(path);
  if (identity.companyId === undefined) return address;
  return `${address}${address.includes("?") ? "&" : "?"}company_id=${identity.companyId}`;
}

/** `?status=paid&limit=25`, without empty values. */
export function query(values: Record<string, string | number | boolean | null | undefined>): string {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function send(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (identity.csrfToken && method !== "GET") headers["x-csrf-token"] = identity.csrfToken;
  if (identity.companyId !== undefined) headers["x-company-id"] = String(identity.companyId);
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (options.signal) init.signal = options.signal;
  try {
    return await (takeEarly(method, addressOf(path)) ?? fetch(addressOf(path), init));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiFailure(0, "unreachable", texts.failure.unreachable);
  }
}

/** The response to a request that was sent while this code was loading; each is used once. */
function takeEarly(method: Method, address: string): Promise<Response> | undefined {
  const early = method === "GET" ? globalThis.window?.earlyResponses : undefined;
  const response = early?.get(address);
  early?.delete(address);
  return response;
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    if (response.ok) return { text };
    return {};
  }
}

/** The message is `error` in the API and `message` in better-auth. */
function toApiFailure(response: Response, content: unknown): ApiFailure {
  const body = (typeof content === "object" && content !== null ? content : {}) as Record<string, unknown>;
  const said = [body.error, body.message].find((text) => typeof text === "string" && text !== "");
  const fallback = response.status >= 500 ? texts.failure.broken : texts.failure.refused;
  const requestId = body.request_id ?? response.headers.get("x-request-id") ?? undefined;
  return new ApiFailure(
    response.status,
    typeof body.code === "string" ? body.code : `http_${response.status}`,
    inLanguage(body, typeof said === "string" ? said : undefined) ?? fallback,
    {
      errors: (Array.isArray(body.errors) ? (body.errors as FieldError[]) : []).map((error) => ({
        ...error,
        message: errorTexts.field(error.message),
      })),
      requestId: typeof requestId === "string" ? requestId : undefined,
      body,
    },
  );
}

/** The service writes English; in other languages the code of the error decides, if it is a known one. */
function inLanguage(body: Record<string, unknown>, said: string | undefined): string | undefined {
  const known =
    typeof body.erasable_from === "string"
      ? errorTexts.erasableFrom(body.erasable_from)
      : (errorTexts.codes as Readonly<Record<string, string>>)[String(body.code)];
  return texts.language === "en" ? (said ?? known) : (known ?? said);
}
