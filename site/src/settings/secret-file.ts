/** Environment variables in the format of an .env file. */
export function environmentFile(values: readonly { name: string; value: string }[]): string {
  return `${values.map(({ name, value }) => `${name}=${value}`).join("\n")}\n`;
}

/** Makes the browser download a text as a file. */
export function saveFile(name: string, text: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
