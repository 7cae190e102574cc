import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startGateway } from "billfold-sandbox/gateway";
import { startReceiver } from "billfold-sandbox/receiver";
import { describe, expect, onTestFinished, test } from "vitest";
import { call, payment, startSandboxGateway } from "./gateway.fixture.ts";

describe("the sandbox's API", () => {
  test("keeps each key's transactions from every other", async () => {
    const setup = await startSandboxGateway();
    await call(setup, "/transaction/initialize", payment);
    const other = { authorization: "Bearer sk_test_theirs" };
    expect(await call(setup, "/transaction/verify/att-1", undefined, other)).toEqual({
      status: 404,
      body: { status: false, message: "Transaction reference not found." },
    });
    const again = await call(setup, "/transaction/initialize", payment, other);
    expect(again.status).toBe(200);
    setup.gateway.pay("att-1");
    const [ours] = setup.gateway.transactions();
    const refund = { transaction: String(ours?.id) };
    expect((await call(setup, "/refund", refund, other)).body.message).toBe("Transaction not found");
    expect((await call(setup, "/refund", refund)).status).toBe(200);
    expect((await call(setup, "/refund", undefined, other)).body.data).toEqual([]);
  });

  test.each([
    [{}, "No Authorization Header was found"],
    [{ authorization: "Bearer sk_live_real" }, "Invalid key"],
    [{ authorization: "Bearer pk_test_public" }, "Invalid key"],
    [{ authorization: "sk_test_ours" }, "Invalid key"],
  ])("refuses %j", async (headers, message) => {
    const setup = await startSandboxGateway();
    const answer = await call(
      setup,
      "/transaction/verify/att-1",
      undefined,
      headers as Record<string, string>,
    );
    expect(answer).toEqual({ status: 401, body: { status: false, message } });
  });

  test.each([
    [{ email: undefined }, "Invalid Email Address Passed"],
    [{ email: "ada" }, "Invalid Email Address Passed"],
    [{ amount: undefined }, "Invalid Amount Sent"],
    [{ amount: 0 }, "Invalid Amount Sent"],
    [{ amount: -5 }, "Invalid Amount Sent"],
    [{ amount: 10.5 }, "Invalid Amount Sent"],
    [{ amount: "ten" }, "Invalid Amount Sent"],
    [{ currency: "NAIRA" }, "Currency not supported by merchant"],
    [{ currency: "ABC" }, "Currency not supported by merchant"],
    [{ reference: "a b" }, "Invalid characters in transaction reference"],
    [{ callback_url: "javascript:alert(1)" }, "Invalid callback URL"],
    [{ metadata: "not json" }, "Invalid metadata"],
  ])("refuses a payment with %j", async (changes, message) => {
    const setup = await startSandboxGateway();
    const { status, body } = await call(setup, "/transaction/initialize", { ...payment, ...changes });
    expect([status, body.status, body.message, body.type]).toEqual([400, false, message, "validation_error"]);
    expect(setup.gateway.transactions()).toEqual([]);
  });

  test("refuses a reference that was used before", async () => {
    const setup = await startSandboxGateway();
    await call(setup, "/transaction/initialize", payment);
    const { status, body } = await call(setup, "/transaction/initialize", payment);
    expect([status, body.message, body.code]).toEqual([
      400,
      "Duplicate Transaction Reference",
      "duplicate_reference",
    ]);
  });

  test("takes amounts as text, a form instead of JSON, and makes up a reference", async () => {
    const setup = await startSandboxGateway();
    const headers = {
      authorization: "Bearer sk_test_ours",
      "content-type": "application/x-www-form-urlencoded",
    };
    const { body } = await call(setup, "/transaction/initialize", "email=a%40b.co&amount=500", headers);
    expect(setup.gateway.transactions()).toMatchObject([
      { amount: 500, currency: "NGN", reference: body.data.reference },
    ]);
  });

  test("refunds in parts, lists refunds by transaction, and never refunds more than was paid", async () => {
    const setup = await startSandboxGateway({ refundMs: 60_000 });
    for (const reference of ["att-1", "att-2"]) {
      await call(setup, "/transaction/initialize", { ...payment, reference });
      setup.gateway.pay(reference);
    }
    const [first] = setup.gateway.transactions();
    await call(setup, "/refund", { transaction: "att-2" });
    const part = await call(setup, "/refund", { transaction: "att-1", amount: 100_000, merchant_note: "n1" });
    expect(part.body.message).toBe("Refund has been queued for processing");
    const tooMuch = await call(setup, "/refund", { transaction: "att-1", amount: 50_051 });
    expect(tooMuch.status).toBe(400);
    await call(setup, "/refund", { transaction: "att-1", merchant_note: "n2" });
    expect((await call(setup, "/refund", { transaction: "att-1" })).body.message).toBe(
      "Transaction has been fully reversed",
    );
    const list = await call(setup, `/refund?transaction=${first?.id}&perPage=1&page=2`);
    expect(list.body.data).toMatchObject([{ amount: 100_000, merchant_note: "n1", status: "pending" }]);
    expect(list.body.meta).toMatchObject({ total: 2, pageCount: 2, page: 2, perPage: "1" });
    expect((await call(setup, "/transaction/verify/att-1")).body.data.status).toBe("success");
    setup.clock.advance(60_000);
    expect((await call(setup, `/refund/${part.body.data.id}`)).body.data.status).toBe("processed");
    await call(setup, `/refund?transaction=${first?.id}`);
    expect((await call(setup, "/transaction/verify/att-1")).body.data.status).toBe("reversed");
  });

  test.each([
    [{}, "Transaction is required"],
    [{ transaction: "att-9" }, "Transaction not found"],
    [{ transaction: "att-1" }, "Transaction has not been paid"],
    [{ transaction: "att-1", amount: 1.5 }, "Invalid Amount Sent"],
    [{ transaction: "att-1", merchant_note: 7 }, "Currency and notes must be text"],
  ])("refuses the refund %j", async (body, message) => {
    const setup = await startSandboxGateway();
    await call(setup, "/transaction/initialize", payment);
    const answer = await call(setup, "/refund", body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  test.each([
    ["/transaction/initialize", "{", 400],
    ["/transaction/initialize", "x".repeat(70_000), 413],
    ["/nothing", "{}", 404],
  ])("answers an odd request to %s like any other", async (at, body, status) => {
    const setup = await startSandboxGateway();
    const answer = await call(setup, at, body);
    expect([answer.status, answer.body.status]).toEqual([status, false]);
  });
});

describe("the sandbox's controls", () => {
  test("set faults, each for as many calls as was said", async () => {
    const setup = await startSandboxGateway();
    const set = await call(setup, "/control/faults", { verify: { fault: "error", times: 2 } }, {});
    expect(set).toEqual({ status: 200, body: { verify: { fault: "error", times: 2 } } });
    const seen = [];
    for (let turn = 0; turn < 3; turn += 1) seen.push((await call(setup, "/transaction/verify/x")).status);
    expect(seen).toEqual([500, 500, 404]);
  });

  test("name what is wrong with a fault that does not exist", async () => {
    const setup = await startSandboxGateway();
    const { status, body } = await call(setup, "/control/faults", { verify: { fault: "rain" }, sun: 1 }, {});
    expect([status, body.error]).toEqual([
      422,
      expect.stringContaining("faults.sun is unknown; faults.verify.fault must be one of down,"),
    ]);
  });

  test("pay without a page and show what there is, but no secret key", async () => {
    const setup = await startSandboxGateway();
    await call(setup, "/transaction/initialize", payment);
    const paid = await call(setup, "/control/transactions/att-1/pay", { card: "4000002760003184" }, {});
    expect(paid.body).toMatchObject({ reference: "att-1", status: "ongoing", tries: 1 });
    await call(setup, "/control/transactions/att-1/pay", { code: "123456" }, {});
    const { body } = await call(setup, "/control/transactions", undefined, {});
    expect(body).toMatchObject([{ reference: "att-1", status: "success" }]);
    expect(JSON.stringify(body)).not.toContain("sk_test_ours");
    expect((await call(setup, "/control/transactions/att-9/pay", {}, {})).status).toBe(404);
    const real = await call(setup, "/control/transactions/att-1/pay", { card: "5500000000000004" }, {});
    expect(real).toEqual({ status: 422, body: { error: "This is no test card." } });
  });

  test("listen to no web page: neither to a form, nor under another name", async () => {
    const setup = await startSandboxGateway();
    const form = { "content-type": "text/plain" };
    expect((await call(setup, "/control/faults", "{}", form)).status).toBe(403);
    const { port } = new URL(setup.gateway.url);
    const { request } = await import("node:http");
    const status = await new Promise((resolve) => {
      const headers = { host: `evil.example:${port}` };
      request({ port, host: "127.0.0.1", path: "/control/transactions", headers }, (response) =>
        resolve(response.resume().statusCode),
      ).end();
    });
    expect(status).toBe(403);
  });
});

describe("the sandbox's file", () => {
  const fileOf = () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-gateway-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return path.join(folder, "deeper", "gateway.jsonl");
  };

  test("restores everything after a restart, and sends missed notifications once the key is known again", async () => {
    const file = fileOf();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const before = await startSandboxGateway({ file });
    await call(before, "/transaction/initialize", payment);
    await call(before, "/transaction/initialize", { ...payment, reference: "att-2" });
    before.gateway.pay("att-1");
    before.gateway.pay("att-2", { card: "4000000000000259" });
    await call(before, "/refund", { transaction: "att-1", amount: 50 });
    const known = before.gateway.transactions();
    await before.gateway.close();

    const after = await startSandboxGateway({ file, notifyAt: receiver.url });
    after.gateway.set({ pagesAt: `${before.gateway.url}/pay` });
    expect(after.gateway.transactions()).toEqual(known);
    after.clock.advance(60_000);
    expect(after.gateway.transactions()[1]?.status).toBe("success");
    expect(receiver.received).toEqual([]);
    expect((await call(after, "/transaction/verify/att-2")).body.data.status).toBe("success");
    const [reported] = await receiver.waitFor(1);
    expect(JSON.parse(reported!.body)).toMatchObject({
      event: "charge.success",
      data: { reference: "att-2" },
    });
  });

  test("holds neither secret keys nor card numbers, and only its owner may read it", async () => {
    const file = fileOf();
    const setup = await startSandboxGateway({ file });
    await call(setup, "/transaction/initialize", payment);
    setup.gateway.pay("att-1");
    const written = readFileSync(file, "utf8");
    expect(written).toContain('"reference":"att-1"');
    expect(written).not.toMatch(/sk_test|4242424242424242/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("may end in the middle of a line, and nothing else is lost", async () => {
    const file = fileOf();
    const before = await startSandboxGateway({ file });
    await call(before, "/transaction/initialize", payment);
    await before.gateway.close();
    writeFileSync(file, `${readFileSync(file, "utf8")}{"transaction":{"id":`);
    const between = await startSandboxGateway({ file });
    await call(between, "/transaction/initialize", { ...payment, reference: "att-2" });
    await between.gateway.close();
    const after = await startGateway({ file });
    onTestFinished(() => after.close());
    expect(after.transactions().map(({ reference }) => reference)).toEqual(["att-1", "att-2"]);
  });
});
