/** What every error answer looks like. */
export const errorSchema: Record<string, unknown> = {
  title: "Error",
  type: "object",
  required: ["success", "error", "code", "request_id"],
  properties: {
    success: { const: false },
    error: { type: "string", description: "A message for people: what happened and what to do." },
    code: {
      type: "string",
      description: "A machine-readable code. The guide at /docs/errors explains each one.",
    },
    errors: {
      type: "array",
      description: "All invalid fields.",
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
    quota: { type: "string", description: "With quota_exceeded, like the following fields." },
    limit: { type: "integer" },
    used: { type: "integer" },
    budget: {
      enum: ["key", "person", "company", "reads"],
      description:
        "With rate_limited: which limit was reached: POST requests of the key or user, POST requests of the company, or reads of the company.",
    },
    resets_at: { type: "string", format: "date-time" },
    erasable_from: {
      type: "string",
      format: "date",
      description: "With invalid_state: the day from which the customer can be erased.",
    },
    last_sequence: {
      type: "integer",
      description: "With feed_position_ahead: the sequence of the company's newest event; 0 if it has none.",
    },
  },
};
