import { actorOf } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read, staged } from "../../../http/route.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { invite, listPeople, removeMember, setRole, withdrawInvitation } from "./members.ts";
import { invitationExists, memberExists } from "./queries.ts";
import { Invitation, invitationExample, OpenInvitation, RoleChange, User, userExample } from "./schema.ts";

const access = { tag: "Users", scope: "site:users", feature: "any", responses: {} } as const;
const user = { noun: "The user", exists: memberExists };

/** For programs too: who may see and change a company's money is part of what it must be able to check. */
export const userReadRoutes: Route[] = [
  read({
    ...access,
    path: "/users",
    operationId: "listUsers",
    summary: "List users and invitations",
    description:
      "The people who can sign in for the company, and those who were invited; at most 500 of each.",
    scope: "company:read",
    orScope: "site:users",
    responses: {
      200: {
        description: "The users and the open invitations.",
        schema: envelope({ users: Type.Array(User), invitations: Type.Array(OpenInvitation) }),
        example: { success: true, users: [userExample], invitations: [invitationExample] },
      },
    },
    handle: async ({ context, principal }) =>
      jsonResponse(200, await listPeople(context.reads, principal.company.id, context.clock.now())),
  }),
];

/** A company's members and invitations. */
export const userRoutes: Route[] = [
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
