import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseOptions } from "./command-line.ts";
import { readConfig, SettingError } from "./config.ts";

const good = {
  BILLFOLD_CONSUMER_BASE_URL: "https://api.example.com/api/v1/",
  BILLFOLD_CONSUMER_APP_ID: "bf_live_1",
  BILLFOLD_CONSUMER_SECRET: "s3cret",
  BILLFOLD_CONSUMER_ENVIRONMENT: "production",
};

describe("settings", () => {
  test("are four that are all needed, and one that is not: what lacks is named at once", () => {
    expect(readConfig({ ...good, XDG_STATE_HOME: "/var/state" })).toEqual({
      baseUrl: "https://api.example.com/api/v1",
      appId: "bf_live_1",
      secret: "s3cret",
      environment: "production",
      stateFolder: path.join("/var/state", "billfold-consumer"),
    });
    expect(readConfig({ ...good, BILLFOLD_CONSUMER_STATE: "/srv/notes" }).stateFolder).toBe("/srv/notes");
    expect(() => readConfig({})).toThrow(
      "BILLFOLD_CONSUMER_ENVIRONMENT must be set; BILLFOLD_CONSUMER_BASE_URL must be set; " +
        "BILLFOLD_CONSUMER_APP_ID must be set; BILLFOLD_CONSUMER_SECRET must be set. --help lists the settings.",
    );
  });

  test.each([
    [
      "BILLFOLD_CONSUMER_BASE_URL",
      "api.example.com",
      "must be an http:// or https:// address, not 'api.example.com'",
    ],
    [
      "BILLFOLD_CONSUMER_BASE_URL",
      "https://api.example.com",
      "must end in /api/v1, not 'https://api.example.com'",
    ],
    [
      "BILLFOLD_CONSUMER_BASE_URL",
      "http://api.example.com/api/v1",
      "must be an https:// address in production",
    ],
    ["BILLFOLD_CONSUMER_BASE_URL", "https://me:word@host/api/v1", "not 'https://…@host/api/v1'"],
    ["BILLFOLD_CONSUMER_ENVIRONMENT", "live", "must be one of sandbox, staging, production, not 'live'"],
    ["BILLFOLD_CONSUMER_APP_ID", "a:b", "must be an App ID such as bf_test_…, not 'a:b'"],
    ["BILLFOLD_CONSUMER_SECRET", "two words", "must be the Secret exactly as shown, without spaces"],
  ])("%s of '%s' is refused and named, without showing a secret", (name, value, message) => {
    const read = () => readConfig({ ...good, [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(name);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/two words|word@/);
  });
});

describe("options", () => {
  test("have defaults: once, issued invoices only, 16 at a time", () => {
    expect(parseOptions([])).toEqual({
      mode: "once",
      includeDrafts: false,
      concurrency: 16,
      timeoutSeconds: 600,
      json: false,
      metricsPort: undefined,
      help: false,
    });
    expect(
      parseOptions(["--watch", "--include-drafts", "--concurrency", "4", "--json", "--metrics-port", "9465"]),
    ).toMatchObject({ mode: "watch", includeDrafts: true, concurrency: 4, json: true, metricsPort: 9465 });
  });

  test.each([
    [["--once", "--watch"], "--once and --watch can't be combined; choose one"],
    [["--concurrency", "0"], "--concurrency must be a whole number from 1 to 256, not '0'"],
    [["--concurrency", "many"], "--concurrency must be a whole number from 1 to 256, not 'many'"],
    [["--metrics-port", "70000"], "--metrics-port must be a whole number from 0 to 65535, not '70000'"],
    [["--timeout", "0"], "--timeout must be a whole number from 1 to 86400, not '0'"],
    [["--fast"], "Unknown option '--fast'"],
  ])("%j is refused: %s", (words, message) => {
    expect(() => parseOptions(words)).toThrow(SettingError);
    expect(() => parseOptions(words)).toThrow(message);
  });
});
