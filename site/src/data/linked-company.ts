import { setCookie } from "./cookie.ts";

export const companyStorageKey = "billfold.company";
export const companyCookie = "billfold_company";

export function chooseCompany(companyId: number): void {
  localStorage.setItem(companyStorageKey, String(companyId));
  // For the service, which writes the session into the next page that it sends.
  setCookie(companyCookie, String(companyId));
}

/**
 * Links in mails name the company of their record, because a person may belong to several. It is chosen before anything
 * is read, and taken out of the address, so that a reload does not choose it again. The service decides who belongs to it.
 */
export function openLinkedCompany(): void {
  const { pathname, search, hash } = location;
  const parameters = new URLSearchParams(search);
  const company = parameters.get("company") ?? "";
  if (!pathname.startsWith("/app") || !/^[1-9]\d{0,14}$/.test(company)) return;
  chooseCompany(Number(company));
  parameters.delete("company");
  const rest = parameters.size > 0 ? `?${parameters}` : "";
  history.replaceState(history.state, "", `${pathname}${rest}${hash}`);
}
