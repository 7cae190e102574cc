import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeWebhookSecret, signatureHeaders } from "../../src/platform/security/signature.ts";
import { freePort } from "../free-port.ts";

describe("the receiver in the webhooks guide", () => {
  const secret = makeWebhookSecret();
  const old = makeWebhookSecret();
  const body = Buffer.from('{"type":"invoice.issued","sequence":42,"name":"Ọlá"}');
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-guide-"));
  let receiver: ChildProcess;
  let url: string;
  let printed = "";

  beforeAll(async () => {
    const guide = readFileSync(new URL("../../../docs/guides/webhooks.md", import.meta.url), "utf8");
    const [, code] = /```js\n([\s\S]*?)```/.exec(guide)!;
    const port = await freePort();
    writeFileSync(path.join(folder, "receiver.mjs"), code!.replace("listen(3000", `listen(${port}`));
    url = `http://127.0.0.1:${port}`;
    receiver = spawn(process.execPath, [path.join(folder, "receiver.mjs")], {
      env: { ...process.env, WEBHOOK_SECRET: secret },
      stdio: ["ignore", "pipe", "inherit"],
    });
    receiver.stdout!.on("data", (text: Buffer) => {
      printed += text;
    });
    const answers = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    while (!(await answers())) await delay(20);
  });
  afterAll(async () => {
    receiver.kill();
    await once(receiver, "close");
    rmSync(folder, { recursive: true });
  });

  const post = async (headers: Record<string, string>, sent = body) =>
    (await fetch(url, { method: "POST", headers, body: new Uint8Array(sent) })).status;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

  test("accepts deliveries that are signed with one secret or with two", async () => {
    expect(await post(signatureHeaders([secret], "evt_1_42", ago(0), body))).toBe(204);
    expect(await post(signatureHeaders([secret, old], "evt_1_42", ago(0), body))).toBe(204);
    expect(await post(signatureHeaders([makeWebhookSecret(), secret], "evt_1_42", ago(0), body))).toBe(204);
    expect(printed).toContain("invoice.issued 42");
  });

  test("refuses all other requests", async () => {
    const good = signatureHeaders([secret], "evt_1_42", ago(0), body);
    const refused = [
      await post({}),
      await post({ "x-pay-signature": "" }),
      await post({ "x-pay-signature": "t=1,v1=zz" }),
      await post(signatureHeaders([old], "evt_1_42", ago(0), body)),
      await post(signatureHeaders([secret], "evt_1_42", ago(301), body)),
      await post(signatureHeaders([secret], "evt_1_42", ago(-305), body)),
      await post(good, Buffer.concat([body, Buffer.from("\n")])),
      // This has as many characters as a signature, but not as many bytes.
      await post({ "x-pay-signature": `t=1,v1=${"a".repeat(63)}\u00e9` }),
    ];
    expect(refused).toEqual(refused.map(() => 400));
  });

  test("survives a sender that disconnects", async () => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    // Its interim response shows that it has the request and waits for the rest.
    const head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n";
    socket.write(`${head}half`);
    const [said] = await once(socket, "data");
    expect(String(said)).toMatch(/^HTTP\/1.1 100 /);
    socket.destroy();
    await once(socket, "close");
    for (let count = 0; count < 2; count++) {
      expect(await post(signatureHeaders([secret], "evt_1_42", ago(0), body))).toBe(204);
    }
    expect(receiver.exitCode).toBeNull();
  });

  test("has about ten lines", () => {
    const code = readFileSync(path.join(folder, "receiver.mjs"), "utf8");
    expect(code.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(12);
  });
});
