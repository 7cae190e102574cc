import type { ErrorFormat } from "../calls.ts";
import { type Answer, json } from "../exchange.ts";

export type Info = { InfCd: string; Desc: unknown };
export type Denial = { ErrorCode: string; ErrorMessage: string };

export function granted(data: unknown, info: readonly Info[] | null = null): Answer {
  return json(200, { Status: 1, ErrorDetails: null, InfoDtls: info, Data: data });
}

/** A refusal has HTTP status 200, as with the real portal. */
export function denied(errors: readonly Denial[], info: readonly Info[] | null = null): Answer {
  return json(200, { Status: 0, ErrorDetails: errors, InfoDtls: info, Data: null });
}

export function denial(code: keyof typeof messages, more?: string): Denial {
  return {
    ErrorCode: code,
    ErrorMessage: more === undefined ? messages[code] : `${messages[code]}: ${more}`,
  };
}

const messages = {
  "1005": "Invalid Token",
  "1007": "Authentication failed, the client id or secret is wrong",
  "1008": "Invalid login credentials",
  "1010": "Invalid GSTIN or user",
  "1013": "Decryption of the data failed",
  "1014": "Inactive user",
  "2140": "Schema validation failed",
  "2148": "Requested IRN data is not available",
  "2150": "Duplicate IRN",
  "2154": "IRN details are not found",
  "2270": "The allowed cancellation time limit is crossed, you cannot cancel the IRN",
  "2278": "IRN is already generated and is cancelled, it cannot be generated again",
  "2283": "IRN details cannot be provided as it is generated more than 2 days ago",
  "9999": "Invoice is not active",
};

/** The gateway in front of the portal has its own error format, which does not tell whether the call was processed. */
export function errorFormatFor(unauthorized: "1005" | "1008"): ErrorFormat {
  return {
    failure: (status, headers) => {
      const message = status === 504 ? "Endpoint request timed out" : "Internal server error";
      return json(status, { message: status === 429 ? "Too Many Requests" : message }, headers);
    },
    unauthorized: () => denied([denial(unauthorized)]),
  };
}
