import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { requireLegal } from "./legal.ts";
import { CompanyPatch, CompanyProfile, companyExample } from "./schema.ts";
import { changeProfile, readProfile } from "./service.ts";

// A company that is waiting for approval may complete and correct its profile.
const access = { tag: "Company", path: "/company", feature: "any" } as const;
const one = {
  schema: envelope({ company: CompanyProfile }),
  example: { success: true, company: companyExample },
};

export const companyReadRoutes: Route[] = [
  read({
    ...access,
    operationId: "getCompany",
    summary: "Get the company's profile",
    scope: "company:read",
    orScope: "site:read",
    responses: { 200: { ...one, description: "The profile." } },
    handle: async ({ context, principal: { company } }) =>
      jsonResponse(200, { company: JSON.stringify(await readProfile(context.reads, company.id)) }),
  }),
];

export const companyRoutes: Route[] = [
  change("PATCH", {
    ...access,
    operationId: "changeCompany",
    summary: "Change the company's profile",
    description: "Only owners can change the name, tax id and registration number.",
    scope: "site:settings",
    body: CompanyPatch,
    bodyExample: { phone: "+234 803 000 0000", address: { city: "Abuja" } },
    responses: { 200: { ...one, description: "The updated profile." } },
    handle: async (made, { principal, body }) => {
      await requireLegal(made.tx, principal, body);
      return jsonResponse(200, { company: JSON.stringify(await changeProfile(made, made.company.id, body)) });
    },
  }),
];
