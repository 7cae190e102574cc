/** An account number by ISO 13616, without spaces: its two check digits make the whole of it 1 modulo 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}

/** In groups of four, as banks print it. */
export const showIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");
