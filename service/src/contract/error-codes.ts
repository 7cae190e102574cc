/**
 * Every word that an error answer can carry in `code`: the status it comes with, why it comes, and what to do. The
 * types hold each error that is thrown against this list; the contract and the guide on errors are written from it.
 */

type Described = {
  status: number;
  cause: string;
  cure: string;
  /** Where it occurs, if not in answers of the API's own operations. */
  place?: "every address" | "the site" | "the embedded portal" | "the address for signed notifications";
};

export const errorCodes = {
  unauthenticated: {
    status: 401,
    cause: "The App ID or the Secret is missing, wrong, expired or revoked.",
    cure: "Send both, in either header form. One text covers all causes, so look at the key in the company's settings.",
  },
  scope_missing: {
    status: 403,
    cause: "The key, or the person's role, lacks the scope that the operation needs; `scope` names it.",
    cure: "Enable the scope for the key in the company's settings, use another key, or ask an owner of the company.",
  },
  subscription_inactive: {
    status: 403,
    cause: "The company is suspended, or not approved yet.",
    cure: "Ask the operator of the service. `GET /ping` still answers and tells the state.",
  },
  feature_disabled: {
    status: 403,
    cause:
      "The operation belongs to a feature that the company's subscription does not include; `feature` names it.",
    cure: "Ask the operator of the service to enable the feature.",
  },
  not_found: {
    status: 404,
    cause: "No record of this company has that id. Another company's record looks the same as none.",
    cure: "Check the id, and that the key is of the company that has the record.",
  },
  unknown_path: {
    status: 404,
    cause: "There is no operation with that method and path.",
    cure: "Compare both with the API reference; paths are in lower case and end without a slash.",
    place: "every address",
  },
  body_too_large: {
    status: 413,
    cause: "The body is larger than 1 MiB; 16 KiB where neither key nor session is needed.",
    cure: "Send less at once.",
  },
  invalid_request: {
    status: 422,
    cause: "One or more fields are missing or wrong; `errors` lists them all.",
    cure: "Show each message beside its field, or correct the program. A retry without a change fails again.",
  },
  malformed_json: {
    status: 422,
    cause: "The body is empty, is not JSON, is not UTF-8, or has a number of more than 40 characters.",
    cure: "Send one JSON object in UTF-8. The message says where the reader stopped.",
  },
  malformed_request: {
    status: 422,
    cause: "The request is broken as HTTP, such as a length that is not that of the body.",
    cure: "Use an HTTP library, and look at proxies on the way.",
    place: "every address",
  },
  headers_too_large: {
    status: 431,
    cause: "The address and the headers have more than 16 KiB together.",
    cure: "Send less of them: filters belong into few values, and what is long into a body.",
    place: "every address",
  },
  request_timeout: {
    status: 408,
    cause: "The request did not arrive within 60 seconds.",
    cure: "Send it again in one go, with the same `Idempotency-Key`: nothing was done.",
    place: "every address",
  },
  unsupported_media_type: {
    status: 422,
    cause: "The body is said to be something else than JSON.",
    cure: "Send `Content-Type: application/json`.",
  },
  invalid_state: {
    status: 422,
    cause: "The request is well formed, but the record's state does not allow it.",
    cure: "Read the record again and act on the state that it has. The message says what is possible.",
  },
  already_invoiced: {
    status: 422,
    cause: "The sale has an invoice already, so it can't be changed, cancelled or invoiced again.",
    cure: "Go on with the invoice that the message names. Deleting it as a draft opens the sale again.",
  },
  idempotency_mismatch: {
    status: 422,
    cause: "The Idempotency-Key was used in the last 24 hours for another path or body.",
    cure: "Use a new key for a new request, and the very same body for a retry.",
  },
  document_invalid: {
    status: 422,
    cause:
      "The invoice or credit note breaks a rule of EN 16931, so it can't be written as UBL; `errors` names the rules.",
    cure: "Complete the company's profile or the customer. What is issued keeps its content: credit it and make a new one.",
  },
  fiscal_incomplete: {
    status: 422,
    cause:
      "The document lacks something that the revenue authority requires; `errors` lists it. The authority was not called.",
    cure: "Nothing changed. Complete the company, the customer or the draft, then register again. An issued invoice takes over what was empty with POST /invoices/{id}/refresh_parties; anything else in it needs a credit note and a new invoice.",
  },
  fiscal_rejected: {
    status: 422,
    cause:
      "The revenue authority looked at the document, or at its cancellation, and refused it; `errors` says why.",
    cure: "Where it names the customer or the company, correct that, call POST /invoices/{id}/refresh_parties, and register again under the same number. Anything else in an issued invoice needs a credit note and a new invoice.",
  },
  rate_limited: {
    status: 429,
    cause:
      "More POST requests came with this key, or of this company, than the rate allows, or the company read more than its budget of cost units; `budget` says which.",
    cure: "Wait for the seconds in `Retry-After`, then go on more slowly. Nothing was done.",
  },
  quota_exceeded: {
    status: 429,
    cause:
      "The subscription's monthly number of invoices or payment links is used up; `quota`, `limit`, `used` and `resets_at` tell.",
    cure: "Wait for the next month, or ask the operator of the service for a larger plan. Do not retry in between.",
  },
  internal_error: {
    status: 500,
    cause: "A fault on our side.",
    cure: "Retry with the same Idempotency-Key, which is safe. If it stays, tell the operator the `request_id`.",
  },
  integration_auth_failed: {
    status: 502,
    cause:
      "The gateway or the authority does not accept the credentials that are configured for the company.",
    cure: "Set them again. A registration that was under way is finished by itself afterwards.",
  },
  integration_error: {
    status: 502,
    cause: "The gateway or the authority answered with an error, or with something that makes no sense.",
    cure: "Retry later. A registration is finished in the background and told by an event.",
  },
  database_unavailable: {
    status: 503,
    cause: "The service can't reach its database.",
    cure: "Retry after `Retry-After`, a POST with the same Idempotency-Key: whether it was done is not known.",
  },
  query_timeout: {
    status: 503,
    cause:
      "Reading took longer than 10 seconds, or waited as long behind other slow reads of the same company.",
    cure: "Ask for less at once: a shorter time, a smaller page, or filters that match more than a few of very many records. Retry after `Retry-After`.",
  },
  idempotency_busy: {
    status: 503,
    cause: "An earlier request with the same Idempotency-Key is still running.",
    cure: "Retry after `Retry-After` with the same key: the first answer is then given again.",
  },
  integration_not_configured: {
    status: 503,
    cause: "The company has no payment gateway, or no revenue authority, and the operation needs one.",
    cure: "Set it up in the company's settings or on the command line. Waiting does not help, so there is no `Retry-After`.",
  },
  integration_unavailable: {
    status: 503,
    cause: "The gateway or the authority can't be reached, or asks to be left alone for a while.",
    cure: "Retry after `Retry-After`. A registration is finished in the background and told by an event.",
  },
  secret_unreadable: {
    status: 503,
    cause: "A secret of the company is encrypted with a key that the service does not have.",
    cure: "Tell the operator, who finds the key's name in the log and by `billfold doctor`. Waiting alone does not help.",
  },
  https_required: {
    status: 403,
    cause: "The request came over plain HTTP to a service in production.",
    cure: "Use the https:// address, and rotate any secret that was sent in the clear.",
    place: "every address",
  },
  signature_invalid: {
    status: 401,
    cause: "A notification is not signed, or its signature does not verify.",
    cure: "Sign the raw bytes of the body with the endpoint's secret. `POST /webhooks/diagnose` finds the cause.",
    place: "the address for signed notifications",
  },
  unknown_event: {
    status: 422,
    cause: "The notification is signed, but it is no event of that company.",
    cure: "Deliver events as they were sent, to the company they belong to.",
    place: "the address for signed notifications",
  },
  origin_not_allowed: {
    status: 403,
    cause: "The page that shows the portal is of a site that the company has not allowed.",
    cure: "Allow it with `POST /portal/settings`.",
    place: "the embedded portal",
  },
  portal_unavailable: {
    status: 403,
    cause: "The company is suspended, or its subscription does not include the portal.",
    cure: "Ask the operator of the service.",
    place: "the embedded portal",
  },
  csrf: {
    status: 403,
    cause: "The request does not come from a page of the site, or that page is out of date.",
    cure: "Load the page again. Programs use a key at `/api/v1` instead.",
    place: "the site",
  },
  operator_only: {
    status: 403,
    cause: "Only operators of the service may do this.",
    cure: "Sign in as one.",
    place: "the site",
  },
  owner_only: {
    status: 403,
    cause: "Only an owner of the company may do this.",
    cure: "Ask one of them.",
    place: "the site",
  },
  step_up_required: {
    status: 403,
    cause:
      "A person makes a sensitive change more than 10 minutes after the session's last password or code.",
    cure: "Send the password or a code to POST /app/step-up, then repeat the request. Keys are never asked.",
    place: "the site",
  },
  proof_wrong: {
    status: 403,
    cause: "The password or code that was to prove who is signed in is not right.",
    cure: "Try again, or use the other of the two.",
    place: "the site",
  },
  confirmation_invalid: {
    status: 422,
    cause: "The link that confirms an address was used or is too old.",
    cure: "Sign in if a password was set by it; otherwise have a new mail sent.",
    place: "the site",
  },
  last_owner: {
    status: 422,
    cause: "A company keeps at least one owner, and this would take away the last.",
    cure: "Make somebody else an owner first.",
    place: "the site",
  },
  credentials_shown: {
    status: 422,
    cause: "The first credentials were shown already, and nobody can see a secret twice.",
    cure: "Rotate the key for a new secret.",
    place: "the site",
  },
  invitation_invalid: {
    status: 422,
    cause: "The invitation was used, withdrawn or is too old.",
    cure: "Sign in if you have accepted it, or ask for a new one.",
    place: "the site",
  },
  mail_not_configured: {
    status: 503,
    cause: "The service can't send mail yet, and this needs it.",
    cure: "Its operator has to set BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM.",
    place: "the site",
  },
} as const satisfies Record<string, Described>;

type Listed = typeof errorCodes;

export type ErrorCode = keyof Listed;

/** The codes that come with a status. */
export type CodeOf<Status extends number> = {
  [Code in ErrorCode]: Listed[Code]["status"] extends Status ? Code : never;
}[ErrorCode];

/** A code together with its own status, so that no error can be made with another. */
export type StatusAndCode = {
  [Code in ErrorCode]: [status: Listed[Code]["status"], code: Code];
}[ErrorCode];
