import type { ClientOptions, Fetch } from "./options.ts";

/** The settings that all calls of a client share. */
export type Line = {
  fetch: Fetch;
  /** Has no trailing slash. */
  baseUrl: string;
  authorization: string;
  /** Removes secrets from texts that come from other systems. */
  mask: (text: string) => string;
};

export function lineOf({ baseUrl, appId, secret, fetch = globalThis.fetch }: ClientOptions): Line {
  const base = addressOf(baseUrl);
  if (!appId || !secret)
    throw new TypeError("appId and secret are missing. Check the environment variables they come from.");
  // The runtime's own error would repeat the value, which is a secret.
  if (!/^[!-9;-~]+$/.test(appId)) throw new TypeError("appId must be the App ID, without spaces or colons");
  if (!/^[!-~]+$/.test(secret))
    throw new TypeError("secret must be the Secret exactly as shown, without spaces");
  if (typeof fetch !== "function")
    throw new TypeError("This runtime has no global fetch. Use Node 18 or newer, or pass one as `fetch`.");
  return {
    fetch: (input, init) => fetch(input, init),
    baseUrl: `${base.origin}${base.pathname.replace(/(^|[^/])\/+$/, "$1")}`,
    authorization: `Bearer ${appId}:${secret}`,
    mask: (text) => text.replaceAll(secret, "…"),
  };
}

function addressOf(text: string): URL {
  const refuse = (fault: string) =>
    new TypeError(`baseUrl ${fault}. It must be an address such as https://host/api/v1.`);
  if (!text) throw refuse("is missing");
  let url: URL;
  // Early versions of Node 18 do not have `URL.canParse`.
  try {
    url = new URL(text);
  } catch {
    throw refuse("is not an address with a host");
  }
  if (!/^https?:$/.test(url.protocol)) throw refuse(`begins with ${url.protocol}`);
  if (url.username || url.password) throw refuse("contains a user name or password");
  if (url.search || url.hash) throw refuse("contains ? or #");
  return url;
}
