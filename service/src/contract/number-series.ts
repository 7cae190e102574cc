/** The series that documents other than invoices draw their numbers from; no company may choose one for its invoices. */
export const reservedSeries = { creditNote: "CN", quote: "QUO", sale: "SO" } as const;
