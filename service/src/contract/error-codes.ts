/**
 * Every word that an error answer can carry in `code`: the status it comes with, why it comes, and what to do. The
 * types hold each error that is thrown against this list; the contract and the guide on errors are written from it.
 */

type ErrorCodeEntry = {
  status: number;
  reason: string;
  resolution: string;
  /** Where it occurs, if not in answers of the API's own operations. */
  place?: "every address" | "the site" | "the embedded portal" | "the address for signed notifications";
};

export const errorCodes = {
  unauthenticated: {
    status: 401,
    reason: "The App ID or the Secret is missing, wrong, expired or revoked.",
    resolution:
      "Send both, in either header form. One text covers all causes, so look at the key in the company's settings.",
  },
  scope_missing: {
    status: 403,
    reason: "The key, or the person's role, lacks the scope that the operation needs; `scope` names it.",
    resolution:
      "Enable the scope for the key in the company's settings, use another key, or ask an owner of the company.",
  },
  subscription_inactive: {
    status: 403,
    reason: "The company is suspended, or not approved yet.",
    resolution: "Ask the operator of the service. `GET /ping` still answers and tells the state.",
  },
  feature_disabled: {
    status: 403,
    reason:
      "The operation belongs to a feature that the company's subscription does not include; `feature` names it.",
    resolution: "Ask the operator of the service to enable the feature.",
  },
  not_found: {
    status: 404,
    reason: "No record of this company has that id. Another company's record looks the same as none.",
    resolution: "Check the id, and that the key is of the company that has the record.",
  },
  unknown_path: {
    status: 404,
    reason: "There is no operation with that method and path.",
    resolution: "Compare both with the API reference; paths are in lower case and end without a slash.",
    place: "every address",
  },
  body_too_large: {
    status: 413,
    reason: "The body is larger than 1 MiB; 16 KiB where neither key nor session is needed.",
    resolution: "Send less at once.",
  },
  invalid_request: {
    status: 422,
    reason: "One or more fields are missing or wrong; `errors` lists them all.",
    resolution:
      "Show each message beside its field, or correct the program. A retry without a change fails again.",
  },
  malformed_json: {
    status: 422,
    reason: "The body is empty, is not JSON, is not UTF-8, or has a number of more than 40 characters.",
    resolution: "Send one JSON object in UTF-8. The message says where the reader stopped.",
  },
  malformed_request: {
    status: 422,
    reason: "The request is broken as HTTP, such as a length that is not that of the body.",
    resolution: "Use an HTTP library, and look at proxies on the way.",
    place: "every address",
  },
  headers_too_large: {
    status: 431,
    reason: "The address and the headers have more than 16 KiB together.",
    resolution: "Send less of them: filters belong into few values, and what is long into a body.",
    place: "every address",
  },
  request_timeout: {
    status: 408,
    reason: "The request did not arrive within 60 seconds.",
    resolution: "Send it again in one go, with the same `Idempotency-Key`: nothing was done.",
    place: "every address",
  },
  unsupported_media_type: {
    status: 422,
    reason: "The body is said to be something else than JSON.",
    resolution: "Send `Content-Type: application/json`.",
  },
  invalid_state: {
    status: 422,
    reason: "The request is well formed, but the record's state does not allow it.",
    resolution: "Read the record again and act on the state that it has. The message says what is possible.",
  },
  already_invoiced: {
    status: 422,
    reason: "The sale has an invoice already, so it can't be changed, cancelled or invoiced again.",
    resolution: "Go on with the invoice that the message names. Deleting it as a draft opens the sale again.",
  },
  idempotency_mismatch: {
    status: 422,
    reason: "The Idempotency-Key was used in the last 24 hours for another path or body.",
    resolution: "Use a new key for a new request, and the very same body for a retry.",
  },
  document_invalid: {
    status: 422,
    reason:
      "The invoice or credit note breaks a rule of EN 16931, so it can't be written as UBL; `errors` names the rules.",
    resolution:
      "Complete the company's profile or the customer. What is issued keeps its content: credit it and make a new one.",
  },
  fiscal_incomplete: {
    status: 422,
    reason:
      "The document lacks something that the revenue authority requires; `errors` lists it. The authority was not called.",
    resolution:
      "Nothing changed. Complete the company, the customer or the draft, then register again. An issued invoice takes over what was empty with POST /invoices/{id}/refresh_parties; anything else in it needs a credit note and a new invoice.",
  },
  fiscal_rejected: {
    status: 422,
    reason:
      "The revenue authority looked at the document, or at its cancellation, and refused it; `errors` says why.",
    resolution:
      "Where it names the customer or the company, correct that, call POST /invoices/{id}/refresh_parties, and register again under the same number. Anything else in an issued invoice needs a credit note and a new invoice.",
  },
  rate_limited: {
    status: 429,
    reason:
      "More POST requests came with this key, or of this company, than the rate allows, or the company read more than its budget of cost units; `budget` says which.",
    resolution: "Wait for the seconds in `Retry-After`, then go on more slowly. Nothing was done.",
  },
  quota_exceeded: {
    status: 429,
    reason:
      "The subscription's monthly number of invoices or payment links is used up; `quota`, `limit`, `used` and `resets_at` tell.",
    resolution:
      "Wait for the next month, or ask the operator of the service for a larger plan. Do not retry in between.",
  },
  internal_error: {
    status: 500,
    reason: "A fault on our side.",
    resolution:
      "Retry with the same Idempotency-Key, which is safe. If it stays, tell the operator the `request_id`.",
  },
  integration_auth_failed: {
    status: 502,
    reason:
      "The gateway or the authority does not accept the credentials that are configured for the company.",
    resolution: "Set them again. A registration that was under way is finished by itself afterwards.",
  },
  integration_error: {
    status: 502,
    reason: "The gateway or the authority answered with an error, or with something that makes no sense.",
    resolution: "Retry later. A registration is finished in the background and told by an event.",
  },
  database_unavailable: {
    status: 503,
    reason: "The service can't reach its database.",
    resolution:
      "Retry after `Retry-After`, a POST with the same Idempotency-Key: whether it was done is not known.",
  },
  query_timeout: {
    status: 503,
    reason:
      "Reading took longer than 10 seconds, or waited as long behind other slow reads of the same company.",
    resolution:
      "Ask for less at once: a shorter time, a smaller page, or filters that match more than a few of very many records. Retry after `Retry-After`.",
  },
  idempotency_busy: {
    status: 503,
    reason: "An earlier request with the same Idempotency-Key is still running.",
    resolution: "Retry after `Retry-After` with the same key: the first answer is then given again.",
  },
  integration_not_configured: {
    status: 503,
    reason: "The company has no payment gateway, or no revenue authority, and the operation needs one.",
    resolution:
      "Set it up in the company's settings or on the command line. Waiting does not help, so there is no `Retry-After`.",
  },
  integration_unavailable: {
    status: 503,
    reason: "The gateway or the authority can't be reached, or asks to be left alone for a while.",
    resolution:
      "Retry after `Retry-After`. A registration is finished in the background and told by an event.",
  },
  secret_unreadable: {
    status: 503,
    reason: "A secret of the company is encrypted with a key that the service does not have.",
    resolution:
      "Tell the operator, who finds the key's name in the log and by `billfold doctor`. Waiting alone does not help.",
  },
  https_required: {
    status: 403,
    reason: "The request came over plain HTTP to a service in production.",
    resolution: "Use the https:// address, and rotate any secret that was sent in the clear.",
    place: "every address",
  },
  signature_invalid: {
    status: 401,
    reason: "A notification is not signed, or its signature does not verify.",
    resolution:
      "Sign the raw bytes of the body with the endpoint's secret. `POST /webhooks/diagnose` finds the cause.",
    place: "the address for signed notifications",
  },
  unknown_event: {
    status: 422,
    reason: "The notification is signed, but it is no event of that company.",
    resolution: "Deliver events as they were sent, to the company they belong to.",
    place: "the address for signed notifications",
  },
  origin_not_allowed: {
    status: 403,
    reason: "The page that shows the portal is of a site that the company has not allowed.",
    resolution: "Allow it with `POST /portal/settings`.",
    place: "the embedded portal",
  },
  portal_unavailable: {
    status: 403,
    reason: "The company is suspended, or its subscription does not include the portal.",
    resolution: "Ask the operator of the service.",
    place: "the embedded portal",
  },
  csrf: {
    status: 403,
    reason: "The request does not come from a page of the site, or that page is out of date.",
    resolution: "Load the page again. Programs use a key at `/api/v1` instead.",
    place: "the site",
  },
  operator_only: {
    status: 403,
    reason: "Only operators of the service may do this.",
    resolution: "Sign in as one.",
    place: "the site",
  },
  owner_only: {
    status: 403,
    reason: "Only an owner of the company may do this.",
    resolution: "Ask one of them.",
    place: "the site",
  },
  step_up_required: {
    status: 403,
    reason:
      "A person makes a sensitive change more than 10 minutes after the session's last password or code.",
    resolution:
      "Send the password or a code to POST /app/step-up, then repeat the request. Keys are never asked.",
    place: "the site",
  },
  proof_wrong: {
    status: 403,
    reason: "The password or code that was to prove who is signed in is not right.",
    resolution: "Try again, or use the other of the two.",
    place: "the site",
  },
  confirmation_invalid: {
    status: 422,
    reason: "The link that confirms an address was used or is too old.",
    resolution: "Sign in if a password was set by it; otherwise have a new mail sent.",
    place: "the site",
  },
  last_owner: {
    status: 422,
    reason: "A company keeps at least one owner, and this would take away the last.",
    resolution: "Make somebody else an owner first.",
    place: "the site",
  },
  credentials_shown: {
    status: 422,
    reason: "The first credentials were shown already, and nobody can see a secret twice.",
    resolution: "Rotate the key for a new secret.",
    place: "the site",
  },
  invitation_invalid: {
    status: 422,
    reason: "The invitation was used, withdrawn or is too old.",
    resolution: "Sign in if you have accepted it, or ask for a new one.",
    place: "the site",
  },
  mail_not_configured: {
    status: 503,
    reason: "The service can't send mail yet, and this needs it.",
    resolution: "Its operator has to set BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM.",
    place: "the site",
  },
} as const satisfies Record<string, ErrorCodeEntry>;

type ErrorCodes = typeof errorCodes;

export type ErrorCode = keyof ErrorCodes;

/** The codes that come with a status. */
export type CodeOf<Status extends number> = {
  [Code in ErrorCode]: ErrorCodes[Code]["status"] extends Status ? Code : never;
}[ErrorCode];

/** A code together with its own status, so that no error can be made with another. */
export type StatusAndCode = {
  [Code in ErrorCode]: [status: ErrorCodes[Code]["status"], code: Code];
}[ErrorCode];
