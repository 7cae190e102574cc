import { Id, idMax, Timestamp } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const CustomerErasure = Type.Object(
  {
    id: { ...Id, description: "The customer." },
    erased_at: Timestamp,
    sequences: Type.Array(Type.Integer({ minimum: 1, maximum: idMax }), {
      description: "The events whose bodies were redacted, and whose salts were erased.",
    }),
    sha256: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description:
        "SHA-256 over these events in order: for each its sequence (8 bytes, big-endian) and the SHA-256 of its redacted body.",
    }),
  },
  { title: "CustomerErasure" },
);
export type CustomerErasure = Type.Static<typeof CustomerErasure>;

export const erasureExample: CustomerErasure = {
  id: 512,
  erased_at: "2026-07-24T09:30:00.000Z",
  sequences: [3, 4, 9],
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
};
