import { startAuthority } from "billfold-sandbox/authority";
import { startService, type TestCompany, type TestService } from "./harness.ts";

/** A service with a sandbox authority, on the shared database. */
export async function startEinvoicingService(): Promise<TestService> {
  const authority = await startAuthority();
  const service = await startService({ env: { BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url } });
  const close = async () => {
    await authority.close();
    await service.close();
  };
  return { ...service, close };
}

/** A draft of a company that registers invoices, with all data that an authority requires. */
export async function registrableId(company: TestCompany): Promise<number> {
  await company.call("POST /einvoicing/integration", { body: { adapter: "sandbox" } });
  const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
  const contact = { email: "accounts@acme.example", phone: "+2348030000000" };
  const customer_id = await company.customer({ name: "Acme", tax_id: "87654321-0001", address, ...contact });
  return (await company.draft({ customer_id })).id;
}

export async function registeredId(company: TestCompany): Promise<number> {
  const id = await registrableId(company);
  await company.call(`POST /invoices/${id}/register`);
  return id;
}

/** A credit note to a registered invoice. */
export async function creditNoteId(company: TestCompany): Promise<number> {
  const id = await registeredId(company);
  return (await company.call(`POST /invoices/${id}/credit_notes`)).body.credit_note.id;
}
