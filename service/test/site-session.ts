import type { Role } from "../src/contract/access.ts";
import { cookieName, siteSecretOf } from "../src/domains/tenancy/users/service.ts";
import { randomToken } from "../src/platform/security/ids.ts";
import { cookieValue, csrfToken } from "../src/web/site/cookie.ts";
import {
  type CompanyOptions,
  type Reply,
  startService,
  type TestCompany,
  type TestService,
} from "./harness.ts";

/** A person who is signed in on the site, in one company. */
export type TestSession = {
  user: { id: number; name: string; email: string };
  cookie: string;
  csrf: string;
  /** `call("POST", "/invoices", body)` goes to /app/api with session, company and CSRF token. */
  call(method: string, path: string, body?: unknown, options?: SiteCallOptions): Promise<Reply>;
};

export type SiteCallOptions = {
  /** Null omits a header that would be sent. */
  headers?: Record<string, string | null>;
  /** Sent unchanged, instead of the body. */
  raw?: string;
  /** The base of the path; `/app/api` by default. */
  base?: string;
};

export type TestSite = TestSession & { service: TestService; company: TestCompany; close(): Promise<void> };

/** A service, a company in it and a signed-in person of that company: `const site = await startSite()`. */
export async function startSite(options: { role?: Role } & CompanyOptions = {}): Promise<TestSite> {
  const { role = "owner", ...companyOptions } = options;
  const service = await startService();
  const company = await service.company(companyOptions);
  const session = await signIn(service, { companyId: company.id, role });
  return { ...session, service, company, close: () => service.close() };
}

/** A new user with that role in the company, signed in without a password. */
export async function signIn(
  { context, url }: TestService,
  member: { companyId?: number; role?: Role; operator?: boolean },
): Promise<TestSession> {
  const now = context.clock.now();
  const email = `user-${randomToken(9).toLowerCase()}@example.com`;
  const [user] = await context.db.query<TestSession["user"]>(
    `insert into users (name, email, email_verified, operator, created_at, updated_at)
     values ('Ada Obi', $1, true, $2, $3, $3) returning id, name, email`,
    [email, member.operator === true, now],
  );
  if (member.companyId !== undefined) {
    await context.db.query(
      "insert into memberships (company_id, user_id, role, created_at) values ($1, $2, $3, $4)",
      [member.companyId, user!.id, member.role ?? "owner", now],
    );
  }
  const token = randomToken(24);
  await context.db.query(
    `insert into user_sessions (user_id, token, expires_at, created_at, updated_at)
     values ($1, $2, $3::timestamptz + interval '7 days', $3, $3)`,
    [user!.id, token, now],
  );
  const secret = siteSecretOf(context);
  const cookie = `${cookieName(false)}=${cookieValue(token, secret)}`;
  const csrf = csrfToken(token, secret);
  const headers = {
    cookie,
    "x-csrf-token": csrf,
    ...(member.companyId !== undefined && { "x-company-id": String(member.companyId) }),
  };
  return { user: user!, cookie, csrf, call: siteCalls(url, headers) };
}

export const siteCalls =
  (url: string, own: Record<string, string>): TestSession["call"] =>
  async (method, path, body, { headers = {}, raw, base = "/app/api" } = {}) => {
    const given = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const sent = method === "GET" ? undefined : given;
    const all = {
      ...own,
      ...(sent !== undefined && { "content-type": "application/json" }),
      ...headers,
    };
    const present = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
    const response = await fetch(`${url}${base}${path}`, {
      method,
      headers: present,
      redirect: "manual",
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
