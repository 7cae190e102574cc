/**
 * Takes credentials out of a text, wherever they are in it: our own secrets by their prefixes, the headers that carry them,
 * passwords inside connection strings, and the values of members or settings whose name says that they are secret.
 * Callers choose the text, so the time must grow with its length and no faster: nothing here looks at a
 * character more than a few times.
 */
export function maskCredentials(text: string): string {
  if (!suspicious.test(text)) return text;
  let masked = text;
  for (const [pattern, mask] of prefixed) masked = masked.replace(pattern, mask);
  return withoutNamed(withoutPasswords(masked));
}

// Most texts contain none of these words, and a single test rules them out.
const suspicious =
  /bfs_|whsec_|p[lt]_|qt_|in_\d|rc_\d|bearer|basic|:\/\/|secret|passw|token|authorization|cookie|encryption_?keys/i;

const prefixed: readonly [pattern: RegExp, mask: string][] = [
  [/(bfs|whsec)_[A-Za-z0-9+/_=-]{8,}/g, "$1_[masked]"],
  // The full reference of a payment link, or the token of an invoice or a quote, is enough to see what is to be paid.
  [/((?:p[lt]|qt)_\d{1,16})_[\w-]{22}/g, "$1_[masked]"],
  // So is the address of the page of an invoice, and that of a receipt.
  [/((?:in|rc)_\d{1,16}_\d{1,16})_[\w-]{22}/g, "$1_[masked]"],
  [/\b(Bearer|Basic)\s+[^\s"',\\]+/gi, "$1 [masked]"],
];

// More than any secret that we know of has: what a cut leaves of one is still recognised.
const secretCharactersMax = 1000;

/** The beginning of a text that somebody else wrote, to be quoted: cut before it is masked, and no half of a secret remains. */
export function maskedStart(text: string, charactersMax: number): string {
  return maskCredentials(text.slice(0, charactersMax + secretCharactersMax)).slice(0, charactersMax);
}

const wordEnd = /[\s"\\]|$/g;

/** Looks only at words that contain an address, from there on: a text may have many others. */
function withoutPasswords(text: string): string {
  let masked = "";
  let copied = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", copied)) {
    wordEnd.lastIndex = at;
    const end = wordEnd.exec(text)!.index;
    masked += text.slice(copied, at) + withoutPassword(text.slice(at, end));
    copied = end;
  }
  return masked + text.slice(copied);
}

/** `scheme://user:password@host`, in a text without spaces. The password ends at the last @, for it may contain one. */
function withoutPassword(word: string): string {
  const end = word.lastIndexOf("@");
  for (let from = word.indexOf("://"); from >= 0 && from < end; from = word.indexOf("://", from + 1)) {
    userEnd.lastIndex = from + 3;
    const { index } = userEnd.exec(word)!;
    if (word[index] === ":" && index < end) return `${word.slice(0, index)}:[masked]${word.slice(end)}`;
  }
  return word;
}

const userEnd = /[:/@]|$/g;

const secretName = /secret|password|passwd|token|authorization|cookie|encryption_?keys/gi;

/** `"webhook_secret": "…"` as JSON, also inside a text in JSON, and `webhook_secret=…`. */
function withoutNamed(text: string): string {
  let masked = "";
  let copied = 0;
  secretName.lastIndex = 0;
  while (secretName.test(text)) {
    const nameEnd = ending(nameRest, text, secretName.lastIndex);
    const value = memberValue(text, nameEnd) ?? settingValue(text, nameEnd);
    // The rest of the name need not be looked at again: all the secret words in it belong to the same name.
    secretName.lastIndex = value?.end ?? nameEnd;
    if (!value || value.start === value.end) continue;
    masked += `${text.slice(copied, value.start)}[masked]`;
    copied = value.end;
  }
  return masked + text.slice(copied);
}

type Span = { start: number; end: number };

const nameRest = /[\w-]*/y;
const memberStart = /(\\*)"\s*:\s*\1"/y;
const settingStart = /=(?!\[masked)/y;
const settingRest = /[^\s"&,;\\]*/y;

function memberValue(text: string, nameEnd: number): Span | undefined {
  memberStart.lastIndex = nameEnd;
  const found = memberStart.exec(text);
  if (!found) return undefined;
  const start = memberStart.lastIndex;
  const escapes = found[1]!.length;
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    const escaped = escapesOfEnd(at - backslashesFrom(text, start, at), escapes);
    if (escaped !== undefined) return { start, end: at - escaped };
  }
  return { start, end: text.length };
}

/**
 * Whether a quote with so many backslashes before it ends the value, or a text around it that contains all of this: a
 * quote inside the value has more. Returns how many of the backslashes belong to that end.
 */
function escapesOfEnd(backslashes: number, escapes: number): number | undefined {
  for (let level = 0; level <= escapes; level = 2 * level + 1) {
    if (backslashes % (2 * level + 2) === level) return level;
  }
  return undefined;
}

function backslashesFrom(text: string, start: number, end: number): number {
  let from = end;
  while (from > start && text[from - 1] === "\\") from -= 1;
  return from;
}

function settingValue(text: string, nameEnd: number): Span | undefined {
  settingStart.lastIndex = nameEnd;
  if (!settingStart.test(text)) return undefined;
  const start = settingStart.lastIndex;
  return { start, end: ending(settingRest, text, start) };
}

function ending(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  sticky.test(text);
  return sticky.lastIndex;
}
