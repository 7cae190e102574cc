/** What every error answer looks like. */
export const errorSchema: Record<string, unknown> = {
  title: "Error",
  type: "object",
  required: ["success", "error", "code", "request_id"],
  properties: {
    success: { const: false },
    error: { type: "string", description: "A sentence for people: what happened and what to do." },
    code: {
      type: "string",
      description:
        "A word for programs. Each has its cause and its cure in the guide on errors, at /docs/errors.",
    },
    errors: {
      type: "array",
      description: "All fields at fault, at once.",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: {
          field: { type: "string", examples: ["lines[0].quantity"] },
          message: { type: "string" },
        },
      },
    },
    request_id: { type: "string" },
    warnings: { type: "array", items: { type: "string" } },
    scope: { type: "string", description: "With scope_missing." },
    feature: { type: "string", description: "With feature_disabled." },
    quota: { type: "string", description: "With quota_exceeded, and so the following." },
    limit: { type: "integer" },
    used: { type: "integer" },
    budget: {
      enum: ["key", "person", "company", "reads"],
      description:
        "With rate_limited: whose limit was met, that of the key's or the person's POST requests, of the company's POST requests, or of the company's reads.",
    },
    resets_at: { type: "string", format: "date-time" },
  },
};
