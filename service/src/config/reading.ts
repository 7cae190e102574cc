// How one setting is read; config.ts says which there are.

export type Environment = Record<string, string | undefined>;

/** What is wrong with a setting, or with several together. */
export type SettingFault = { names: readonly string[]; message: string };

/** The settings on their way to a configuration, and all that is wrong with them. */
export type Reading = { env: Environment; faults: SettingFault[]; production: boolean };

/** What is bad counts as not set from here on. */
export function refuse({ faults }: Reading, names: string | readonly string[], message: string): undefined {
  faults.push({ names: [names].flat(), message });
}

export function integer(reading: Reading, name: string, fallback: number, min: number, max: number): number {
  const given = reading.env[name];
  if (given === undefined || given === "") return fallback;
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= min && value <= max) return value;
  refuse(reading, name, `${name} must be a whole number from ${min} to ${max}, not '${given}'`);
  return fallback;
}

export function oneOf<const T extends string>(
  reading: Reading,
  name: string,
  words: readonly T[],
  fallback: T,
): T {
  const given = reading.env[name] || fallback;
  const found = words.find((word) => word === given);
  if (!found) refuse(reading, name, `${name} must be one of ${words.join(", ")}, not '${given}'`);
  return found ?? fallback;
}

export function address(
  reading: Reading,
  name: string,
  fallback: string,
  mustBeHttps: boolean,
  ending: RegExp,
): string {
  const given = reading.env[name] || fallback;
  const trimmed = given.replace(/(^|[^/])\/+$/, "$1");
  const fault =
    addressFault(given, mustBeHttps) ?? (ending.test(trimmed) ? undefined : "must end in /api/v1");
  if (!fault) return trimmed;
  refuse(reading, name, `${name} ${fault}, not '${given.replace(/^([^/]*\/\/).*@/, "$1…@")}'`);
  return fallback;
}

function addressFault(given: string, mustBeHttps: boolean): string | undefined {
  if (mustBeHttps && !given.startsWith("https://")) return "must be set to an https:// address in production";
  if (!URL.canParse(given) || !/^https?:/.test(given)) return "must be an http:// or https:// address";
  return undefined;
}

export function optionalAddress(reading: Reading, name: string): string | undefined {
  return reading.env[name] ? address(reading, name, "", false, /[^/]$/) || undefined : undefined;
}
