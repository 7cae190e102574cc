import { isIP } from "node:net";

/** Whether the text is an IP address, or a network such as 203.0.113.0/24. */
export function isNetwork(given: string): boolean {
  const [address = "", bits = "0", ...more] = given.split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

/** Names and addresses that always mean this machine. */
export const isLoopbackName = (name: string): boolean =>
  name === "localhost" || /^127(\.\d{1,3}){3}$/.test(name) || /^\[?::1\]?$/.test(name);
