import { Big } from "big.js";
import type { Change, Context } from "../../context.ts";
import type { Company, Principal } from "../../contract/access.ts";
import { type FieldError, invalid, invalidField } from "../../contract/errors.ts";
import { asInProgress, type IdempotencyInput } from "../../http/idempotency/idempotency-store.ts";
import { coalesce } from "../../platform/db/batcher.ts";
import { createCompanyCache } from "../../platform/db/cache.ts";
import { type Queryable, retryDeadlocks, violatedConstraint } from "../../platform/db/database.ts";
import { isTemporaryFailure } from "../../platform/db/failures.ts";
import type { Json } from "../../platform/db/sql.ts";
import { randomToken } from "../../platform/security/ids.ts";
import { dateIn } from "../../platform/values/clock.ts";
import { currencyDigits } from "../../platform/values/currency.ts";
import { type InvoiceContent, resolveContent } from "../billing/invoices/service.ts";
import type { LineColumns } from "../billing/lines/service.ts";
import {
  addUnknownCustomer,
  customerInUse,
  findCustomerDefaults,
  notACustomer,
} from "../catalog/customers/service.ts";
import { gatewayOf } from "../payments/gateways/service.ts";
import { companiesChannel } from "../tenancy/companies/service.ts";
import { quotaExceeded, usageMonth } from "../tenancy/plans/service.ts";
import { eventsChannel } from "../webhooks/events/service.ts";
import { type BuyerInput, takeOrders } from "./order-batch.ts";
import { mayReadCustomer } from "./order-customer.ts";
import { foreignUrls } from "./origins.ts";
import { findPricesIncludeTax } from "./queries.ts";
import type { Buyer, OrderCreate } from "./schema.ts";

/** An order that is validated and priced; only its buyer is still to be found. */
export type PortalOrder = Pick<Change, "now" | "actor" | "requestId" | "address"> & {
  company: Company;
  /** First day of the month in which it counts against the quotas. */
  month: string;
  buyer: BuyerInput;
  /** Whether the caller may read customers: otherwise the payment link gets only what the buyer gave. */
  readsCustomer: boolean;
  content: InvoiceContent;
  lines: LineColumns[];
  bookingDate: string | null;
  returnUrl: string | null;
  portalSecret: string;
  linkSecret: string;
  /** The total without the tax that the buyer withholds. */
  payable: string;
  /** Whether there is something to pay and a way to pay it. An order is accepted in either case. */
  asksForMoney: boolean;
  keyed: IdempotencyInput | undefined;
};

export type OrderOutcome =
  | { kind: "created"; order: Json; invoice: Json; invoiceId: number; checkoutUrl: string | null }
  /** Already answered under the same key. */
  | { kind: "stored"; request_hash: Buffer; status: number; body: string }
  /** Another node is working on a request with the same key. */
  | { kind: "in_progress" }
  | { kind: "no customer" }
  /** Its customer was changed since it was looked up, or is being erased. */
  | { kind: "customer in use" }
  | { kind: "over quota"; limit: number; used: number };

type OrderRequester = Omit<Change, "tx" | "company"> & { principal: Principal };
type CreatedOrder = Extract<OrderOutcome, { kind: "created" | "stored" | "in_progress" }>;

/**
 * Turns orders into sales with draft invoices and payment links. As with drafts, concurrent callers share one
 * statement, and each is validated, refused and answered alone.
 */
export type CreateOrder = (
  requester: OrderRequester,
  input: OrderCreate,
  keyed?: IdempotencyInput,
) => Promise<CreatedOrder>;

export function createOrderWriter(context: Context): CreateOrder & { idle(): Promise<void> } {
  const { db, config, metrics } = context;
  const write = coalesce<PortalOrder, OrderOutcome>({
    itemsMax: 64,
    batchesMax: 3,
    run: (orders) => retryDeadlocks(() => takeOrders(db, config, orders)),
    // A refused statement was rolled back as a whole, so its orders may be retried one by one. After a lost connection
    // it is unknown whether it was committed: retrying could create twice. After a wait for a lock each could take as
    // long again.
    splitOn: (error) => !isTemporaryFailure(error),
    onBatch: (size) => metrics.batches.observe({ work: "create_order" }, size),
  });
  // A customer that was changed just now is looked up again; one that is being erased takes longer than that.
  const place = async (order: PortalOrder, attempt = 1): Promise<OrderOutcome> => {
    const outcome = await write(order).catch(asInProgress).catch(explainDuplicate);
    return outcome.kind === "customer in use" && attempt < attemptsMax ? place(order, attempt + 1) : outcome;
  };
  const pricesOf = createPriceLookup(context);
  const create: CreateOrder = async (requester, input, keyed) => {
    const prices_include_tax = input.prices_include_tax ?? (await pricesOf(requester.principal.company));
    const order = await orderOf(context, requester, { ...input, prices_include_tax }, keyed);
    const created = accept(requester, await place(order));
    if (created.kind === "created") db.notify(eventsChannel, order.company.id);
    return created;
  };
  return Object.assign(create, { idle: write.idle });
}

