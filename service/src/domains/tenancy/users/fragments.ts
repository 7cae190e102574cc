import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read users `u` and memberships `m`.

/** The person who did what the audit entry `r` says. */
export const joinActingUserSql = fragment(
  "left join users u on r.actor_type in ('user', 'operator') and u.id::text = r.actor_id",
);

/** The owners of a company; more conditions may follow. */
export const ownersSql = (company: string) =>
  fragment(`from memberships m join users u on u.id = m.user_id
   where m.company_id = ${company} and m.role = 'owner'`);

export const countMembersSql = (company: string) =>
  fragment(`(select count(*) from memberships u where u.company_id = ${company})`);
