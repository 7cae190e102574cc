/**
 * An event's id names its company and its sequence number, by which it is found, and ends in a random part, so that no id
 * is given twice even if a restored database gives the sequence number again. Events from before ids had a random part
 * keep theirs: `evt_12_31`.
 */
export const eventIdPattern = "^evt_[1-9]\\d{0,15}_[1-9]\\d{0,15}(_[0-9a-f]{12})?$";

const shape = /^evt_([1-9]\d{0,15})_([1-9]\d{0,15})(?:_[0-9a-f]{12})?$/;

/** `evt_12_31_9f8e7d6c5b4a` is event 31 of company 12; for any other company it names nothing. */
export function sequenceOf(eventId: string, companyId: number): number | undefined {
  const [, company, sequence] = shape.exec(eventId) ?? [];
  if (company !== String(companyId) || !Number.isSafeInteger(Number(sequence))) return undefined;
  return Number(sequence);
}

/** The id at the start of an event's stored text. */
export function eventIdOf(body: string): string {
  const id = /^\{"id":"(\w{1,50})"/.exec(body)?.[1];
  if (id === undefined) throw new Error("an event is stored without its id");
  return id;
}
