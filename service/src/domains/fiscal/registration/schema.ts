import { nullable, optional, Timestamp, text, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { adapters } from "../authorities/adapters.ts";

const adapterNames = Object.keys(adapters);
const pem = (description: string) => optional(text(10_000, { description }));

export const IntegrationInput = Type.Object(
  {
    adapter: words(adapterNames, { description: "The authority and its protocol." }),
    base_url: optional(text(500)),
    business_id: optional(text(100)),
    service_id: optional(text(100)),
    api_key: optional(text(500)),
    api_secret: optional(text(500)),
    username: optional(text(200)),
    password: optional(text(500)),
    public_key: pem("PEM; for QR codes and for authorities that use encryption."),
    certificate: pem("As issued by the authority."),
    signing_key: pem("PEM; verifies the authority's signatures."),
  },
  { title: "IntegrationInput" },
);
export type IntegrationInput = Type.Static<typeof IntegrationInput>;

export const Cancellation = Type.Object(
  { reason: optional(text(200, { description: "Sent to the authority and stored." })) },
  { title: "Cancellation" },
);

export const XmlQuery = Type.Object({
  syntax: Type.Optional(
    words(["ubl", "cii"], {
      description: "`ubl` (UBL 2.1) unless given, or `cii` (UN/CEFACT Cross Industry Invoice).",
    }),
  ),
});

export const FiscalIntegration = Type.Object(
  {
    adapter: Type.String(),
    environment: Type.String(),
    base_url: nullable(Type.String()),
    business_id: nullable(Type.String()),
    service_id: nullable(Type.String()),
    status: words(["working", "refused", "unchecked"], {
      description: "`refused`: the authority rejected the credentials at the last check.",
    }),
    refusal: nullable(Type.String()),
    checked_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "FiscalIntegration" },
);

const fiscalStates = [
  ...["queued", "submitting", "unknown", "pending"],
  ...["accepted", "cancelling", "rejected", "cancelled", "withdrawn"],
];

const Call = Type.Object(
  {
    operation: Type.String(),
    called_at: Timestamp,
    duration_ms: Type.Integer(),
    http_status: nullable(Type.Integer()),
    code: nullable(Type.String()),
    request: Type.String({ description: "As sent, with secrets masked." }),
    response: Type.String(),
  },
  { title: "FiscalCall" },
);

export const Registration = Type.Object(
  {
    adapter: Type.String(),
    environment: Type.String(),
    document_key: Type.String({
      description: "The document's key at the authority, fixed before the first call.",
    }),
    hash: Type.String({ description: "SHA-256 of the submitted document." }),
    state: words(fiscalStates, {
      description:
        "`rejected`: by the authority. `withdrawn`: abandoned before anything was submitted, because the company changed its account and the new one needs more data.",
    }),
    irn: nullable(Type.String()),
    cancel_reason: nullable(Type.String()),
    calls_made: Type.Integer(),
    next_action_at: nullable(Timestamp),
    calls: Type.Array(Call, { description: "The last 50, newest first." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Registration" },
);

export const integrationExample = {
  adapter: "sandbox",
  environment: "sandbox",
  base_url: null,
  business_id: null,
  service_id: null,
  status: "unchecked",
  refusal: null,
  checked_at: null,
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
};

const documentExample = {
  adapter: "firs_mbs",
  authority: "FIRS MBS",
  document_key: "INV000001-94ND90NR-20261115",
  document_sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
};

export const pendingExample = { ...documentExample, pending_since: "2026-11-15T09:30:00.000Z" };

export const fiscalExample = {
  ...documentExample,
  irn: "INV000001-94ND90NR-20261115",
  registered_at: "2026-11-15T09:30:00.000Z",
  qr: "q1Zn…",
  references: {},
  cancel_until: "2026-11-16T09:30:00.000Z",
  warnings: [],
};

export const registrationExample = {
  adapter: "firs_mbs",
  environment: "production",
  document_key: fiscalExample.document_key,
  hash: fiscalExample.document_sha256,
  state: "accepted",
  irn: fiscalExample.irn,
  cancel_reason: null,
  calls_made: 1,
  next_action_at: null,
  calls: [
    {
      operation: "submit",
      called_at: "2026-11-15T09:30:00.000Z",
      duration_ms: 212,
      http_status: 201,
      code: null,
      request: '{"irn":"INV000001-94ND90NR-20261115",…}',
      response: '{"code":201,"data":{"ok":true}}',
    },
  ],
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
};
