/** The records of a CSV file by RFC 4180: a line break inside quotes belongs to the cell. Empty lines count. */
export function recordsOf(csv: string): string[] {
  const text = csv.replace(/^\uFEFF/, "");
  const records: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const mark = text[index];
    if (mark === '"') isQuoted = !isQuoted;
    if (isQuoted || (mark !== "\n" && mark !== "\r")) continue;
    records.push(text.slice(start, index));
    if (mark === "\r" && text[index + 1] === "\n") index++;
    start = index + 1;
  }
  if (start < text.length) records.push(text.slice(start));
  return records;
}
