import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read endpoints `e`.

export const fromEndpointsSql = fragment("from webhook_endpoints e");

/** The endpoint of a delivery, or of another row with `company_id` and `endpoint_id`. */
export const joinEndpointOf = (row: string) =>
  fragment(`join webhook_endpoints e on e.company_id = ${row}.company_id and e.id = ${row}.endpoint_id`);

/** How many endpoints of all companies are `healthy`, `failing` and `disabled`. */
export const endpointsByHealthSql =
  fragment(`select count(*) filter (where status = 'enabled' and failing_since is null) as healthy,
       count(*) filter (where status = 'enabled' and failing_since is not null) as failing,
       count(*) filter (where status = 'disabled') as disabled
     from webhook_endpoints`);

/** The same two numbers by themselves, as scalar subqueries. */
export const failingEndpointsSql = fragment(
  "(select count(*) from webhook_endpoints where failing_since is not null and status = 'enabled')",
);
export const disabledEndpointsSql = fragment(
  "(select count(*) from webhook_endpoints where status = 'disabled')",
);

/** Whether the company `$1` has an endpoint of its own. */
export const hasOwnEndpointSql = fragment(
  "exists (select from webhook_endpoints where company_id = $1 and url is not null)",
);
