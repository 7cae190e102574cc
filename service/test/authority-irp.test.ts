import { describe, expect, test } from "vitest";
import { losing, verifiedClaims } from "./authority.fixture.ts";
import { callWith, indianInvoice, logIn, openPortal, tryLogIn, vector } from "./authority-irp.fixture.ts";

describe("logging in", () => {
  test("returns a token for six hours and a key that only the caller can decrypt", async () => {
    const { authority, business, session } = await openPortal();
    expect(session.sek).toHaveLength(32);
    const again = await tryLogIn(authority, business);
    expect(again.body).toMatchObject({
      Status: 1,
      ErrorDetails: null,
      Data: {
        ClientId: business.irp.client_id,
        AuthToken: session.token,
        TokenExpiry: "2026-11-15 21:30:00",
      },
    });
    const forced = await logIn(authority, business, true);
    expect(forced.token).not.toBe(session.token);
  });

  test.each([
    ["1007", { headers: { client_secret: "wrong" } }],
    ["1007", { headers: { client_id: "nobody" } }],
    ["1010", { headers: { gstin: "29ABCDE1234F1Z5" } }],
    ["1008", { Password: "wrong" }],
    ["1013", { AppKey: "c2hvcnQ=" }],
  ])("%s for %j", async (code, changes) => {
    const { authority, business } = await openPortal();
    const { status, body } = await tryLogIn(authority, business, changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({ Status: 0, Data: null, ErrorDetails: [{ ErrorCode: code }] });
  });

  test("is refused for a revoked business, and a token that is expired, replaced or revoked is 1005", async () => {
    const { authority, business, session, show } = await openPortal();
    await logIn(authority, business, true);
    expect((await show(vector.irn)).codes).toEqual(["1005"]);
    const renewed = callWith(authority, business, await logIn(authority, business));
    const path = `/eicore/v1.03/Invoice/irn/${vector.irn}`;
    expect((await renewed("GET", path)).codes).toEqual(["2148"]);
    expect((await renewed("GET", path, undefined, { headers: { client_secret: "x" } })).codes).toEqual([
      "1005",
    ]);
    authority.clock.advance(6 * 3_600_000);
    expect((await renewed("GET", path)).codes).toEqual(["1005"]);
    authority.changeBusiness(business.business_id, { revoked: true });
    expect((await tryLogIn(authority, business)).body.ErrorDetails).toMatchObject([{ ErrorCode: "1014" }]);
    expect(session.token).toBeTruthy();
  });
});

describe("a document", () => {
  test("gets an IRN that can be calculated independently, an acknowledgement, and two signed tokens", async () => {
    const { authority, business, generate, show, showByDocument } = await openPortal();
    const { body, data } = await generate(indianInvoice());
    expect(body).toMatchObject({ Status: 1, ErrorDetails: null, InfoDtls: null });
    expect(data).toMatchObject({ Irn: vector.irn, Status: "ACT", AckDt: "2026-11-15 15:30:00", EwbNo: null });
    expect(Number.isSafeInteger(data.AckNo)).toBe(true);
    const invoice = verifiedClaims(data.SignedInvoice, business.public_key) as { data: string; iss: string };
    expect(invoice.iss).toBe("NIC");
    expect(JSON.parse(invoice.data)).toEqual({
      AckNo: data.AckNo,
      AckDt: data.AckDt,
      Irn: vector.irn,
      ...indianInvoice(),
    });
    const qr = verifiedClaims(data.SignedQRCode, business.public_key) as { data: string };
    expect(JSON.parse(qr.data)).toEqual({
      SellerGstin: vector.gstin,
      BuyerGstin: "29ABCDE1234F1Z5",
      DocNo: vector.number,
      DocTyp: "INV",
      DocDt: vector.date,
      TotInvVal: 37.37,
      ItemCnt: 1,
      MainHsnCode: "85444920",
      Irn: vector.irn,
      IrnDt: "2026-11-15 15:30:00",
    });
    expect((await show(vector.irn)).data).toEqual(data);
    expect((await showByDocument(vector.number.toLowerCase())).data).toEqual(data);
    expect(authority.documents()).toMatchObject([{ irn: vector.irn, protocol: "irp", submissions: 1 }]);
  });

  test("that is submitted again is 2150, with the IRN in the information named DUPIRN", async () => {
    const { authority, generate } = await openPortal();
    const { data } = await generate(indianInvoice());
    const { status, body, codes } = await generate(indianInvoice());
    expect([status, body.Status, body.Data, codes]).toEqual([200, 0, null, ["2150"]]);
    const found = body.InfoDtls.filter(({ InfCd }: { InfCd: string }) => InfCd === "DUPIRN");
    expect(found).toEqual([
      { InfCd: "DUPIRN", Desc: { AckNo: data.AckNo, AckDt: data.AckDt, Irn: vector.irn } },
    ]);
    expect(body.InfoDtls[0].InfCd).not.toBe("DUPIRN");
    expect(authority.documents()).toMatchObject([{ submissions: 2 }]);
  });

  test("has all its faults reported at once, by the portal's numbers", async () => {
    const { authority, generate } = await openPortal();
    const { ItemList, ValDtls, SellerDtls } = indianInvoice();
    const { codes, body } = await generate(
      indianInvoice({
        Version: "1.0",
        DocDtls: { Typ: "BILL", No: "0123456789ABCDEFG", Dt: "31/02/2022" },
        SellerDtls: { ...SellerDtls, Gstin: "29ABCDE1234F1Z5", Pin: "18" },
        BuyerDtls: { ...indianInvoice().BuyerDtls, Pos: "01" },
        ItemList: [{ ...ItemList[0], HsnCd: "85", AssAmt: 30 }],
        ValDtls: { ...ValDtls, AssVal: 40, TotInvVal: 40 },
      }),
    );
    const sorted = (list: string[]) => list.toSorted();
    expect(sorted(codes)).toEqual(
      sorted([
        "2140",
        "2140",
        "2140",
        "2140",
        "2140",
        "2140",
        "2176",
        "2193",
        "2172",
        "2140",
        "2182",
        "2189",
      ]),
    );
    expect(body.ErrorDetails[0].ErrorMessage).toBe("Version must be one of 1.1");
    expect(authority.documents()).toEqual([]);
    const { codes: missing } = await generate({});
    expect(missing.every((code) => code === "2140")).toBe(true);
  });

  test("in an envelope that the key does not decrypt is 1013", async () => {
    const { authority, business, session } = await openPortal();
    const other = callWith(authority, business, { ...session, sek: Buffer.alloc(32, 1) });
    expect((await other("POST", "/eicore/v1.03/Invoice", indianInvoice())).codes).toEqual(["1013"]);
  });

  test("can be read for two days", async () => {
    const { authority, business, generate, showByDocument } = await openPortal();
    await generate(indianInvoice());
    expect((await showByDocument("ANOTHER")).codes).toEqual(["2154"]);
    authority.clock.advance(2 * 24 * 3_600_000 + 1);
    const later = callWith(authority, business, await logIn(authority, business));
    expect((await later("GET", `/eicore/v1.03/Invoice/irn/${vector.irn}`)).codes).toEqual(["2283"]);
  });

  test("can be cancelled once within 24 hours, and its number can't be used again", async () => {
    const { authority, generate, cancel, show } = await openPortal();
    expect((await cancel(vector.irn)).codes).toEqual(["2148"]);
    await generate(indianInvoice());
    expect((await cancel(vector.irn, "9")).codes).toEqual(["2140"]);
    const { data } = await cancel(vector.irn);
    expect(data).toEqual({ Irn: vector.irn, CancelDate: "2026-11-15 15:30:00" });
    expect((await cancel(vector.irn)).codes).toEqual(["9999"]);
    expect((await show(vector.irn)).data.Status).toBe("CNL");
    expect((await generate(indianInvoice())).codes).toEqual(["2278"]);
    expect(authority.documents()).toMatchObject([{ status: "cancelled" }]);
  });

  test("can't be cancelled after 24 hours", async () => {
    const { authority, business, generate } = await openPortal();
    await generate(indianInvoice());
    authority.clock.advance(24 * 3_600_000 + 1);
    const later = callWith(authority, business, await logIn(authority, business));
    const sent = { Irn: vector.irn, CnlRsn: "1", CnlRem: "late" };
    expect((await later("POST", "/eicore/v1.03/Invoice/Cancel", sent)).codes).toEqual(["2270"]);
  });
});

describe("faults", () => {
  test("a gateway time-out: the document is stored without a response, and a retry reports the duplicate", async () => {
    const { authority, generate } = await openPortal();
    authority.faults.add({
      match: { op: "submit", protocol: "irp", irn: vector.irn },
      fault: "http_504_after",
    });
    const lost = await generate(indianInvoice());
    expect([lost.status, lost.body]).toEqual([504, { message: "Endpoint request timed out" }]);
    expect((await generate(indianInvoice())).codes).toEqual(["2150"]);
    expect(authority.documents()).toHaveLength(1);
  });

  test.each([
    ["timeout_before", 0],
    ["timeout_after", 1],
    ["reset_after", 1],
    ["truncated_after", 1],
  ])("%s stores %i documents", async (fault, stored) => {
    const { authority, generate, show } = await openPortal();
    const invoice = indianInvoice({ RefDtls: { InvRm: `SBX-${fault}` } });
    await losing(authority, (calling) => generate(invoice, calling));
    expect(authority.documents()).toHaveLength(stored);
    expect((await show(vector.irn)).codes).toEqual(stored === 1 ? [] : ["2148"]);
  });

  test("credentials: auth_401 is 1005 once, and key_revoked_midway permanently", async () => {
    const { authority, business, generate } = await openPortal();
    authority.faults.add({ match: { op: "submit" }, fault: "auth_401" });
    authority.faults.add({ match: { op: "submit" }, fault: "key_revoked_midway" });
    authority.faults.add({ match: { op: "auth" }, fault: "auth_401" });
    expect((await generate(indianInvoice())).codes).toEqual(["1005"]);
    expect((await tryLogIn(authority, business)).body.ErrorDetails).toMatchObject([{ ErrorCode: "1008" }]);
    expect((await generate(indianInvoice())).codes).toEqual(["1005"]);
    expect((await generate(indianInvoice())).codes).toEqual(["1005"]);
    expect((await tryLogIn(authority, business)).body.ErrorDetails).toMatchObject([{ ErrorCode: "1014" }]);
  });

  test("responses about the document can be wrong in every way", async () => {
    const { authority, business, generate } = await openPortal();
    const say = async (fault: string, number: string) => {
      authority.faults.add({ match: { op: "submit" }, fault });
      return generate(indianInvoice({ DocDtls: { Typ: "INV", No: number, Dt: vector.date } }));
    };
    expect((await say("ok_without_irn", "A1")).data).toEqual({ Status: "ACT" });
    expect(authority.documents()).toHaveLength(0);
    expect((await say("ok_without_irn_after", "A2")).data.Irn).toBe(undefined);
    const wrong = await say("wrong_irn", "A3");
    expect(wrong.data.Irn).not.toBe(authority.documents().at(-1)?.irn);
    const { SignedInvoice } = (await say("bad_signature", "A4")).data;
    expect(() => verifiedClaims(SignedInvoice, business.public_key)).toThrow();
    const rejected = await say("reject_fields:3", "A5");
    expect(rejected.codes).toEqual(["2140", "2140", "2140"]);
    const warned = await say("warn_accept", "A6");
    expect([warned.body.Status, warned.body.InfoDtls.length]).toEqual([1, 1]);
    expect((await say("duplicate_same", "A7")).codes).toEqual(["2150"]);
    expect((await say("duplicate_other", "A8")).codes).toEqual(["2150"]);
    expect(authority.documents().at(-1)?.invoice).toMatchObject({ ValDtls: { TotInvVal: 1 } });
  });

  test("cancelling late and twice, and a document that is not found yet", async () => {
    const { authority, generate, cancel, show } = await openPortal();
    authority.faults.add({ match: { op: "submit" }, fault: "confirm_404_lag:1000" });
    await generate(indianInvoice());
    expect((await show(vector.irn)).codes).toEqual(["2148"]);
    authority.clock.advance(1000);
    expect((await show(vector.irn)).codes).toEqual([]);
    authority.faults.add({ match: { op: "cancel" }, fault: "cancel_late" });
    authority.faults.add({ match: { op: "cancel" }, fault: "cancel_twice" });
    expect((await cancel(vector.irn)).codes).toEqual(["2270"]);
    expect((await cancel(vector.irn)).codes).toEqual(["9999"]);
    expect(authority.documents()).toMatchObject([{ status: "cancelled" }]);
  });
});
