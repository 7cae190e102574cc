/** The only accepted cards. Each simulates one behaviour of a real card. */
export type TestCard = {
  number: string;
  outcome: "succeeds" | "declined" | "insufficient_funds" | "second_step" | "silent" | "late";
  /** The description shown to the buyer. */
  words: string;
};

export const testCards: readonly TestCard[] = [
  { number: "4242424242424242", outcome: "succeeds", words: "Succeeds" },
  { number: "4000000000000002", outcome: "declined", words: "Is declined" },
  { number: "4000000000009995", outcome: "insufficient_funds", words: "Has insufficient funds" },
  { number: "4000002760003184", outcome: "second_step", words: "Asks for a one-time code" },
  { number: "4000000000000119", outcome: "silent", words: "Takes the money, then never answers" },
  { number: "4000000000000259", outcome: "late", words: "Succeeds, but only later" },
];

export const rightCode = "123456";

export function findTestCard(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, "");
  return testCards.find((card) => card.number === digits);
}

/** `4242 4242 4242 4242` */
export function showNumber({ number }: TestCard): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

export type CardForm = { number: string; expiry: string; cvc: string };
export type CardFault = { field: keyof CardForm; message: string };

/** A real card must never be entered here, so any other number is refused before the other fields are checked. */
export function readCardForm(form: CardForm, now: Date): { card: TestCard } | { fault: CardFault } {
  const card = findTestCard(form.number);
  if (!card) {
    return {
      fault: { field: "number", message: "Use a test card from the list. Real cards are not taken here." },
    };
  }
  if (!isInFuture(form.expiry, now)) {
    return { fault: { field: "expiry", message: "Use a month and year that are not over, such as 12/40." } };
  }
  if (!/^\d{3,4}$/.test(form.cvc.trim())) {
    return { fault: { field: "cvc", message: "Use three or four digits, such as 123." } };
  }
  return { card };
}

function isInFuture(expiry: string, now: Date): boolean {
  const [, month = "", year = ""] = /^(\d{1,2})\/?(?:20)?(\d{2})$/.exec(expiry.replace(/\s/g, "")) ?? [];
  const given = Number(month);
  if (given < 1 || given > 12) return false;
  const monthsGiven = (2000 + Number(year)) * 12 + given;
  return monthsGiven >= now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}
