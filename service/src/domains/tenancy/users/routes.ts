import { actorOf } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read, staged } from "../../../http/route.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import { invite, listPeople, removeMember, setRole, withdrawInvitation } from "./members.ts";
import { invitationExists, memberExists } from "./queries.ts";
import { Invitation, RoleChange } from "./schema.ts";

const access = { tag: "Users", scope: "site:users", feature: "any", responses: {} } as const;
const user = { noun: "The user", exists: memberExists };

/** A company's members and invitations. */
export const userRoutes: Route[] = [
  read({
    ...access,
    path: "/users",
    operationId: "listUsers",
    summary: "List users and invitations",
    handle: async ({ context, principal }) =>
      jsonResponse(200, await listPeople(context.reads, principal.company.id, context.clock.now())),
  }),
  staged({
    ...access,
    path: "/users",
    operationId: "inviteUser",
    summary: "Invite a user by email",
    body: Invitation,
    stepUp: "user.invited",
    handle: async ({ context, principal, requestId, address, body, noteSensitive }) => {
      const inviter = { company: principal.company, actor: actorOf(principal), requestId, address };
      const tell = (tx: Transaction) => noteSensitive(tx, `${body.email} as ${body.role}`);
      return jsonResponse(201, { invitation: await invite(context, inviter, body, tell) });
    },
  }),
  change("PATCH", {
    ...access,
    path: "/users/{id}",
    operationId: "setUserRole",
    summary: "Change the role of a user",
    body: RoleChange,
    stepUp: "user.role_set",
    record: user,
    handle: async (made, { id, body }) => {
      const email = await setRole(made, id, body.role);
      return { ...jsonResponse(200), about: `${email} is now ${body.role}` };
    },
  }),
  change("DELETE", {
    ...access,
    path: "/users/{id}",
    operationId: "removeUser",
    summary: "Remove a user from the company",
    stepUp: "user.removed",
    record: user,
    handle: async (made, { id }) => {
      return { ...jsonResponse(200), about: await removeMember(made, id) };
    },
  }),
  change("DELETE", {
    ...access,
    path: "/invitations/{id}",
    operationId: "withdrawInvitation",
    summary: "Withdraw an invitation",
    record: { noun: "The invitation", exists: invitationExists },
    handle: async (made, { id }) => {
      await withdrawInvitation(made, id);
      return jsonResponse(200);
    },
  }),
];
