import { type Authority, startAuthority } from "billfold-sandbox/authority";
import { buyer, profile } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { setIntegration } from "../src/domains/fiscal/registration/service.ts";
import { makeCompany, type TestCompany } from "../test/harness.ts";
import { openLoadBalancer } from "./load-balancer.fixture.ts";
import type { Role } from "./services.fixture.ts";
import { type Site, startSite } from "./site.fixture.ts";

/** The size of the test: `BILLFOLD_FAULTS=short` is the version that runs for every change. */
export const registrationSize =
  process.env.BILLFOLD_FAULTS === "short"
    ? { kills: 6, callers: 8, isLong: false, answers: 40, timeoutMs: 4 * 60_000 }
    : { kills: 220, callers: 12, isLong: true, answers: 600, timeoutMs: 40 * 60_000 };

/** Services, and an authority beside them that is never killed, because its records are the reference. */
export type RegistrationRun = Site & {
  authority: Authority;
  /** A company with a legal identity and an integration. Its business at the authority is created at the first use. */
  registrant(adapter: AdapterName): Promise<Registrant>;
};

export type AdapterName = "sandbox" | "async_demo";

export type Registrant = TestCompany & {
  adapter: AdapterName;
  /** The data of an invoice that the authority requires. */
  sale: { customer_id: number; lines: object[] };
};

export async function startRegistrationRun(
  open: AsyncDisposableStack,
  roles: readonly Role[],
  settings: Record<string, string> = {},
): Promise<RegistrationRun> {
  const loadBalancer = await openLoadBalancer();
  open.defer(loadBalancer.close);
  const authority = await startAuthority({ pollAfterMs: 200 });
  open.defer(authority.close);
  const site = await startSite(open, loadBalancer, roles, {
    BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url,
    ...settings,
  });
  const { context } = site;
  const registrant = async (adapter: AdapterName) => {
    const company = await makeCompany(context, loadBalancer.url, { profile });
    await setIntegration(context, company.id, { adapter });
    const lines = [{ description: "Consulting", quantity: 3, unit_price: 45_000, tax_rate: 7.5 }];
    return { ...company, adapter, sale: { customer_id: await company.customer(buyer), lines } };
  };
  return { ...site, authority, registrant };
}
