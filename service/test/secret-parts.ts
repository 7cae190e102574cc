/** Half of a secret is a leak too, because the rest could be guessed. These are its first, middle and last half. */
export function partsOf(secret: string): string[] {
  const bare = secret.replace(/^[a-z]+_/, "");
  const part = Math.ceil(bare.length / 2);
  return [0, Math.floor((bare.length - part) / 2), bare.length - part].map((at) => bare.slice(at, at + part));
}

export const showsPartOf = (secret: string, text: string): boolean =>
  partsOf(secret).some((part) => text.includes(part));
