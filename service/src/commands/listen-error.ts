import type { Config } from "../config/config.ts";

/** Says what to do about a port that another program uses. */
export function listenError(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new Error(
    `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another with PORT=…`,
  );
}
