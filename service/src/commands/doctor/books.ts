import { findUnfinishedChecks, readBooksSummary } from "../../domains/backoffice/books/service.ts";
import type { DatabaseDoctorContext } from "./doctor-context.ts";
import { counted, type Finding, note, ok, problem, span } from "./finding.ts";

const lateSeconds = 2 * 24 * 60 * 60;

/** What the last check of each company's books found. */
export async function checkBooks({ db, clock }: DatabaseDoctorContext): Promise<Finding[]> {
  const { checked_at, companies, differences, company_ids } = await readBooksSummary(db);
  if (differences > 0) {
    const more = companies > company_ids.length ? " and others" : "";
    return [
      problem(
        "books",
        `${counted(differences, "difference")} between the events and the records of company ${company_ids.join(", ")}${more}`,
        `Records were changed outside the service, or the service has a fault. See each difference with 'billfold books check --company ${company_ids[0]}', and compare with a backup from before.`,
      ),
    ];
  }
  const unfinished = await findUnfinishedChecks(db, clock.now());
  if (unfinished.length > 0)
    return [
      problem(
        "books",
        `the last check of company ${unfinished.join(", ")} did not end`,
        `The service tries again every two hours and logs why it fails. Check it yourself with 'billfold books check --company ${unfinished[0]}'.`,
      ),
    ];
  if (checked_at === null) return [ok("books", "not checked yet: the service does that every night")];
  const seconds = clock.now().getTime() / 1000 - checked_at;
  const says = `no differences; the last check ended ${span(Math.max(seconds, 0))} ago`;
  if (seconds < lateSeconds) return [ok("books", says)];
  return [note("books", says, "A worker checks them every night. See whether one is running.")];
}
