const yearSeconds = 365 * 86_400;

/** A choice that the service should know when it sends the next page. Nothing secret is stored this way. */
export function setCookie(name: string, value: string | undefined): void {
  const lifetime = value === undefined ? 0 : yearSeconds;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${name}=${value ?? ""}; Path=/; Max-Age=${lifetime}; SameSite=Lax${secure}`;
}
