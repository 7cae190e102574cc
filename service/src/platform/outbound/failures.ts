/** Why a call got no response. The message is for people, and contains nothing of the request. */
export type OutboundFailure = {
  kind: "failed";
  failure: Failure;
  message: string;
  durationMs: number;
  /** A kept-alive connection broke before the response, so a call on a new connection may well succeed. */
  reusedConnection?: boolean;
};

type Failure =
  | "address_refused"
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "closed"
  | "protocol"
  | "invalid_url";
type Reason = readonly [Failure, string];

/** The progress of a call. */
export type Phase = "waiting" | "connecting" | "sent" | "answering";

export function failed(startedAt: number, [failure, message]: Reason): OutboundFailure {
  return { kind: "failed", failure, message, durationMs: Math.round(performance.now() - startedAt) };
}

export const shutDown: Reason = ["closed", "the service was stopping"];

// This is a symbol, because TLS errors have a `reason` property of their own.
const ownReason = Symbol("reason");

/** An error that carries its reason, for callbacks that can only report errors. */
export function errorWithReason(failure: Failure, message: string): Error {
  return Object.assign(new Error(message), { [ownReason]: [failure, message] satisfies Reason });
}

export function timeoutReason(phase: Phase, timeoutMs: number): Reason {
  const within = `within ${timeoutMs / 1000} s`;
  const messages = {
    waiting: `no connection became available ${within}`,
    connecting: `no connection to the server ${within}`,
    sent: `no response ${within}`,
    answering: `the response was not complete ${within}`,
  };
  return ["timeout", messages[phase]];
}

/** Maps errors of undici, TLS and the operating system to a reason. */
export function failureReason(error: unknown, phase: Phase): Reason {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const known = (error as { [ownReason]?: Reason })[ownReason] ?? knownReasons[code];
  if (known) return known;
  if (code.startsWith("UND_ERR_INVALID") || code === "UND_ERR_NOT_SUPPORTED") {
    return ["protocol", `the request could not be sent: ${message}`];
  }
  if (code.startsWith("ERR_SSL") || code === "EPROTO") return ["tls", `no secure connection (${code})`];
  if (phase === "waiting" || phase === "connecting") {
    // A code that is not from the operating system is from OpenSSL, about the certificate.
    if (/^(E[A-Z0-9]+)?$/.test(code)) return ["connect", `the connection failed (${code})`];
    return ["tls", `the certificate could not be verified (${code})`];
  }
  if (isConnectionClosed(error)) {
    return [
      "closed",
      `the server closed the connection ${phase === "sent" ? "without responding" : "while responding"}`,
    ];
  }
  return ["protocol", "the response is not valid HTTP/1.1"];
}

/** Whether the other side closed the connection, as opposed to sending something wrong. */
export function isConnectionClosed(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  // undici also reports a socket error when a response cannot be parsed; its message then starts with "bad".
  if (code === "UND_ERR_SOCKET") return !message.startsWith("bad");
  return closedCodes.has(code);
}

const closedCodes = new Set([
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "HPE_INVALID_EOF_STATE",
]);

const untrusted: Reason = ["tls", "the certificate comes from an authority that is not trusted"];

const knownReasons: Record<string, Reason> = {
  ECONNREFUSED: ["connect", "the connection was refused"],
  EHOSTUNREACH: ["connect", "the server cannot be reached"],
  ENETUNREACH: ["connect", "the server cannot be reached"],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["tls", "the certificate is self-signed"],
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    "tls",
    "the certificate's chain is incomplete, or its authority is not trusted",
  ],
  CERT_HAS_EXPIRED: ["tls", "the certificate has expired"],
  CERT_NOT_YET_VALID: ["tls", "the certificate is not valid yet"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["tls", "the certificate is for another name"],
  UND_ERR_HEADERS_OVERFLOW: ["protocol", "the response headers are too large"],
};
