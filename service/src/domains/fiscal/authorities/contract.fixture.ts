import { type Authority, startAuthority } from "billfold-sandbox/authority";
import { expect, onTestFinished } from "vitest";
import { testOutbound } from "../../../platform/outbound/outbound.fixture.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { type ManualClock, manualClock } from "../../../platform/values/clock.ts";
import type { CanonicalDocument, CanonicalParty } from "../canonical/canonical.ts";
import { documentWith, type GivenLine, type Terms } from "../ubl/documents.fixture.ts";
import type { Accepted, Adapter, AuthorityCall, Exchange, FiscalAccount, Outcome } from "./port.ts";

type TestBusiness = Awaited<ReturnType<Authority["registerBusiness"]>>;

/** An adapter with an account at its own test authority, and a document that this authority accepts. */
export type AuthoritySetup = {
  adapter: Adapter;
  authority: Authority;
  clock: ManualClock;
  outbound: Outbound;
  account: FiscalAccount;
  document: CanonicalDocument;
  key: string;
  /** All exchanges recorded so far. */
  exchanges: Exchange[];
};

export async function startAuthoritySetup(adapter: Adapter): Promise<AuthoritySetup> {
  const clock = manualClock(new Date("2026-11-15T10:00:00Z"));
  // An asynchronous authority decides at the first poll, unless a test says otherwise.
  const authority = await startAuthority({ now: clock.now, pendingPolls: 0 });
  onTestFinished(() => authority.close());
  const business = await authority.registerBusiness({ name: "Ada Stores Ltd", tin: seller.tax_id, gstin });
  const account =
    adapter.name === "india_irp" ? indianAccount(authority, business) : accountOf(authority, business);
  const document = documentFor(adapter);
  const key = adapter.documentKey(document, account);
  return { adapter, authority, clock, outbound: testOutbound(), account, document, key, exchanges: [] };
}

const accountOf = ({ url }: Authority, business: TestBusiness): FiscalAccount => ({
  baseUrl: url,
  business_id: business.business_id,
  service_id: business.service_id,
  api_key: business.api_key,
  api_secret: business.api_secret,
  public_key: business.public_key,
  certificate: business.certificate,
  signing_key: business.signing_key,
});

const indianAccount = ({ url }: Authority, { irp, public_key }: TestBusiness): FiscalAccount => ({
  baseUrl: url,
  business_id: irp.gstin,
  api_key: irp.client_id,
  api_secret: irp.client_secret,
  username: irp.user_name,
  password: irp.password,
  public_key,
});

/** The same account with the authority at another base URL. */
export const movedTo = (setup: AuthoritySetup, baseUrl: string): AuthoritySetup => ({
  ...setup,
  account: { ...setup.account, baseUrl },
});

/** The arguments of a call, with an optional shorter timeout. */
export function callIn(
  setup: AuthoritySetup,
  changes: { timeoutMs?: number; account?: Partial<FiscalAccount> } = {},
): AuthorityCall {
  const { outbound, exchanges, clock } = setup;
  const { timeoutMs } = changes;
  return {
    outbound:
      timeoutMs === undefined
        ? outbound
        : { ...outbound, send: (request) => outbound.send({ ...request, timeoutMs: timeoutMs }) },
    account: { ...setup.account, ...changes.account },
    now: clock.now(),
    timeLeftMs: () => 15_000,
    record: (exchange) => exchanges.push(exchange),
  };
}

/** Uses a short timeout if the fault is a timeout. */
export const callWithTimeoutFor = (setup: AuthoritySetup, fault: string) =>
  callIn(setup, fault.startsWith("timeout") ? { timeoutMs: 600 } : {});

export const submit = (setup: AuthoritySetup, call = callIn(setup)) =>
  setup.adapter.submit(call, setup.document, setup.key);

export const lookUp = (setup: AuthoritySetup) =>
  setup.adapter.lookUp!(callIn(setup), setup.document, setup.key);

