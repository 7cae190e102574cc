import { constants, createCipheriv, createDecipheriv, publicEncrypt, randomBytes } from "node:crypto";
import type { Authority, AuthorityOptions } from "billfold-sandbox/authority";
import { type Calling, openAuthority, request } from "./authority.fixture.ts";

type Credentials = Awaited<ReturnType<Authority["registerBusiness"]>>;

/** Seller and document of a published example response, whose IRN is known. */
export const vector = {
  gstin: "01AMBPG7773M002",
  number: "SINV-CFY-00067",
  date: "17/09/2022",
  irn: "706daeccda0ef6f818da78f3a2a05a1288731057373002289b46c3229289a2e7",
};

/** An authority with a business in India that has logged in, and the encrypted calls of that business. */
export async function openPortal(options: AuthorityOptions = {}) {
  const { authority } = await openAuthority(options);
  const business = await authority.registerBusiness({ name: "Asha Traders", gstin: vector.gstin });
  const session = await logIn(authority, business);
  const call = callWith(authority, business, session);
  return {
    ...{ authority, business, session, call },
    generate: (invoice: object, calling?: Calling) => call("POST", "/eicore/v1.03/Invoice", invoice, calling),
    cancel: (Irn: string, CnlRsn = "2") =>
      call("POST", "/eicore/v1.03/Invoice/Cancel", { Irn, CnlRsn, CnlRem: "typing error" }),
    show: (irn: string) => call("GET", `/eicore/v1.03/Invoice/irn/${irn}`),
    showByDocument: (number: string, type = "INV", date = vector.date) =>
      call("GET", `/eicore/v1.03/Invoice/irnbydocdetails?doctype=${type}&docnum=${number}&docdate=${date}`),
  };
}

export type Session = { token: string; sek: Buffer };

export async function logIn(authority: Authority, business: Credentials, isForced = false): Promise<Session> {
  const appKey = randomBytes(32);
  const answer = await tryLogIn(authority, business, { AppKey: appKey.toString("base64"), isForced });
  const { AuthToken, Sek } = answer.body.Data;
  return { token: AuthToken, sek: open(appKey, Sek) };
}

export function tryLogIn(
  authority: Authority,
  { irp, public_key }: Credentials,
  changes: { AppKey?: string; isForced?: boolean; Password?: string; headers?: Record<string, string> } = {},
) {
  const { AppKey = randomBytes(32).toString("base64"), isForced = false, Password = irp.password } = changes;
  const login = { UserName: irp.user_name, Password, AppKey, ForceRefreshAccessToken: isForced };
  const plain = Buffer.from(Buffer.from(JSON.stringify(login)).toString("base64"));
  const data = publicEncrypt({ key: public_key, padding: constants.RSA_PKCS1_PADDING }, plain);
  const headers = { client_id: irp.client_id, client_secret: irp.client_secret, gstin: irp.gstin };
  const body = { Data: data.toString("base64") };
  return request(`${authority.url}/eivital/v1.04/auth`, "POST", body, { ...headers, ...changes.headers });
}

export function callWith(authority: Authority, { irp }: Credentials, { token, sek }: Session) {
  return async (method: string, path: string, sent?: object, { headers, signal }: Calling = {}) => {
    const own = {
      ...{ client_id: irp.client_id, client_secret: irp.client_secret, gstin: irp.gstin },
      ...{ user_name: irp.user_name, AuthToken: token },
    };
    const body = sent && { Data: close(sek, JSON.stringify(sent)) };
    const answer = await request(`${authority.url}${path}`, method, body, { ...own, ...headers }, signal);
    const sealed: unknown = answer.body?.Data;
    const data = typeof sealed === "string" ? JSON.parse(open(sek, sealed).toString("utf8")) : undefined;
    const codes: string[] = (answer.body?.ErrorDetails ?? []).map(
      (error: { ErrorCode: string }) => error.ErrorCode,
    );
    return { ...answer, data, codes };
  };
}

function open(key: Buffer, sealed: string): Buffer {
  const decipher = createDecipheriv("aes-256-ecb", key, null);
  return Buffer.concat([decipher.update(sealed, "base64"), decipher.final()]);
}

function close(key: Buffer, plain: string): string {
  const cipher = createCipheriv("aes-256-ecb", key, null);
  return Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]).toString("base64");
}

export function indianInvoice(changes: object = {}) {
  const place = { Addr1: "1 Mall Road", Loc: "Jammu", Pin: 180001, Stcd: "01" };
  return {
    Version: "1.1",
    TranDtls: { TaxSch: "GST", SupTyp: "B2B" },
    DocDtls: { Typ: "INV", No: vector.number, Dt: vector.date },
    SellerDtls: { Gstin: vector.gstin, LglNm: "Asha Traders", ...place },
    BuyerDtls: { Gstin: "29ABCDE1234F1Z5", LglNm: "Ravi Stores", Pos: "29", ...place, Stcd: "29" },
    ItemList: [
      {
        ...{ SlNo: "1", PrdDesc: "Cable", IsServc: "N", HsnCd: "85444920", Qty: 3, Unit: "NOS" },
        ...{ UnitPrice: 10.555, TotAmt: 31.67, AssAmt: 31.67, GstRt: 18, IgstAmt: 5.7, TotItemVal: 37.37 },
      },
    ],
    ValDtls: { AssVal: 31.67, IgstVal: 5.7, TotInvVal: 37.37 },
    ...changes,
  };
}
