import { actorOf } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read, staged } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import {
  BankAccountsChange,
  bankAccountsExample,
  DocumentSettings,
  DocumentSettingsPatch,
  documentSettingsExample,
  LogoChange,
} from "./schema.ts";
import { changeLook, readDocumentSettings, removeLogo, setBankAccounts, setLogo } from "./service.ts";

const access = { tag: "Document settings", feature: "any" } as const;
const one = {
  schema: envelope({ document_settings: DocumentSettings }),
  example: { success: true, document_settings: documentSettingsExample },
};

export const documentSettingsRoutes: Route[] = [
  read({
    ...access,
    path: "/document_settings",
    operationId: "getDocumentSettings",
    summary: "Get the look of the company's documents and its bank accounts on them",
    scope: "site:read",
    responses: { 200: { ...one, description: "The settings; null where nothing is set." } },
    handle: async ({ context, principal: { company } }) =>
      jsonResponse(200, { document_settings: await readDocumentSettings(context.reads, company.id) }),
  }),
  change("PATCH", {
    ...access,
    path: "/document_settings",
    operationId: "changeDocumentSettings",
    summary: "Change the look of the company's documents",
    scope: "site:settings",
    body: DocumentSettingsPatch,
    bodyExample: { accent_colour: "#0a6b4e" },
    responses: { 200: { ...one, description: "The updated settings." } },
    handle: async (made, { body }) => jsonResponse(200, { document_settings: await changeLook(made, body) }),
  }),
  staged({
    ...access,
    path: "/document_settings/logo",
    operationId: "setLogo",
    summary: "Set the logo that documents and pages for buyers show",
    scope: "site:settings",
    expensive: true,
    cost: 5,
    body: LogoChange,
    bodyExample: { file: "iVBORw0KGgo…" },
    responses: { 200: { ...one, description: "The updated settings." } },
    handle: async ({ context, principal, requestId, address, body }) => {
      const author = { now: context.clock.now(), actor: actorOf(principal), requestId, address };
      const settings = await setLogo(context, author, principal.company.id, body);
      return jsonResponse(200, { document_settings: settings });
    },
  }),
  change("DELETE", {
    ...access,
    path: "/document_settings/logo",
    operationId: "removeLogo",
    summary: "Remove the logo",
    scope: "site:settings",
    responses: { 200: { ...one, description: "The updated settings." } },
    handle: async (made) => jsonResponse(200, { document_settings: await removeLogo(made, made.company.id) }),
  }),
  change("POST", {
    ...access,
    path: "/document_settings/bank_accounts",
    operationId: "setBankAccounts",
    summary: "Set the bank accounts that documents show",
    // Who is paid is for owners to decide, as with the gateway.
    scope: "site:gateway",
    stepUp: "bank_accounts.set",
    body: BankAccountsChange,
    bodyExample: { bank_accounts: bankAccountsExample },
    responses: { 200: { ...one, description: "The updated settings." } },
    handle: async (made, { body }) => {
      const settings = await setBankAccounts(made, body);
      const about = body.bank_accounts
        .map(({ iban, account_number }) => `…${(iban ?? account_number ?? "").slice(-4)}`)
        .join(", ");
      return { ...jsonResponse(200, { document_settings: settings }), about };
    },
  }),
];
