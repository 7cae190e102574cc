export const quoteStatuses = ["draft", "sent", "accepted", "declined", "expired", "invoiced"] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** What may be done to a quote in which states. Pure, so that the site can offer exactly what the service would allow. */
export const quoteTransitions = {
  change: { from: ["draft"], done: "changed" },
  send: { from: ["draft", "expired"], done: "sent" },
  /** By mail, to an address that is given: also when it is open already. */
  resend: { from: ["draft", "sent", "expired"], done: "sent" },
  accept: { from: ["sent"], done: "accepted" },
  decline: { from: ["sent"], done: "declined" },
  invoice: { from: ["sent", "accepted"], done: "invoiced" },
  sell: { from: ["sent", "accepted"], done: "turned into a sale" },
} as const satisfies Record<string, { from: readonly QuoteStatus[]; done: string }>;

export type QuoteTransition = keyof typeof quoteTransitions;

export const quoteAllows = (transition: QuoteTransition, status: QuoteStatus): boolean =>
  (quoteTransitions[transition].from as readonly QuoteStatus[]).includes(status);
