/** Names and values as programs read them at their start, one a line. */
export function environmentFile(values: readonly { name: string; value: string }[]): string {
  return `${values.map(({ name, value }) => `${name}=${value}`).join("\n")}\n`;
}

/** Gives the browser a file to save, without asking anybody for it. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
