import { fragment } from "../../../platform/db/fragments.ts";

// What statements of earlier modules read of registrations.

/** Whether the company `$1` has set up e-invoicing in an environment. */
export const hasIntegrationSql = (environment: string) =>
  fragment(`exists (select from fiscal_integrations where company_id = $1 and environment = ${environment})`);

/** What is not finished in all companies, and for how long, as JSON. */
export const unfinishedRegistrationsSql = (now: string) =>
  fragment(`(select json_build_object(
         'pending', count(*) filter (where state in ('queued', 'submitting', 'pending', 'cancelling')),
         'unknown', count(*) filter (where state = 'unknown'),
         'oldest_seconds', floor(extract(epoch from ${now} - min(created_at))))
       from fiscal_documents where next_action_at is not null)`);

/** How many of these wait for each adapter, as JSON. */
export const unfinishedByAdapterSql =
  fragment(`(select coalesce(json_object_agg(adapter, waiting), '{}') from (
       select adapter, count(*) as waiting from fiscal_documents where next_action_at is not null group by adapter) a)`);
