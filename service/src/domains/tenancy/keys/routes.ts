import { realTimeOf } from "../../../context.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { onlyPage } from "../../../platform/db/lists/page.ts";
import { envelope, Pagination } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import {
  requireAdditionsGrantable,
  requireGrantable,
  requireLimitsGrantable,
  requireRotatable,
} from "./grants.ts";
import { keysListedMax } from "./key-status.ts";
import { knownLimits, widens } from "./limits.ts";
import { findKeyFacts } from "./queries.ts";
import { Key, KeyCreate, KeyPatch, KeyRotation, keyExample } from "./schema.ts";
import {
  confirmSecretStored,
  createKey,
  graceSecondsDefault,
  listKeys,
  readKey,
  renameKey,
  revokeKey,
  rotateKey,
  setKeyLimits,
  setKeyScopes,
} from "./service.ts";

// A suspended company must still be able to revoke a leaked key.
const access = { tag: "Keys", scope: "site:keys", feature: "any" } as const;

const record = {
  noun: "The key",
  exists: async (...[db, companyId, , appId]: Parameters<NonNullable<Route["record"]>["exists"]>) =>
    (await findKeyFacts(db, companyId, appId)) !== undefined,
  textId: {
    pattern: "^bf_(live|test)_\\w+$",
    example: keyExample.app_id,
    numberOf: (text: string) => (/^bf_(live|test)_\w{1,100}$/.test(text) ? 0 : undefined),
  },
};

const one = { schema: envelope({ key: Key }), example: { success: true, key: keyExample } };

const withSecret = {
  schema: envelope({ key: Key, secret: Type.String() }),
  example: { success: true, key: keyExample, secret: "bfs_…" },
};

/** For programs too: which keys a company has is part of what it must be able to check. */
export const keyReadRoutes: Route[] = [
  read({
    ...access,
    scope: "company:read",
    orScope: "site:keys",
    path: "/keys",
    operationId: "listKeys",
    summary: "List API keys",
    description: "Active keys first, then the most recently revoked; at most 200.",
    responses: {
      200: {
        description: "The keys.",
        schema: envelope({ keys: Type.Array(Key), pagination: Pagination }),
        example: { success: true, keys: [keyExample], pagination: onlyPage(keysListedMax) },
      },
    },
    handle: async ({ context, principal: { company } }) =>
      jsonResponse(200, {
        keys: await listKeys(context.reads, company.id, context.clock.now()),
        pagination: JSON.stringify(onlyPage(keysListedMax)),
      }),
  }),
];

export const keyRoutes: Route[] = [
  change("POST", {
    ...access,
    path: "/keys",
    operationId: "createKey",
    summary: "Create a key",
    description: "Scopes must be included in the caller's own role.",
    // Only an active company needs new keys.
    feature: [],
    body: KeyCreate,
    bodyExample: { name: "Web shop", scopes: keyExample.scopes },
    stepUp: "key.created",
    responses: { 201: { ...withSecret, description: "The key and its secret, which is shown only once." } },
    handle: async (made, { context, principal, body }) => {
      const { tx, company, now } = made;
      requireGrantable(principal, body.scopes);
      const { scopes, name = null, ...given } = body;
      const limits = knownLimits(given);
      const { environment } = context.config;
      const { app_id, secret } = await createKey(made, company.id, scopes, environment, name, limits);
      const key = await readKey(tx, company.id, app_id, now);
      return {
        ...jsonResponse(201, { key, secret: JSON.stringify(secret) }),
        containsSecret: true,
        about: app_id,
      };
    },
  }),
  change("PATCH", {
    ...access,
    path: "/keys/{app_id}",
    operationId: "changeKey",
    summary: "Change the name, scopes or limits of a key",
    description:
      "Any scope can be removed, and any limit tightened. A scope can be added only if the caller's own role includes it; addresses can be added, and the last day moved, only if the role includes all scopes of the key.",
    record,
    body: KeyPatch,
    bodyExample: { name: "Web shop", scopes: ["invoices:read"] },
    stepUp: "key.widened",
    // Removing scopes and tightening limits may be urgent, so that needs no second factor.
    stepUpIf: async (db, { principal, idText, body }) => {
      const held = await findKeyFacts(db, principal.company.id, idText);
      if (!held) return false;
      return (
        (body.scopes ?? []).some((scope) => !held.scopes.includes(scope)) ||
        widens(held, body, principal.company.timeZone)
      );
    },
    responses: { 200: { ...one, description: "The updated key, effective on every node within a second." } },
    handle: async (made, { principal, idText, body }) => {
      const { tx, company, now } = made;
      const { name, scopes, ...given } = body;
      if (scopes) {
        await requireAdditionsGrantable(tx, principal, company.id, idText, scopes);
        await setKeyScopes(made, company.id, idText, scopes);
      }
      const limits = knownLimits(given);
      if (Object.keys(limits).length > 0) {
        await requireLimitsGrantable(tx, principal, company, idText, limits);
        await setKeyLimits(made, company.id, idText, limits);
      }
      if (name !== undefined) await renameKey(made, company.id, idText, name);
      const key = await readKey(tx, company.id, idText, now);
      return { ...jsonResponse(200, { key }), about: `${idText}: ${(scopes ?? []).join(", ")}` };
    },
  }),
  change("POST", {
    ...access,
    path: "/keys/{app_id}/rotate",
    operationId: "rotateKey",
    summary: "Rotate the secret of a key",
    description:
      "The App ID stays the same. The old secret stays valid until the grace period ends, which starts with the first use of the new secret. The key must not have scopes that the caller's own role does not include, because its secret is shown.",
    record,
    body: KeyRotation,
    bodyIsOptional: true,
    bodyExample: { grace_seconds: 3600 },
    stepUp: "key.rotated",
    responses: {
      200: { ...withSecret, description: "The key and its new secret, which is shown only once." },
    },
    handle: async (made, { principal, idText, body }) => {
      const { tx, company, now } = made;
      await requireRotatable(tx, principal, company.id, idText);
      const { secret } = await rotateKey(
        { ...made, now: realTimeOf(made) },
        company.id,
        idText,
        body.grace_seconds ?? graceSecondsDefault,
      );
      const key = await readKey(tx, company.id, idText, now);
      return {
        ...jsonResponse(200, { key, secret: JSON.stringify(secret) }),
        containsSecret: true,
        about: idText,
      };
    },
  }),
  change("POST", {
    ...access,
    path: "/keys/{app_id}/stored",
    operationId: "confirmSecretStored",
    summary: "Confirm that the secret is stored",
    record,
    responses: { 200: { ...one, description: "The key." } },
    handle: async (made, { idText }) => {
      await confirmSecretStored(made, made.company.id, idText);
      return jsonResponse(200, { key: await readKey(made.tx, made.company.id, idText, made.now) });
    },
  }),
  change("POST", {
    ...access,
    path: "/keys/{app_id}/revoke",
    operationId: "revokeKey",
    summary: "Revoke a key",
    record,
    responses: { 200: { ...one, description: "The key, which is no longer accepted." } },
    handle: async (made, { idText }) => {
      await revokeKey(made, made.company.id, idText);
      return jsonResponse(200, { key: await readKey(made.tx, made.company.id, idText, made.now) });
    },
  }),
];
