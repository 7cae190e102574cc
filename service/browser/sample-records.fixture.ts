import { post, type Seller } from "./seller.fixture.ts";
import { newPerson } from "./site.fixture.ts";

/** One record of every kind that a page or a route of the site names by its id. */
export type SampleRecords = Awaited<ReturnType<typeof createSampleRecords>>;

/** A company's records after a day of work. Every text in them contains `mark`. */
export async function createSampleRecords(seller: Seller, mark: string) {
  const get = async (route: string) => (await seller.operator.get(route, seller.company)).body;
  const { customer } = await post(seller, "/customers", {
    name: `Customer ${mark}`,
    email: "adunni@example.com",
    kind: "consumer",
  });
  const { product } = await post(seller, "/products", {
    name: `Product ${mark}`,
    unit_price: 22_500,
    tax_rate: 7.5,
    portal: true,
  });
  const lines = [{ product_id: product.id, description: `Line ${mark}`, quantity: 2 }];
  const order = { customer_id: customer.id, lines, notes: mark };
  const write = async () => (await post(seller, "/invoices", order)).invoice.id as number;
  const issue = async () => (await post(seller, `/invoices/${await write()}/issue`)).invoice.id as number;
  const { sale } = await post(seller, "/sales", order);
  const { quote } = await post(seller, "/quotes", order);
  const schedule = { ...order, interval: "month", start_date: "2090-01-01" };
  const { recurring_invoice } = await post(seller, "/recurring_invoices", schedule);
  const [draft, invoice, paid, credited] = [await write(), await issue(), await issue(), await issue()];
  const { payment } = await post(seller, "/payments", { invoice_id: paid, amount: 48_375, note: mark });
  const { credit_note } = await post(seller, `/invoices/${credited}/credit_notes`, { reason: mark });
  await post(seller, "/einvoicing/integration", { adapter: "sandbox" });
  await post(seller, `/invoices/${invoice}/register`);
  const link = await post(seller, "/payments/link", { amount: 5000, label: mark, invoice_id: invoice });
  const { endpoints } = await get("/webhooks/endpoints");
  const { deliveries } = await get("/webhooks/deliveries");
  const { event } = await get(`/events/${deliveries[0].event_id}`);
  const colleague = await newPerson(seller, `--company ${seller.company.company_id} --role viewer`);
  const routes = [
    `/customers/${customer.id}`,
    `/products/${product.id}`,
    `/sales/${sale.id}`,
    `/quotes/${quote.id}`,
    `/recurring_invoices/${recurring_invoice.id}`,
    `/invoices/${draft}`,
    `/invoices/${invoice}`,
    `/payments/${payment.id}`,
    `/payments/links/${link.reference}`,
    `/webhooks/endpoints/${endpoints[0].id}`,
  ];
  return {
    customer: customer.id as number,
    product: product.id as number,
    sale: sale.id as number,
    quote: quote.id as number,
    recurring: recurring_invoice.id as number,
    draft,
    invoice,
    payment: payment.id as number,
    creditNote: credit_note.id as number,
    link: link.reference as string,
    endpoint: endpoints[0].id as number,
    delivery: deliveries[0].id as number,
    event: event.id as string,
    request: event.request_id as string,
    key: seller.company.app_id,
    user: colleague.id,
    /** Reads the current state of every record that a request could change. */
    read: () => Promise.all(routes.map(get)),
  };
}
