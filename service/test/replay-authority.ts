import { type Reply, type TestCompany, taxed } from "./harness.ts";
import type { ReplayFixture } from "./replay-fixture.ts";
import type { Recipe } from "./replay-recipes.ts";
import { invoiceOf, made, send, validRequest } from "./replay-requests.ts";

/** Errors that an authority, or the lack of one, causes for an operation. */
export const authorityRecipes: Record<string, Recipe> = {
  integration_auth_failed: withFault("auth_401"),
  integration_error: withFault("html_200"),
  integration_unavailable: withFault("http_429:30"),

  fiscal_rejected: (ground, documented) => {
    const isCancellation = documented.operation.name.endsWith("/cancel_registration");
    return withFault(isCancellation ? "cancel_late" : "reject_fields:1")(ground, documented);
  },

  fiscal_incomplete: async ({ service }, { operation }) => {
    const company = await service.company({ profile: taxed });
    const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
    const customer_id = await company.customer({ name: "No tax number", address });
    const { id } = await company.draft({ customer_id });
    if (operation.name === "POST /invoices/{id}/register") {
      await made(company, "POST /einvoicing/integration", { adapter: "sandbox" });
      return company.call(`POST /invoices/${id}/register`);
    }
    // The invoice was valid where it was registered, and its credit note is sent elsewhere.
    await made(company, "POST /einvoicing/integration", { adapter: "document_only" });
    await made(company, `POST /invoices/${id}/register`);
    const note = (await made(company, `POST /invoices/${id}/credit_notes`)).credit_note.id;
    await made(company, "POST /einvoicing/integration", { adapter: "sandbox" });
    return company.call(`POST /credit_notes/${note}/register`);
  },

  integration_not_configured: async ({ service, unpaid }, { operation }) => {
    if (operation.name === "POST /payments/link") return unpaid.call(operation.name, { body: { amount: 5 } });
    const company = await service.company();
    if (!operation.recordPath) return company.call(operation.name);
    const isNote = operation.recordPath.startsWith("/credit_notes");
    const id = isNote ? await unregisteredNote(company) : await invoiceOf(company);
    return company.call(operation.name.replace("{id}", String(id)));
  },
};

/** The authority accepts all previous requests; then it fails for this company, and for no other. */
function withFault(fault: string): Recipe {
  return async ({ service, authority }: ReplayFixture, { operation }): Promise<Reply> => {
    const company = await service.company({ profile: taxed });
    const request = await validRequest(company, operation);
    await made(company, "POST /einvoicing/integration", { adapter: "sandbox" });
    const { business_id: business } = (await made(company, "GET /einvoicing/integration")).integration;
    authority.faults.add({ match: { op: "any", business }, fault, times: null });
    return send(company, request);
  };
}

async function unregisteredNote(company: TestCompany): Promise<number> {
  const id = await invoiceOf(company);
  await made(company, `POST /invoices/${id}/issue`);
  return (await made(company, `POST /invoices/${id}/credit_notes`)).credit_note.id;
}
