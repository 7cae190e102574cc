import type { TestCompany, TestService } from "../../../../test/harness.ts";
import { signIn, type TestSession } from "../../../../test/site-session.ts";

/** A company, and the dashboard session of a user who imports. */
export type DashboardSession = TestSession & { company: TestCompany };

export async function openDashboard(
  service: TestService,
  role: "owner" | "accountant" | "developer" | "viewer" = "accountant",
): Promise<DashboardSession> {
  const company = await service.company();
  return { ...(await signIn(service, { companyId: company.id, role })), company };
}

/** Oldest first. */
export const listed = async ({ company }: DashboardSession, noun: string) =>
  (await company.call(`GET /${noun}?limit=100`)).body[noun].reverse();

export const eventTypes = async ({ company }: DashboardSession): Promise<string[]> =>
  (await company.call("GET /events?limit=100")).body.events.map(({ type }: { type: string }) => type);

/** Counts the jobs that are sent to threads while the work runs. */
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
