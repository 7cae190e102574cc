import { folded } from "../ui/match.ts";

/**
 * How well a command matches a text, the best first: it is the text, begins with it, has words that begin with its
 * words, contains them, or has them among its keywords. Undefined if it does not match.
 */
export function rankOf(text: string, label: string, keywords = ""): number | undefined {
  const [typed, name] = [folded(text), folded(label)];
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  const words = typed.split(/\s+/);
  const hasStarts = (key: string) => {
    const starts = key.split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => starts.some((start) => start.startsWith(word)));
  };
  if (hasStarts(name)) return 2;
  if (words.every((word) => name.includes(word))) return 3;
  return hasStarts(`${name} ${folded(keywords)}`) ? 4 : undefined;
}
