import type { TestCompany, TestService } from "../../../../test/harness.ts";
import { signIn, type TestSession } from "../../../../test/site-session.ts";

/** A company, and a person in it who imports. */
export type DashboardSession = TestSession & { company: TestCompany };

export async function openDashboard(
  service: TestService,
  role: "owner" | "accountant" | "developer" | "viewer" = "accountant",
): Promise<DashboardSession> {
  const company = await service.company();
  return { ...(await signIn(service, { companyId: company.id, role })), company };
}

/** In the order in which they were made. */
export const listed = async ({ company }: DashboardSession, noun: string) =>
  (await company.call(`GET /${noun}?limit=100`)).body[noun].reverse();

export const eventTypes = async ({ company }: DashboardSession): Promise<string[]> =>
  (await company.call("GET /events?limit=100")).body.events.map(({ type }: { type: string }) => type);

/** How many jobs were given to threads while the work was done. */
export async function jobsDuring(
  { context: { threads } }: TestService,
  work: () => Promise<unknown>,
): Promise<number> {
  const { run } = threads;
  let jobs = 0;
  threads.run = (job) => {
    jobs += 1;
    return run(job);
  };
  await work().finally(() => {
    threads.run = run;
  });
  return jobs;
}
