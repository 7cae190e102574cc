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
    reason:
      "The App ID or the Secret is missing, wrong, expired or revoked, or the key may not be used from the caller's address.",
    resolution:
      "Send both, in either header form. The message is the same for every cause, so check the key in the company's settings.",
  },
  scope_missing: {
    status: 403,
    reason:
      "The key, or the user's role, does not have the scope that the operation needs. `scope` names it.",
    resolution:
      "Enable the scope for the key in the company's settings, use another key, or ask an owner of the company.",
  },
  subscription_inactive: {
    status: 403,
    reason: "The company is suspended, or not approved yet.",
    resolution:
      "Contact the operator of the service. `GET /ping` still works and returns the company's status.",
  },
  feature_disabled: {
    status: 403,
    reason:
      "The operation belongs to a feature that is not part of the company's subscription. `feature` names it.",
    resolution: "Ask the operator of the service to enable the feature.",
  },
  not_found: {
    status: 404,
    reason:
      "This company has no record with that id. The response is the same when the id belongs to another company.",
    resolution: "Check the id, and check that the key belongs to the company that owns the record.",
  },
  unknown_path: {
    status: 404,
    reason: "There is no operation with that method and path.",
    resolution: "Compare both with the API reference. Paths are lower case and have no trailing slash.",
    place: "every address",
  },
  body_too_large: {
    status: 413,
    reason:
      "The body is larger than 1 MiB (4 MiB for a batch), or larger than 16 KiB where no key or session is needed.",
    resolution: "Split the request into smaller ones.",
  },
  invalid_request: {
    status: 422,
    reason: "One or more fields are missing or invalid. `errors` lists all of them.",
    resolution:
      "Show each message next to its field, or fix the program. Retrying the same request fails again.",
  },
  unknown_field: {
    status: 422,
    reason:
      "In strict mode: the body has a field that the operation does not know. `errors` names it, and the field that was probably meant.",
    resolution:
      "Correct or remove the field. Without strict mode, unknown fields are ignored and listed in `warnings`.",
  },
  unknown_parameter: {
    status: 422,
    reason:
      "In strict mode: the address has a query parameter that the operation does not know. `errors` names it, and the parameter that was probably meant.",
    resolution:
      "Correct or remove the parameter. Without strict mode, unknown parameters are ignored and listed in `warnings`.",
  },
  malformed_json: {
    status: 422,
    reason: "The body is empty, is not JSON, is not UTF-8, or has a number of more than 40 characters.",
    resolution: "Send one JSON object in UTF-8. The message says where parsing failed.",
  },
  malformed_request: {
    status: 422,
    reason: "The request is not valid HTTP: for example, Content-Length does not match the body.",
    resolution: "Use an HTTP library, and check the proxies between your program and the service.",
    place: "every address",
  },
  headers_too_large: {
    status: 431,
    reason: "The URL and the headers together are larger than 16 KiB.",
    resolution: "Use fewer or shorter query parameters and headers.",
    place: "every address",
  },
  request_timeout: {
    status: 408,
    reason: "The request did not arrive within 60 seconds.",
    resolution: "Send the whole request again with the same `Idempotency-Key`. Nothing was changed.",
    place: "every address",
  },
  unsupported_media_type: {
    status: 422,
    reason: "The Content-Type header is not JSON.",
    resolution: "Send `Content-Type: application/json`.",
  },
  invalid_state: {
    status: 422,
    reason: "The request is valid, but the record's status does not allow it.",
    resolution: "Fetch the record again and act on its current status. The message says what is possible.",
  },
  batch_failed: {
    status: 422,
    reason:
      "One or more records of a batch with `all_or_nothing` failed, so none was stored. `errors` names them as `records[3].email`.",
    resolution: "Correct these records, or send the batch without `all_or_nothing` to store the others.",
  },
  already_invoiced: {
    status: 422,
    reason:
      "The sale already has an invoice, or the quote a sale or an invoice, so it can't be changed, cancelled or invoiced again.",
    resolution:
      "Use the invoice that the message or the record names. If it is a draft, deleting it reopens the sale or the quote.",
  },
  feed_position_ahead: {
    status: 422,
    reason:
      "`after` or `cursor` is ahead of the newest event, whose sequence is `last_sequence`. The service was restored to an earlier time, and later events no longer exist.",
    resolution:
      "Fetch the records that you keep again, forget events after `last_sequence`, and continue with `after` set to it.",
  },
  query_too_broad: {
    status: 422,
    reason:
      "Each filter alone matches thousands of records, but hardly any match all of them, so finding those would mean reading too many; or more records match than can be sorted without an index. `errors` names what to add or leave out.",
    resolution:
      "Add `created_from` and `created_to`, choose a shorter period, or use a filter that fewer records match, such as `external_id`. Without `sort`, the newest records are listed first.",
  },
  idempotency_mismatch: {
    status: 422,
    reason: "The Idempotency-Key was used in the last 24 hours with a different path or body.",
    resolution: "Use a new key for a new request, and exactly the same body for a retry.",
  },
  document_invalid: {
    status: 422,
    reason:
      "The invoice or credit note breaks a rule of EN 16931, so no XML document can be created. `errors` names the rules.",
    resolution:
      "Complete the company's profile or the customer. An issued document can't be changed: credit it and create a new one.",
  },
  fiscal_incomplete: {
    status: 422,
    reason:
      "Data that the revenue authority requires is missing. `errors` lists every missing field. The authority was not called.",
    resolution:
      "Nothing was changed. Complete the company, the customer or the draft, then register again. For an issued invoice, POST /invoices/{id}/refresh_parties fills in party data that was empty. To correct anything else, issue a credit note and create a new invoice.",
  },
  fiscal_rejected: {
    status: 422,
    reason: "The revenue authority rejected the document or its cancellation. `errors` says why.",
    resolution:
      "If the error is in the customer or the company, correct it, call POST /invoices/{id}/refresh_parties and register again under the same number. To correct anything else in an issued invoice, issue a credit note and create a new invoice.",
  },
  rate_limited: {
    status: 429,
    reason:
      "Too many POST requests with this key or from this company, or the company used up its cost units for reads. `budget` says which limit was reached.",
    resolution:
      "Wait for the number of seconds in `Retry-After`, then send requests more slowly. Nothing was changed.",
  },
  quota_exceeded: {
    status: 429,
    reason:
      "The plan's monthly quota of invoices or payment links is used up. See `quota`, `limit`, `used` and `resets_at`.",
    resolution:
      "Wait until `resets_at`, or ask the operator of the service for a larger plan. Do not retry before then.",
  },
  internal_error: {
    status: 500,
    reason: "An internal error in the service.",
    resolution:
      "Retry with the same Idempotency-Key, which is safe. If the error persists, send the `request_id` to the operator.",
  },
  integration_auth_failed: {
    status: 502,
    reason: "The payment gateway or the revenue authority rejects the company's credentials.",
    resolution: "Enter the credentials again. A registration in progress then completes automatically.",
  },
  integration_error: {
    status: 502,
    reason: "The payment gateway or the revenue authority returned an error or an invalid response.",
    resolution: "Retry later. A registration completes in the background, and an event reports the result.",
  },
  database_unavailable: {
    status: 503,
    reason:
      "The service can't reach its database, or the database accepts no changes: it is read-only, or its disk is full. Or the change waited too long for other changes of the same records or company.",
    resolution:
      "Retry after `Retry-After`. Retry a POST with the same Idempotency-Key, because it may have been carried out.",
  },
  query_timeout: {
    status: 503,
    reason:
      "The query took longer than 10 seconds, or waited that long behind other slow queries of the same company. Or a document took longer than two minutes to create.",
    resolution:
      "Request less data: a shorter period, a smaller page, or more selective filters. Retry after `Retry-After`.",
  },
  idempotency_busy: {
    status: 503,
    reason: "An earlier request with the same Idempotency-Key is still running.",
    resolution: "Retry after `Retry-After` with the same key to get the response of the first request.",
  },
  integration_not_configured: {
    status: 503,
    reason:
      "The operation needs a payment gateway or a revenue authority, and the company has none configured.",
    resolution:
      "Configure it in the company's settings or with the command line. There is no `Retry-After`, because waiting does not help.",
  },
  integration_unavailable: {
    status: 503,
    reason: "The payment gateway or the revenue authority can't be reached, or has asked us to wait.",
    resolution:
      "Retry after `Retry-After`. A registration completes in the background, and an event reports the result.",
  },
  secret_unreadable: {
    status: 503,
    reason: "A secret of the company is encrypted with a key that the service does not have.",
    resolution:
      "Contact the operator: the log and `billfold doctor` name the missing key. Waiting does not help.",
  },
  https_required: {
    status: 403,
    reason: "The request was sent over plain HTTP to a production service.",
    resolution: "Use the https:// address, and rotate any secret that was sent unencrypted.",
    place: "every address",
  },
  inactive_copy: {
    status: 503,
    reason:
      "The service runs on a restored or copied database that is not active yet. It can be read, but not changed.",
    resolution:
      "Use the original service. If this is the new one, the operator activates it with `billfold activate`.",
    place: "every address",
  },
  signature_invalid: {
    status: 401,
    reason: "The notification has no signature, or the signature is not valid.",
    resolution:
      "Sign the raw bytes of the body with the endpoint's secret. `POST /webhooks/diagnose` finds the cause.",
    place: "the address for signed notifications",
  },
  unknown_event: {
    status: 422,
    reason: "The signature is valid, but the body is not an event of that company.",
    resolution: "Forward events unchanged, to the company they belong to.",
    place: "the address for signed notifications",
  },
  origin_not_allowed: {
    status: 403,
    reason: "The page that embeds the portal is on a site that the company has not allowed.",
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
    reason: "The request does not come from a page of this site, or the page is out of date.",
    resolution: "Reload the page. Programs use an API key at `/api/v1` instead.",
    place: "the site",
  },
  operator_only: {
    status: 403,
    reason: "Only operators of the service may do this.",
    resolution: "Sign in as an operator.",
    place: "the site",
  },
  owner_only: {
    status: 403,
    reason: "Only an owner of the company may do this.",
    resolution: "Ask an owner of the company.",
    place: "the site",
  },
  step_up_required: {
    status: 403,
    reason: "The change is sensitive, and the user last entered a password or code more than 10 minutes ago.",
    resolution:
      "Send the password or a code to POST /app/step-up, then repeat the request. API keys never need this.",
    place: "the site",
  },
  proof_wrong: {
    status: 403,
    reason: "The password or code is wrong.",
    resolution: "Try again, or use the other one: password or code.",
    place: "the site",
  },
  confirmation_invalid: {
    status: 422,
    reason: "The confirmation link has been used or has expired.",
    resolution: "Sign in if you have already set a password with it. Otherwise request a new email.",
    place: "the site",
  },
  last_owner: {
    status: 422,
    reason: "A company must have at least one owner, and this is the last one.",
    resolution: "Make another user an owner first.",
    place: "the site",
  },
  credentials_shown: {
    status: 422,
    reason: "The first credentials have already been shown. Secrets are shown only once.",
    resolution: "Rotate the key to get a new secret.",
    place: "the site",
  },
  invitation_invalid: {
    status: 422,
    reason: "The invitation has been used or withdrawn, or has expired.",
    resolution: "Sign in if you have already accepted it, or ask for a new invitation.",
    place: "the site",
  },
  mail_not_configured: {
    status: 503,
    reason: "The service is not set up to send email.",
    resolution: "Ask the operator to set BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM.",
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
