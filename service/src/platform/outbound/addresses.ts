import { BlockList, isIP } from "node:net";

/**
 * A user who chooses a URL for us to call could choose one that only we can reach. These rules decide whether an
 * address is on the public internet.
 */
export type UrlRules = {
  /** For development: also allows addresses on this machine and its network. */
  allowLocal: boolean;
  httpsOnly: boolean;
  /** Origins, as `URL.origin` writes them, that are allowed at any address. */
  exemptOrigins: readonly string[];
};

/**
 * The fault of a configured URL, as a phrase that follows the field's name. Only the text is checked here; the
 * addresses of a host name are checked on connecting.
 */
export function urlFault(text: string, rules: UrlRules): string | undefined {
  // A URL parses without the slashes, but a person reading it could not tell where it leads.
  if (/[\s\p{Cc}]/u.test(text)) return "must not contain spaces or line breaks";
  if (!URL.canParse(text)) return "must be a full URL such as https://example.com/path";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must be an http:// or https:// address";
  if (rules.httpsOnly && url.protocol !== "https:") return "must be an https:// address";
  if (url.username || url.password) return "must not contain a user name or password";
  if (url.hash) return "must not contain a fragment (#)";
  if (portsOfOthers.has(url.port)) {
    return `must not use port ${url.port}, which belongs to another protocol`;
  }
  if (rules.allowLocal || rules.exemptOrigins.includes(url.origin)) return undefined;
  return hostFault(url.hostname);
}

/** `URL` has already normalised 0x7f.1, 2130706433 and the like. */
function hostFault(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  if (/(^|\.)localhost$|\.(local|internal)$/.test(host)) return `must not point to a local name (${host})`;
  const fault = isIP(host) ? addressFault(host) : undefined;
  return fault && `must not point to ${fault} (${host})`;
}

/** Why an IP address is not public, such as "a loopback address"; undefined if it is public. */
export function addressFault(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0) return "something that is not an IP address";
  if (family === 4) return ipv4Ranges.find(({ list }) => list.check(address, "ipv4"))?.words;
  // The zone names a network interface of this machine and is not part of the address.
  const [number = ""] = address.split("%", 1);
  if (translated.check(number, "ipv6")) return addressFault(embeddedIpv4(number));
  if (mapped.check(number, "ipv6")) return addressFault(embeddedIpv4(number)) ?? "an IPv4-mapped address";
  const special = ipv6Ranges.find(({ list }) => list.check(number, "ipv6"));
  return special?.words ?? (allocated.check(number, "ipv6") ? undefined : "a reserved address");
}

/** The last 32 bits of an address whose preceding bits contain a run of zeros. */
function embeddedIpv4(address: string): string {
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const groups = ["0", "0", ...(shortest.split("::")[1] ?? "").split(":")].slice(-2);
  return groups
    .map((group) => Number.parseInt(group || "0", 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join(".");
}

function ranges(words: string, ...subnets: string[]): { words: string; list: BlockList } {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", bits] = subnet.split("/");
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? "ipv4" : "ipv6");
  }
  return { words, list };
}

// From the IANA registries of special-purpose addresses. The first match names the fault, so narrow ranges come before
// wide ones. Some clouds have metadata services at addresses in public and in private ranges.
const ipv4Ranges = [
  ranges(
    "a cloud metadata address",
    "169.254.169.254/32",
    "100.100.100.200/32",
    "168.63.129.16/32",
    "192.0.0.192/32",
  ),
  ranges("an unspecified address", "0.0.0.0/8"),
  ranges("a loopback address", "127.0.0.0/8"),
  ranges("a private address", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
  ranges("a carrier's shared address", "100.64.0.0/10"),
  ranges("a link-local address", "169.254.0.0/16"),
  ranges("a documentation address", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
  ranges("a benchmarking address", "198.18.0.0/15"),
  ranges("a multicast address", "224.0.0.0/4"),
  ranges("a broadcast address", "255.255.255.255/32"),
  ranges("a reserved address", "192.0.0.0/24", "192.88.99.0/24", "240.0.0.0/4"),
];

const ipv6Ranges = [
  ranges("a cloud metadata address", "fd00:ec2::254/128"),
  ranges("an unspecified address", "::/128"),
  ranges("a loopback address", "::1/128"),
  ranges("an IPv4-compatible address", "::/96"),
  ranges("a NAT64 address for local use", "64:ff9b:1::/48"),
  ranges("a discard address", "100::/64"),
  ranges("a Teredo address", "2001::/32"),
  ranges("a 6to4 address", "2002::/16"),
  ranges("a documentation address", "2001:db8::/32", "3fff::/20"),
  ranges("a segment routing address", "5f00::/16"),
  ranges("a private address", "fc00::/7"),
  ranges("a link-local address", "fe80::/10"),
  ranges("a site-local address", "fec0::/10"),
  ranges("a multicast address", "ff00::/8"),
  ranges("a reserved address", "2001::/23"),
];

const { list: allocated } = ranges("public", "2000::/3");
const { list: translated } = ranges("NAT64", "64:ff9b::/96");
const { list: mapped } = ranges("IPv4-mapped", "::ffff:0:0/96");

// The "bad ports" of the Fetch standard: a mail server or another service there could interpret our request as
// commands.
const portsOfOthers = new Set(
  [
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115",
    "117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563",
    "587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667",
    "6668 6669 6679 6697 10080",
  ].flatMap((line) => line.split(" ")),
);
