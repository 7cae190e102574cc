import { isTypedText, keyWeakness, parseEncryptionKeys } from "../platform/security/secrets.ts";
import { isLoopbackName } from "../platform/values/networks.ts";
import type { Config } from "./config.ts";

/** A setting that is valid and makes production less safe: said at each start, and by the doctor. */
export type WeakSetting = { name: string; says: string; cure: string; severe: boolean };

/** Only in production: what is convenient on a laptop is not where other people's money is. */
export function weakSettings(config: Config): WeakSetting[] {
  if (config.environment !== "production") return [];
  const { outbound, metricsHost, metricsPort, trustedProxies, sandboxGateway, sandboxAuthority } = config;
  const found: WeakSetting[] = weakKeys(config.encryptionKeys);
  const add = (name: string, says: string, cure: string, severe: boolean) =>
    found.push({ name, says: `${name} ${says}`, cure, severe });
  if (outbound.allowLocal) {
    add(
      "BILLFOLD_ALLOW_LOCAL_WEBHOOKS",
      "is 1 in production, so webhooks can reach your internal network",
      "Remove it, and give your own receivers a public address.",
      true,
    );
  }
  if (trustedProxies.some(isEverybody)) {
    add(
      "BILLFOLD_TRUSTED_PROXIES",
      "trusts every address, so anyone can forge the client address and pretend to use https",
      "Set it to the addresses or networks of your proxies.",
      true,
    );
  }
  if (metricsPort !== 0 && !isLoopbackName(metricsHost)) {
    add(
      "BILLFOLD_METRICS_HOST",
      `is ${metricsHost}, and metrics have no login: anyone who can reach port ${metricsPort} can read them`,
      "Keep that port inside your network, or remove the setting so that metrics listen on 127.0.0.1.",
      false,
    );
  }
  const rates = { BILLFOLD_COMPANY_POST_RATE: config.companyPostRate, BILLFOLD_READ_RATE: config.readRate };
  for (const [name, rate] of Object.entries(rates)) {
    if (rate !== 0) continue;
    const says = "is 0, so one company can slow down all others";
    add(name, says, "Remove it, or set a suitable rate.", false);
  }
  if (sandboxGateway.url || sandboxAuthority.url) {
    add(
      sandboxGateway.url ? "BILLFOLD_SANDBOX_GATEWAY_URL" : "BILLFOLD_SANDBOX_AUTHORITY_URL",
      "is set in production, where there is no sandbox",
      "Remove it.",
      false,
    );
  }
  return found;
}

/** The first key is refused when it is weak (config.ts); those behind it are needed until nothing is under them. */
function weakKeys(text: string | undefined): WeakSetting[] {
  const name = "BILLFOLD_ENCRYPTION_KEYS";
  const keys = text ? parseEncryptionKeys(text) : [];
  return keys.flatMap(({ id, key }, index) => {
    const weakness = keyWeakness(key) ?? (isTypedText(key) ? "is typed text and can be guessed" : undefined);
    if (!weakness) return [];
    const cure =
      index === 0
        ? "Create a random key, put it before this one, and run: billfold secrets reencrypt."
        : "Run: billfold secrets reencrypt. Then remove that key.";
    return [{ name, says: `${name} contains the key '${id}', which ${weakness}`, cure, severe: true }];
  });
}

const isEverybody = (network: string) => /\/0+$/.test(network);
