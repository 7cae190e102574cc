import { texts } from "../texts/settings/account.ts";

const browsers: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux|X11/, "Linux"],
];

/** A rough device name, enough to recognise one's own devices; user agents are not reliable. */
export function deviceName(userAgent: string | null): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  if (browser && system) return texts.browserOn(browser, system);
  return browser ?? system ?? texts.unknownDevice;
}
