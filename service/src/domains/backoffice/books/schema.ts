import {
  Email,
  Id,
  idMax,
  includes,
  nullable,
  optional,
  PageQuery,
  Timestamp,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const Checkpoint = Type.Object(
  {
    sequence: Type.Integer({ minimum: 1, maximum: idMax, description: "The last event that it covers." }),
    hash: Type.String({ pattern: "^[0-9a-f]{64}$", description: "The hash of that event." }),
    documents: nullable(
      Type.Integer({
        minimum: 1,
        maximum: idMax,
        description: "How many hashes of documents it covers; null: none.",
      }),
    ),
    documents_hash: nullable(
      Type.String({ pattern: "^[0-9a-f]{64}$", description: "The hash of the last of these documents." }),
    ),
    signed_at: Timestamp,
    key_id: Id,
    signature: Type.String({
      description:
        "Ed25519, in base64. Signed are eight lines of UTF-8 text, joined by line feeds: billfold-checkpoint-v1, the company's id, sequence, hash, documents, documents_hash, signed_at and key_id. Where documents is null, these two lines are left out.",
    }),
  },
  { title: "Checkpoint" },
);

export const CheckpointKey = Type.Object(
  {
    key_id: Id,
    algorithm: Type.Literal("Ed25519"),
    public_key: Type.String({ description: "SubjectPublicKeyInfo (DER) in base64." }),
    signs_from: Timestamp,
  },
  { title: "CheckpointKey" },
);

export const CheckpointQuery = Type.Object({
  limit: PageQuery.limit,
  cursor: PageQuery.cursor,
  include: includes("total_count"),
});
export type CheckpointQuery = Type.Static<typeof CheckpointQuery>;

export const ExportQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: idMax,
      default: 0,
      description: "Only events after this sequence, to continue an export that you have.",
    }),
  ),
});
export type ExportQuery = Type.Static<typeof ExportQuery>;

export const CheckpointMails = Type.Object(
  {
    enabled: Type.Boolean({ description: "Whether each new checkpoint is mailed." }),
    email: nullable(Type.String({ description: "To whom; null: to all owners." })),
    mail_ready: Type.Boolean({ description: "Whether the service can send mail." }),
  },
  { title: "CheckpointMails" },
);
export type CheckpointMails = Type.Static<typeof CheckpointMails>;

export const CheckpointMailsPatch = Type.Object(
  {
    enabled: Type.Boolean(),
    email: optional({ ...Email, description: "One address instead of all owners." }),
  },
  { title: "CheckpointMailsPatch" },
);
export type CheckpointMailsPatch = Type.Static<typeof CheckpointMailsPatch>;

export const checkpointMailsExample = { enabled: true, email: "auditor@example.com", mail_ready: true };

export const checkpointExample = {
  sequence: 10_000,
  hash: "9d41b0c3e7f25a68b1d4c7f0a3e6d9b2c5f8a1e4d7b0c3f6a9e2d5b8c1f4a7e0",
  documents: 412,
  documents_hash: "5b0e7c1a9f3d62488e0a4c7b1d5f9e2368a0c4d7f1b3e5a79c2d4f6081b3e5c7",
  signed_at: "2026-11-15T00:00:30.000Z",
  key_id: 1,
  signature: "qFOlTjX8kZ0mYv8c3l7mJ2mJ1b6n7b7vQ0u2o2o0b1yXv9cJ5m0g4Qw1n8s9l1cRrVqf7yZ3o1o8W5rVb2G5Ag==",
};

export const keyExample = {
  key_id: 1,
  algorithm: "Ed25519",
  public_key: "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=",
  signs_from: "2026-11-01T00:00:00.000Z",
} as const;
