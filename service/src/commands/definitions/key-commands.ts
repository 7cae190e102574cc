import { type Command, flag, needed, ofCompany, text } from "../command.ts";

const administration = () => import("../administration.ts");

const appId = needed("APP_ID", "The key's App ID, such as bf_test_4fJ….");

export const keyCommands: readonly Command[] = [
  {
    name: "key create",
    summary: "Create an API key and print its App ID and Secret. The Secret is shown only once.",
    example: '--company 1 --name "Web shop" --scopes invoices:read,invoices:write',
    options: {
      company: ofCompany,
      name: text("NAME", "The system that uses the key, shown in the dashboard. Default: none."),
      scopes: needed("SCOPES", "What the key may do: scopes separated by commas, or 'all', or 'none'."),
      "allowed-ips": text(
        "NETWORKS",
        "IP addresses and networks that may use the key, separated by commas. Default: all.",
      ),
      "expires-at": text("DATE", "The last day on which the key works, or a timestamp. Default: never."),
      "post-rate": text(
        "NUMBER",
        "POST requests per second that the key may send, from 1 to 10000. Default: as many as the plan allows.",
      ),
      strict: flag("Refuse unknown fields and query parameters instead of ignoring them."),
    },
    run: async (config, options) => (await administration()).keyCreate(config, options),
  },
  {
    name: "key limits",
    summary: "Change what a key is limited to besides its scopes. What is not named stays as it is.",
    example: "--company 1 --app-id bf_test_4fJ… --post-rate 5 --expires-at 2030-12-31",
    options: {
      company: ofCompany,
      "app-id": appId,
      "allowed-ips": text(
        "NETWORKS",
        "IP addresses and networks that may use the key, separated by commas, or 'none' for no such limit.",
      ),
      "expires-at": text("DATE", "The last day on which the key works, a timestamp, or 'none'."),
      "post-rate": text(
        "NUMBER",
        "POST requests per second that the key may send, from 1 to 10000, or 'none' for as many as the plan allows.",
      ),
      strict: text("YES", "yes: refuse unknown fields and query parameters; no: ignore them."),
    },
    run: async (config, options) => (await administration()).keyLimits(config, options),
  },
  {
    name: "key rotate",
    summary: "Give a key a new Secret. The App ID stays the same.",
    example: "--company 1 --app-id bf_test_4fJ… --grace 3600",
    options: {
      company: ofCompany,
      "app-id": appId,
      grace: text(
        "SECONDS",
        "How long the old Secret stays valid after the first use of the new one, from 0 to 604800 (7 days). Default: 86400 (24 hours).",
      ),
    },
    run: async (config, options) => (await administration()).keyRotate(config, options),
  },
  {
    name: "key revoke",
    summary: "Revoke a key immediately and permanently.",
    example: "--company 1 --app-id bf_test_4fJ…",
    options: { company: ofCompany, "app-id": appId },
    run: async (config, options) => (await administration()).keyRevoke(config, options),
  },
  {
    name: "key scopes",
    summary: "Replace the scopes of a key.",
    example: "--company 1 --app-id bf_test_4fJ… --scopes invoices:read,invoices:write",
    options: {
      company: ofCompany,
      "app-id": appId,
      scopes: needed("SCOPES", "The new scopes, separated by commas, or 'all', or 'none'."),
    },
    run: async (config, options) => (await administration()).keyScopes(config, options),
  },
];
