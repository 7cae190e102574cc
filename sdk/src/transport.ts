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
  if (!base)
    throw new TypeError("baseUrl must be a plain http:// or https:// address, such as https://host/api/v1");
  if (!appId || !secret)
    throw new TypeError(
      "appId and secret are missing. Check that the environment variables they come from are set.",
    );
  // The runtime's own error would repeat the value, which is a secret.
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(appId))
    throw new TypeError("appId must be the App ID, without spaces or colons");
  if (!/^[\x21-\x7e]+$/.test(secret))
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

// Early versions of Node 18 lack `URL.canParse`.
function addressOf(text: string): URL | undefined {
  try {
    const url = new URL(text);
    const isPlain = /^https?:$/.test(url.protocol) && !url.username && !url.password;
    return isPlain && !url.search && !url.hash ? url : undefined;
  } catch {
    return undefined;
  }
}
