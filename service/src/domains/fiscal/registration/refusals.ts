import {
  type ApiError,
  integrationFailed,
  integrationRefusedKey,
  integrationUnavailable,
  notFound,
  wrongState,
} from "../../../contract/errors.ts";
import { secretUnreadable } from "../../../http/error-handler.ts";
import { sandboxAuthority } from "../authorities/firs/authority.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import type { FiscalSubjectKind } from "./fiscal-subject.ts";
import { incomplete } from "./incomplete.ts";
import { notConfigured } from "./integration.ts";
import { rejection } from "./registration-result.ts";
import { documentInvalid } from "./service.ts";

const { title } = sandboxAuthority;

/** The errors of calls to an authority. */
const failing = [
  integrationRefusedKey(title),
  integrationFailed(title, "returned an invalid response. Try again later"),
  integrationUnavailable(title, "it receives too many requests from this account", 30),
];

/** The errors of calls with stored credentials, which may be undecryptable. */
const failingWithStored = [...failing, secretUnreadable()];

const says = (field: string, what: string) => `The authority says of ${field}: ${what}.`;

const registering = (kind: FiscalSubjectKind, state: ApiError) => [
  state,
  incomplete(
    sandboxAuthority,
    { kind, id: 1042 },
    [
      {
        code: "required",
        field: "customer.tax_id",
        message: "The customer has no tax number. Add it to the customer.",
      },
    ],
    { wasDraft: kind === "invoice", document: {} as CanonicalDocument, row: undefined },
  ),
  rejection(sandboxAuthority, `rejected this ${kind.replace("_", " ")}`, [
    {
      code: "invalid",
      field: "customer.tax_id",
      message: says("accounting_customer_party.tin", "is no tax number that is in use"),
    },
  ]),
  notConfigured(),
  ...failingWithStored,
];

const unwritable = documentInvalid([
  {
    rule: "BR-CO-26",
    field: "supplier.tax_id",
    message: "The supplier has neither a tax number nor a registration number. Add one of them.",
  },
]);

const inProgress = wrongState(
  "1 document(s) may already be with the configured authority. Wait until their registration is complete (GET /invoices?fiscal_status=pending), then change the integration.",
);

/** The error responses of each operation. */
export const refusals = {
  register: registering(
    "invoice",
    wrongState("This invoice is void, so it can't be registered with the revenue authority."),
  ),
  registerCreditNote: registering(
    "credit_note",
    wrongState(
      "Invoice INV-000001 is not registered with the revenue authority, so its credit note can't be registered. Register the invoice first.",
    ),
  ),
  cancel: [
    wrongState("This invoice is not registered with the revenue authority, so there is nothing to cancel."),
    rejection(sandboxAuthority, "did not cancel the registration", [
      {
        code: "late",
        field: null,
        message: says(
          "payment_status",
          "could be cancelled until 2026-11-16T11:00:00.000Z; issue a credit note instead",
        ),
      },
    ]),
    notConfigured(),
    ...failingWithStored,
  ],
  set: [inProgress, ...failing],
  remove: [inProgress],
  get: [notConfigured()],
  registration: [notFound("A registration of this document")],
  invoiceXml: [
    wrongState("A draft has no XML document. Issue the invoice first, or download it as PDF."),
    unwritable,
  ],
  creditNoteXml: [unwritable],
} satisfies Record<string, readonly ApiError[]>;
