import type { CompanyOptions, TestCompany, TestService } from "../../../../test/harness.ts";
import { signIn, type TestSession } from "../../../../test/site-session.ts";

export type Dashboard = TestSession & { company: TestCompany };

/** A new company and a person who may only read. */
export async function openDashboard(service: TestService, options: CompanyOptions = {}): Promise<Dashboard> {
  const company = await service.company(options);
  return { ...(await signIn(service, { companyId: company.id, role: "viewer" })), company };
}

export async function must(company: TestCompany, operation: string, body?: object) {
  const reply = await company.call(operation, body ? { body } : {});
  if (reply.status >= 300) throw new Error(`${operation}: ${reply.text}`);
  return reply.body;
}

export async function issued(company: TestCompany, amount: string, fields: object = {}): Promise<number> {
  const lines = [{ description: "Work", quantity: 1, unit_price: amount }];
  const { id } = await company.draft({ lines, ...fields });
  await must(company, `POST /invoices/${id}/issue`);
  return id;
}

export const pay = (company: TestCompany, invoice_id: number, amount: string, paid_at: string) =>
  must(company, "POST /payments", { invoice_id, amount, paid_at });
