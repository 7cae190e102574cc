import type { Socket } from "node:net";
import { ApiError } from "../contract/errors.ts";
import { errorBody } from "./error-handler.ts";
import { requestIdOf } from "./request.ts";

// An import would also load Node's own fetch, which nothing here uses.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/**
 * Bytes that are not HTTP, or too much of it, never become a request. They are answered on the bare connection, in the
 * form that callers read.
 */
export function rejectMalformed(fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) socket.write(responseTo(reasonOf(fault.code)));
  socket.destroySoon();
}

function reasonOf(code: string | undefined): ApiError {
  if (code === "HPE_HEADER_OVERFLOW") {
    const message = "The URL and the headers together are larger than 16 KiB. Shorten them.";
    return new ApiError(431, "headers_too_large", message);
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    const message = "The request did not arrive within 60 seconds. Send it again.";
    return new ApiError(408, "request_timeout", message);
  }
  return new ApiError(422, "malformed_request", "The request is not valid HTTP.");
}

function responseTo(error: ApiError): string {
  const requestId = requestIdOf({ headers: {} }, new Date());
  const body = errorBody(error, requestId);
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    `x-request-id: ${requestId}`,
    "x-content-type-options: nosniff",
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}
