/**
 * Errors of the service by their code. In English its own message is shown, which is more exact; these are for errors
 * without one, and for the other languages.
 */
export const texts = {
  codes: {
    unauthenticated: "You are not signed in, or your session has ended. Sign in again.",
    csrf: "This page is out of date. Reload it, then try again.",
    scope_missing: "Your role does not allow this. Ask an owner of the company.",
    operator_only: "Only operators of this service can do this.",
    subscription_inactive: "The company is suspended, or not approved yet.",
    feature_disabled: "Your plan does not include this feature.",
    not_found: "This record was not found. It may have been deleted.",
    invalid_request: "Please fix the highlighted fields.",
    invalid_state: "The current status of this record does not allow this. Reload the page to see it.",
    already_invoiced: "This sale already has an invoice.",
    feed_position_ahead: "These events no longer exist. Reload the page.",
    idempotency_mismatch:
      "This request was already sent with different content. Reload the page, then try again.",
    idempotency_busy: "The same request is still being processed. Try again in a moment.",
    document_invalid: "This document is incomplete. Complete your company profile or the customer.",
    fiscal_incomplete: "The tax authority needs more information. Nothing was sent.",
    fiscal_rejected: "The tax authority rejected this document.",
    integration_not_configured: "This service is not connected yet. Connect it in the settings.",
    integration_error: "The other service returned an error. Try again later.",
    integration_auth_failed: "The other service rejected your credentials. Check them in the settings.",
    integration_unavailable: "The other service cannot be reached at the moment. Try again later.",
    rate_limited: "Too many attempts. Wait a moment, then try again.",
    quota_exceeded: "Your plan's limit is reached.",
    body_too_large: "This is too large to be sent at once.",
    internal_error: "Something failed on our side. Try again in a moment.",
    database_unavailable: "The service is briefly unavailable. Try again in a moment.",
    query_too_broad:
      "Too many records would have to be read for these filters together. Choose a shorter period, or remove a filter.",
    query_timeout: "This took too long. Narrow your search, then try again.",
    mail_not_configured: "This service cannot send email yet. Ask its operator.",
    last_owner: "A company needs at least one owner. Make somebody else an owner first.",
    credentials_shown: "The first credentials were already shown. Create another key in the settings.",
    INVALID_EMAIL_OR_PASSWORD: "The email address or the password is wrong.",
    EMAIL_NOT_VERIFIED: "Confirm your email address first.",
    INVALID_PASSWORD: "The password is wrong.",
    PASSWORD_TOO_SHORT: "The password is too short.",
    PASSWORD_TOO_LONG: "The password is too long.",
    INVALID_CODE: "The code is wrong or has expired.",
    INVALID_TOKEN: "This link no longer works. Request a new one.",
  },
  /** What is wrong with one field, from the service's message. */
  erasableFrom: (day: string) =>
    `The law requires you to keep issued invoices of this customer until ${day}. The personal data can be erased from that day on.`,
  field: (message: string): string => message,
};
