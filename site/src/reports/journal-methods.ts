/** Accounts of single payment methods as lines of text: `cash = 1010`. */
export const methodLines = (methods: Readonly<Record<string, string>>): string =>
  Object.entries(methods)
    .map(([method, account]) => `${method} = ${account}`)
    .join("\n");

/** A line without an account is sent as it is, so that the service says what is wrong with it. */
export const methodsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const [method = "", ...account] = line.split("=");
        return [method.trim(), account.join("=").trim()];
      }),
  );