/** Polls until the authority has decided. */
export async function decided(setup: AuthoritySetup, outcome: Outcome): Promise<Outcome> {
  for (let current = outcome; ; ) {
    if (current.kind !== "pending") return current;
    current = await setup.adapter.poll!(callIn(setup), current.handle, setup.key);
  }
}

export async function register(setup: AuthoritySetup): Promise<Outcome> {
  return decided(setup, await submit(setup));
}

export async function registered(setup: AuthoritySetup): Promise<Accepted> {
  const outcome = await register(setup);
  expect(outcome).toMatchObject({ kind: "accepted" });
  return outcome as Accepted;
}

/** The one document that the authority has. */
export function onlyDocument({ authority }: AuthoritySetup) {
  const documents = authority.documents();
  expect(documents).toHaveLength(1);
  return documents[0]!;
}

/** Plans a fault for the submitting call. */
export function planFault(
  setup: AuthoritySetup,
  fault: string,
  op: "submit" | "poll" | "lookup" = "submit",
): void {
  setup.authority.faults.add({ match: { op }, fault });
}

/** The operation that returns the decision: the submission itself, or the poll. */
export const decidingOp = ({ adapter }: AuthoritySetup) => (adapter.poll ? "poll" : "submit");

const gstin = "29AAAPL2356Q1ZS";

export const seller: CanonicalParty & { tax_id: string } = {
  name: "Ada Stores Ltd",
  kind: "business",
  tax_id: "12345678-0001",
  registration_number: "RC 102030",
  email: "ada@stores.example",
  phone: "+234 803 000 0000",
  address: place({
    line1: "4 Broad Street",
    city: "Lagos",
    region: "Lagos",
    postal_code: "101001",
    country: "NG",
  }),
};

export const buyer: CanonicalParty = {
  name: "Bola & Sons",
  kind: "business",
  tax_id: "87654321-0001",
  registration_number: null,
  email: null,
  phone: "0803 111 1111",
  address: place({ line1: "1 Marina", line2: "Floor 2", city: "Lagos", country: "NG" }),
};

const indianSeller: CanonicalParty = {
  ...seller,
  tax_id: gstin,
  address: place({ line1: "1 MG Road", city: "Bengaluru", postal_code: "560001", country: "IN" }),
};

const indianBuyer: CanonicalParty = {
  ...buyer,
  tax_id: "27AADCB2230M1ZT",
  address: place({ line1: "7 Marine Drive", city: "Mumbai", postal_code: "400 020", country: "IN" }),
};

function place(known: Partial<CanonicalParty["address"]>): CanonicalParty["address"] {
  return { line1: null, line2: null, city: null, region: null, postal_code: null, country: null, ...known };
}

/** Amounts at which binary floats go wrong: 3 × 10.555 and 0.75 × 98.50 round up, in two tax groups. */
const lines: GivenLine[] = [
  {
    ...{ description: "Cable\nTwo metres", hs_code: "8471.30", unit_code: "C62" },
    ...{ quantity: "3", unit_price: "10.555", tax_rate: "0", tax_category: "Z" },
  },
  {
    ...{ description: "Advice", service_code: "6201", unit_code: "HUR" },
    ...{ quantity: "0.75", unit_price: "98.50", tax_rate: "19", tax_category: "S" },
  },
];

export function nigerian(
  overrides: Partial<CanonicalDocument> = {},
  given = lines,
  terms?: Terms,
): CanonicalDocument {
  return documentWith(given, { currency: "NGN", supplier: seller, customer: buyer, ...overrides }, terms);
}

export function indian(
  overrides: Partial<CanonicalDocument> = {},
  given = lines,
  terms?: Terms,
): CanonicalDocument {
  const parties = { supplier: indianSeller, customer: indianBuyer };
  return documentWith(given, { currency: "INR", ...parties, ...overrides }, terms);
}

function documentFor({ name }: Adapter): CanonicalDocument {
  if (name === "india_irp") return indian();
  return name === "document_only" ? documentWith(lines) : nigerian();
}