const attemptsMax = 3;

/** Whether the prices in a company's orders contain the tax, unless an order says so itself. */
function createPriceLookup({ reads, listener }: Context): (company: Company) => Promise<boolean> {
  const settings = createCompanyCache<{ pricesIncludeTax: boolean | null }>(() => listener.alive());
  listener.on(companiesChannel, settings.invalidate);
  return async ({ id, pricesIncludeTax }) => {
    const own = await settings.get(id, "", async () => ({
      pricesIncludeTax: await findPricesIncludeTax(reads, id),
    }));
    return own!.pricesIncludeTax ?? pricesIncludeTax;
  };
}

async function orderOf(
  { config, reads }: Context,
  { principal, now, actor, requestId, address }: OrderRequester,
  input: OrderCreate,
  keyed: IdempotencyInput | undefined,
): Promise<PortalOrder> {
  const { company, disabledFeatures } = principal;
  const { customer, customer_id = null, booking_date, return_url = null, ...rest } = input;
  // Anybody can type an email address or try ids, so neither gives nor shows a discount to who may not read customers.
  const defaults =
    customer_id === null || !mayReadCustomer(principal)
      ? undefined
      : await findCustomerDefaults(reads, company.id, customer_id);
  const draft = { ...rest, customer_id: customer_id ?? 0 };
  const { lines, content } = await resolveContent(reads, company, dateIn(company.timeZone, now), draft, {
    errors: await orderFaults(reads, company, input),
    customer: defaults,
  }).catch((error: unknown) => {
    if (customer_id === null) throw error;
    return addUnknownCustomer(reads, company, customer_id, error);
  });
  const takesPayments = !disabledFeatures.has("payments") && gatewayOf(config, company) !== undefined;
  const payable = new Big(content.total).minus(content.withholding_amount);
  return {
    company,
    now,
    actor,
    requestId,
    address,
    month: usageMonth(company, now),
    buyer: customer ? buyerOf(customer) : { customer_id: customer_id! },
    readsCustomer: mayReadCustomer(principal),
    content,
    lines,
    bookingDate: booking_date ?? null,
    returnUrl: return_url,
    portalSecret: randomToken(16),
    linkSecret: randomToken(16),
    payable: payable.toFixed(currencyDigits(content.currency) ?? 2),
    asksForMoney: takesPayments && payable.gt(0),
    keyed,
  };
}

/** Other members about the buyer are reported as unknown, and ignored. */
const buyerOf = ({ name, email = null, phone = null }: Buyer): Buyer => ({ name, email, phone });

function accept({ principal: { company }, now }: OrderRequester, outcome: OrderOutcome): CreatedOrder {
  if (outcome.kind === "no customer") throw invalid([notACustomer]);
  if (outcome.kind === "customer in use") throw customerInUse();
  if (outcome.kind === "over quota") {
    const { limit, used } = outcome;
    throw quotaExceeded(company, now, { quota: "invoices", limit, used });
  }
  return outcome;
}

function explainDuplicate(error: unknown): never {
  if (["sales_external_id", "invoices_external_id"].includes(violatedConstraint(error) ?? "")) {
    throw invalidField("external_id", "is already used by another sale or invoice of this company");
  }
  throw error;
}

/** Faults of an order beyond the shape of its fields, in a body of any shape: all are reported at once. */
export async function orderFaults(db: Queryable, company: Company, body: unknown): Promise<FieldError[]> {
  const { customer_id, customer } = (body ?? {}) as Record<string, unknown>;
  const isNamedTwice = customer_id != null && customer != null;
  return [...(isNamedTwice ? [namedTwice] : []), ...(await foreignUrls(db, company, body))];
}

const namedTwice = {
  field: "customer",
  message: "can't be combined with customer_id; give only one of them",
};
