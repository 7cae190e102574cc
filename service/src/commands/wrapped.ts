const width = 100;

/** The text in lines of a readable width, indented by the margin. */
export function wrapped(text: string, margin: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    if (last.length + word.length + 1 > width - margin && last !== "") lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map((line) => " ".repeat(margin) + line);
}
