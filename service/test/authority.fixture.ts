import { constants, publicEncrypt, verify } from "node:crypto";
import { type Authority, type AuthorityOptions, startAuthority } from "billfold-sandbox/authority";
import { expect, onTestFinished } from "vitest";

type Business = Awaited<ReturnType<Authority["registerBusiness"]>>;

/** An authority of the test with one business, and the calls of this business. */
export async function openAuthority(options: AuthorityOptions = {}) {
  const authority = await startAuthority({ now: () => new Date("2026-11-15T10:00:00Z"), ...options });
  onTestFinished(() => authority.close());
  const business = await authority.registerBusiness({ name: "Ada Stores Ltd", tin: "12345678-0001" });
  return { authority, business, ...callsOf(authority, business), control: controlOf(authority) };
}

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
};

export type Calling = { headers?: Record<string, string>; signal?: AbortSignal };

export function callsOf(
  authority: Pick<Authority, "url">,
  business: Pick<Business, "api_key" | "api_secret">,
) {
  const own = { "x-api-key": business.api_key, "x-api-secret": business.api_secret };
  const call = (method: string, path: string, body?: unknown, { headers, signal }: Calling = {}) =>
    request(`${authority.url}${path}`, method, body, { ...own, ...headers }, signal);
  return {
    call,
    sign: (invoice: unknown, calling?: Calling) => call("POST", "/api/v1/invoice/sign", invoice, calling),
    confirm: (irn: string) => call("GET", `/api/v1/invoice/confirm/${irn}`),
    update: (irn: string, fields: object) => call("PATCH", `/api/v1/invoice/update/${irn}`, fields),
    submit: (document_key: string, invoice: unknown) =>
      call("POST", "/api/v1/async/submissions", { document_key, invoice }),
    poll: (handle: string) => call("GET", `/api/v1/async/submissions/${handle}`),
    find: (key: string) => call("GET", `/api/v1/async/submissions?document_key=${encodeURIComponent(key)}`),
  };
}

function controlOf(authority: Authority) {
  return (method: string, name: string, body?: unknown, headers?: Record<string, string>) =>
    request(`${authority.url}/_sandbox/${name}`, method, body, headers);
}

export async function request(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
  signal = AbortSignal.timeout(10_000),
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    signal,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/** Makes a call that gets no response, and aborts it as soon as the authority has processed it. */
export async function losing(
  authority: Authority,
  make: (calling: Calling) => Promise<unknown>,
): Promise<void> {
  const before = authority.calls().length;
  const giveUp = new AbortController();
  const lost = expect(make({ signal: giveUp.signal })).rejects.toThrow();
  await expect.poll(() => authority.calls().length).toBe(before + 1);
  giveUp.abort();
  await lost;
}

/** Cases where floats go wrong: 3 × 10.555 rounds up, 0.75 × 98.50 too, and there are two groups of tax. */
export function invoiceFor(business: Pick<Business, "business_id" | "service_id">, changes: object = {}) {
  return {
    business_id: business.business_id,
    irn: `INV000001-${business.service_id}-20261115`,
    issue_date: "2026-11-15",
    due_date: "2026-12-15",
    invoice_type_code: "381",
    document_currency_code: "NGN",
    tax_currency_code: "NGN",
    accounting_supplier_party: {
      party_name: "Ada Stores Ltd",
      tin: "12345678-0001",
      email: "ada@example.com",
      telephone: "+2348030000000",
      postal_address: {
        street_name: "4 Broad Street",
        city_name: "Lagos",
        postal_zone: "101001",
        country: "NG",
      },
    },
    accounting_customer_party: {
      party_name: "Bola & Sons",
      tin: "87654321-0001",
      postal_address: { street_name: "1 Marina", city_name: "Lagos", country: "NG" },
    },
    invoice_line: [
      {
        hsn_code: "8471.30",
        product_category: "Computers",
        invoiced_quantity: 3,
        line_extension_amount: 31.67,
        item: { name: "Cable", description: "Two metres" },
        price: { price_amount: "10.555", base_quantity: 1, price_unit: "NGN per 1" },
      },
      {
        isic_code: "6201",
        service_category: "Programming",
        invoiced_quantity: "0.75",
        line_extension_amount: 73.88,
        item: { name: "Advice" },
        price: { price_amount: 98.5 },
      },
    ],
    tax_total: [
      {
        tax_amount: 14.04,
        tax_subtotal: [
          { taxable_amount: 73.88, tax_amount: 14.04, tax_category: { id: "STANDARD_VAT", percent: 19 } },
          { taxable_amount: 31.67, tax_amount: 0, tax_category: { id: "ZERO_VAT", percent: 0 } },
        ],
      },
    ],
    legal_monetary_total: {
      line_extension_amount: 105.55,
      tax_exclusive_amount: 105.55,
      tax_inclusive_amount: 119.59,
      payable_amount: 119.59,
    },
    ...changes,
  };
}

type Issue = { field: string; code: string; message: string };

/** The faults that the dry run reports for an invoice, in full and as `field code`. */
export async function openChecker() {
  const { business, call, ...rest } = await openAuthority();
  const issues = async (invoice: unknown): Promise<Issue[]> => {
    const { status, body } = await call("POST", "/api/v1/invoice/validate", invoice);
    expect(status).toBe(body.data === null ? 400 : 200);
    return body.error?.details ?? [];
  };
  const brief = async (changes: object) =>
    (await issues(invoiceFor(business, changes))).map(({ field, code }) => `${field} ${code}`);
  return { ...rest, business, call, issues, brief };
}

/** The content of a document's QR code. */
export function qrOf(
  stamped: string,
  { certificate, public_key }: { certificate: string; public_key: string },
): string {
  const plain = Buffer.from(JSON.stringify({ irn: stamped, certificate }));
  return publicEncrypt({ key: public_key, padding: constants.RSA_PKCS1_PADDING }, plain).toString("base64");
}

/** The claims of a token whose signature by the authority is verified. */
export function verifiedClaims(token: string, publicKey: string): unknown {
  const [head, claims, signature] = token.split(".") as [string, string, string];
  const { alg } = JSON.parse(Buffer.from(head, "base64url").toString("utf8"));
  const digest = alg === "RS256" ? "sha256" : null;
  const isGood = verify(
    digest,
    Buffer.from(`${head}.${claims}`),
    publicKey,
    Buffer.from(signature, "base64url"),
  );
  expect(isGood).toBe(true);
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
}
