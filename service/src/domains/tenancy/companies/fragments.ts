import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read companies `co`, their plans `s` and their counters `n`.

export const fromCompaniesSql = fragment("from companies co");

/** After another table in the list of a `from`. */
export const andCompaniesSql = fragment(", companies co");

export const joinCompanyOf = (id: string) => fragment(`join companies co on co.id = ${id}`);

/** The company of the row `r`. */
export const joinCompanySql = joinCompanyOf("r.company_id");

export const joinPlanOf = (id: string) => fragment(`join subscriptions s on s.company_id = ${id}`);

/** A company and its plan, which is what `tenantColumnsSql` reads. */
export const joinTenantOf = (id: string) => `${joinCompanyOf(id)} ${joinPlanOf(id)}`;

/** The counters; other modules need their `event_sequence`, the number of a company's last event. */
export const fromCountersSql = fragment("from company_counters n");

export const joinCountersOf = (id: string) => fragment(`join company_counters n on n.company_id = ${id}`);

/** The date, `co.today`, where the company of the row `r` is, at a moment. */
export const joinTodaySql = (moment: string) =>
  fragment(
    `join (select id, (${moment}::timestamptz at time zone time_zone)::date as today from companies) co on co.id = r.company_id`,
  );

export const companyCurrencySql = (id: string) =>
  fragment(`(select co.currency from companies co where co.id = ${id})`);

export const companyGatewaySql = (id: string) =>
  fragment(`(select co.gateway from companies co where co.id = ${id})`);

/** Whether the company `$1` has chosen a gateway. */
export const hasGatewaySql = fragment(
  "(select gateway is not null and gateway <> 'none' from companies where id = $1)",
);

/** What time it is for a company at a moment of the real time. */
export const companyTimeSql = (id: string, moment: string) =>
  fragment(
    `(${moment}::timestamptz + (select co.clock_offset_ms from companies co where co.id = ${id}) * interval '1 ms')`,
  );

/** Changes whenever the company does. */
export const companyVersionSql = (id: string) =>
  fragment(`(select co.xmin from companies co where co.id = ${id})`);

/** How many companies there are: `status` and `number`. */
export const companiesByStatusSql = fragment(
  "select status, count(*) as number from companies group by status",
);
