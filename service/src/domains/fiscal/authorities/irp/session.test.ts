import { describe, expect, test } from "vitest";
import { randomToken } from "../../../../platform/security/ids.ts";
import {
  type AuthoritySetup,
  callIn,
  callWithTimeoutFor,
  indian,
  lookUp,
  onlyDocument,
  register,
  startAuthoritySetup,
  submit,
} from "../contract.fixture.ts";
import { indiaIrp } from "./authority.ts";
import { seal, sealLogin, unseal } from "./codec.ts";
import { indianMoment } from "./session.ts";

const logins = ({ authority }: AuthoritySetup) => authority.calls().filter(({ op }) => op === "auth").length;

describe("a login", () => {
  test("serves for all calls until it ends, ten minutes early", async () => {
    const setup = await startAuthoritySetup(indiaIrp);
    await register(setup);
    await lookUp(setup);
    setup.clock.advance(5.8 * 3_600_000);
    await lookUp(setup);
    expect(logins(setup)).toBe(1);
    setup.clock.advance(0.1 * 3_600_000);
    // The portal gives out the same one, as long as it lasts.
    expect(await lookUp(setup)).toMatchObject({ kind: "accepted" });
    setup.clock.advance(0.1 * 3_600_000);
    expect(await lookUp(setup)).toMatchObject({ kind: "accepted" });
    expect(logins(setup)).toBe(3);
  });

  test("is recorded without its token and key", async () => {
    const setup = await startAuthoritySetup(indiaIrp);
    await register(setup);
    expect(setup.exchanges[0]).toMatchObject({
      request: 'POST /eivital/v1.04/auth\n{"Data":"…"}',
      response: '{"Status":1,"Data":"…"}',
    });
    expect(JSON.stringify(setup.exchanges)).not.toMatch(/AuthToken|Sek/);
  });

  test("is made once, however many need it at the same moment", async () => {
    const setup = await startAuthoritySetup(indiaIrp);
    const documents = Array.from({ length: 8 }, (_, index) => indian({ number: `INV-${index + 1}` }));
    const outcomes = await Promise.all(
      documents.map((document) => {
        const key = indiaIrp.documentKey(document, setup.account);
        return register({ ...setup, document, key });
      }),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(8).fill("accepted"));
    expect([logins(setup), setup.authority.documents().length]).toEqual([1, 8]);
  });

  test("that the portal takes no longer is replaced, and the call is made again", async () => {
    const setup = await startAuthoritySetup(indiaIrp);
    await indiaIrp.check(callIn(setup));
    setup.authority.faults.add({ match: { op: "submit" }, fault: "auth_401" });
    expect(await register(setup)).toMatchObject({ kind: "accepted" });
    // The portal gave out the very login that it refused, so another was asked for.
    expect(logins(setup)).toBe(3);
    expect(onlyDocument(setup)).toMatchObject({ submissions: 2 });
  });

  test("that is refused again is a matter of credentials", async () => {
    const setup = await startAuthoritySetup(indiaIrp);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "auth_401", times: 2 });
    expect(await submit(setup)).toMatchObject({ kind: "failed", cause: "auth", mayHaveCommitted: false });
    expect(setup.authority.documents()).toEqual([]);
  });

  test("is another one with another password", async () => {
    const setup = await startAuthoritySetup(indiaIrp);
    await indiaIrp.check(callIn(setup));
    const call = callIn(setup, { account: { password: "wrong" } });
    await expect(indiaIrp.check(call)).rejects.toMatchObject({ code: "integration_auth_failed" });
    await indiaIrp.check(callIn(setup));
    expect(logins(setup)).toBe(2);
  });

  test.each([
    ["http_429:9", { cause: "busy", retryAfterMs: 9000 }],
    ["http_500", { cause: "protocol" }],
    ["html_200", { cause: "protocol" }],
    ["timeout_before", { cause: "unavailable" }],
    ["auth_401", { cause: "auth" }],
  ])("that fails has committed nothing: %s", async (fault, expected) => {
    const setup = await startAuthoritySetup(indiaIrp);
    setup.authority.faults.add({ match: { op: "auth" }, fault });
    const outcome = await submit(setup, callWithTimeoutFor(setup, fault));
    expect(outcome).toMatchObject({ kind: "failed", mayHaveCommitted: false, ...expected });
    expect(await register(setup)).toMatchObject({ kind: "accepted" });
  });

  test("is not tried with keys that can't serve", async () => {
    const setup = await startAuthoritySetup(indiaIrp);
    for (const account of [
      { public_key: "no key" },
      { password: "x".repeat(300) },
      { signing_key: "no key" },
    ]) {
      const outcome = await submit(setup, callIn(setup, { account }));
      expect(outcome).toMatchObject({ kind: "failed", cause: "auth", mayHaveCommitted: false });
    }
    expect(setup.authority.calls()).toEqual([]);
  });
});

test("a document that the portal no longer shows stays uncertain, and the message says where to look", async () => {
  const setup = await startAuthoritySetup(indiaIrp);
  await register(setup);
  setup.clock.advance(2 * 24 * 3_600_000 + 1);
  const gone = { kind: "failed", cause: "protocol", mayHaveCommitted: true };
  expect(await lookUp(setup)).toMatchObject({ ...gone, message: expect.stringContaining("website") });
  expect(await register(setup)).toMatchObject(gone);
});

describe("the envelope", () => {
  const key = Buffer.from(randomToken(32), "base64url");

  test("is opened by its key only", () => {
    // The vector of FIPS 197, and the padding of a whole block behind it.
    const bytes = Buffer.from("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "hex");
    const sealed = seal(bytes, Buffer.from("00112233445566778899aabbccddeeff", "hex"));
    expect(Buffer.from(sealed, "base64").toString("hex")).toMatch(/^8ea2b7ca516745bfeafc49904b496089/);
    expect(unseal(key, seal(key, "नमस्ते"))!.toString("utf8")).toBe("नमस्ते");
    for (const broken of ["", "AAAA", 7, null, undefined]) expect(unseal(key, broken)).toBeUndefined();
    expect(unseal(key, sealed)?.toString("hex")).not.toBe("00112233445566778899aabbccddeeff");
  });

  test("of a login can't be made with a key that is none", () => {
    expect(sealLogin("no key", {})).toBeUndefined();
  });
});

test("the portal's moments are those of India", () => {
  expect(indianMoment("2026-11-15 15:30:00")).toEqual(new Date("2026-11-15T10:00:00Z"));
  for (const none of ["15/11/2026 15:30:00", "2026-13-45 15:30:00", null, 7]) {
    expect(indianMoment(none)).toBeUndefined();
  }
});
