import { Id, nullable, optional, text } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const DiagnoseRequest = Type.Object(
  {
    body: optional(Type.String({ maxLength: 1_048_576, description: "The raw body as text." })),
    body_base64: optional(
      Type.String({ maxLength: 1_048_576, description: "Or its bytes, which no decoding can have changed." }),
    ),
    headers: Type.Unsafe<Record<string, string>>({
      type: "object",
      maxProperties: 100,
      additionalProperties: { type: "string", maxLength: 4000 },
      description: "All headers that came with it.",
      examples: [{ "X-Pay-Signature": "t=1794735000,v1=5f3c…" }],
    }),
    received_at: optional(
      Type.String({ format: "moment", description: "By the receiver's clock; now, if not given." }),
    ),
    computed_signature: optional(text(500, { description: "What your own code computed, if you have it." })),
  },
  { title: "DiagnoseRequest" },
);
export type DiagnoseRequest = Type.Static<typeof DiagnoseRequest>;

export const Diagnosis = Type.Object(
  {
    verifies: Type.Boolean(),
    matched_endpoint_id: nullable(Id),
    findings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
      description: "The likeliest cause first.",
    }),
  },
  { title: "Diagnosis" },
);

export const diagnosisExample = {
  verifies: false,
  matched_endpoint_id: 12,
  findings: [
    {
      code: "re_serialised_json",
      message: "The body was parsed and written anew. Verify the raw bytes as they came in.",
    },
  ],
};
