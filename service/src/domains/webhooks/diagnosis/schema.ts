import { Id, nullable, optional, text } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const DiagnoseRequest = Type.Object(
  {
    body: optional(Type.String({ maxLength: 1_048_576, description: "The raw body as text." })),
    body_base64: optional(
      Type.String({
        maxLength: 1_048_576,
        description: "The raw body in base64, which preserves every byte.",
      }),
    ),
    headers: Type.Unsafe<Record<string, string>>({
      type: "object",
      maxProperties: 100,
      additionalProperties: { type: "string", maxLength: 4000 },
      description: "All headers of the request.",
      examples: [{ "X-Pay-Signature": "t=1794735000,v1=5f3c…" }],
    }),
    received_at: optional(
      Type.String({ format: "moment", description: "By the receiver's clock. Default: now." }),
    ),
    computed_signature: optional(
      text(500, { description: "The signature that your own code computed, if known." }),
    ),
  },
  { title: "DiagnoseRequest" },
);
export type DiagnoseRequest = Type.Static<typeof DiagnoseRequest>;

export const Diagnosis = Type.Object(
  {
    verifies: Type.Boolean(),
    matched_endpoint_id: nullable(Id),
    findings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
      description: "Most likely cause first.",
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
      message: "The body was parsed and serialised again. Verify the raw bytes as they came in.",
    },
  ],
};
