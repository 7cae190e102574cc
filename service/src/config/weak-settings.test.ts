import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { weakSettings } from "./weak-settings.ts";

const key = (id: string, bytes: Buffer) => `${id}:${bytes.toString("base64")}`;
const good = key("k2", hash("sha256", "a key of these tests", "buffer"));
const production = {
  BILLFOLD_ENVIRONMENT: "production",
  BILLFOLD_BASE_URL: "https://api.example.com/api/v1",
  BILLFOLD_SITE_URL: "https://example.com",
  BILLFOLD_ENCRYPTION_KEYS: good,
};

const weak: [name: string, value: string, severe: boolean][] = [
  ["BILLFOLD_ALLOW_LOCAL_WEBHOOKS", "1", true],
  ["BILLFOLD_TRUSTED_PROXIES", "10.0.0.0/8,0.0.0.0/0", true],
  ["BILLFOLD_TRUSTED_PROXIES", "::/0", true],
  ["BILLFOLD_METRICS_HOST", "0.0.0.0", false],
  ["BILLFOLD_METRICS_HOST", "::", false],
  ["BILLFOLD_METRICS_HOST", "10.1.2.3", false],
  ["BILLFOLD_COMPANY_POST_RATE", "0", false],
  ["BILLFOLD_READ_RATE", "0", false],
  ["BILLFOLD_SANDBOX_GATEWAY_URL", "http://10.0.0.1:9000", false],
  ["BILLFOLD_SANDBOX_AUTHORITY_URL", "http://10.0.0.1:9000", false],
  ["BILLFOLD_ENCRYPTION_KEYS", `${good},${key("k1", Buffer.alloc(32))}`, true],
  ["BILLFOLD_ENCRYPTION_KEYS", key("k1", Buffer.from("the quick brown fox jumps over 1")), true],
];

test.each(weak)("%s=%s is said in production, with what to do, and nowhere else", (name, value, severe) => {
  const found = weakSettings(readConfig({ ...production, [name]: value }));
  expect(found).toEqual([
    { name, says: expect.stringMatching(`^${name} `), cure: expect.stringMatching(/\.$/), severe },
  ]);
  const secret = value.split(":").at(-1)!;
  if (name === "BILLFOLD_ENCRYPTION_KEYS") expect(JSON.stringify(found)).not.toContain(secret);
  expect(weakSettings(readConfig({ [name]: value }))).toEqual([]);
});

test("ordinary settings of production are not complained about", () => {
  const ordinary = {
    BILLFOLD_TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8",
    BILLFOLD_METRICS_HOST: "127.0.0.1",
    BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "0",
  };
  expect(weakSettings(readConfig({ ...production, ...ordinary }))).toEqual([]);
  expect(weakSettings(readConfig({ ...production, BILLFOLD_METRICS_HOST: "::1" }))).toEqual([]);
  const off = { BILLFOLD_METRICS_HOST: "0.0.0.0", BILLFOLD_METRICS_PORT: "0" };
  expect(weakSettings(readConfig({ ...production, ...off }))).toEqual([]);
});
