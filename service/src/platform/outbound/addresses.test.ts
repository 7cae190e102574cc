import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressFault, urlFault } from "./addresses.ts";

const strict = { allowLocal: false, httpsOnly: true, exemptOrigins: [] };

describe("an address is refused, and the fault named, when it is", () => {
  test.each([
    ["an unspecified address", "0.0.0.0", "0.255.255.255", "::", "0:0:0:0:0:0:0:0"],
    ["a loopback address", "127.0.0.1", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1"],
    ["a private address", "10.0.0.7", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    ["a private address", "fc00::1", "fdff:ffff::1", "FD12:3456:789A::1"],
    ["a carrier's shared address", "100.64.0.1", "100.127.255.255"],
    [
      "a link-local address",
      "169.254.0.1",
      "169.254.255.255",
      "fe80::1",
      "febf::1",
      "fe80::1%eth0",
      "fe80::1%1",
    ],
    ["a cloud metadata address", "169.254.169.254", "100.100.100.200", "168.63.129.16", "fd00:ec2::254"],
    ["a documentation address", "192.0.2.1", "198.51.100.1", "203.0.113.255", "2001:db8::1", "3fff:fff::1"],
    ["a benchmarking address", "198.18.0.1", "198.19.255.255"],
    ["a multicast address", "224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
    ["a broadcast address", "255.255.255.255"],
    ["a reserved address", "192.0.0.1", "192.88.99.1", "240.0.0.1", "255.255.255.254"],
    [
      "a reserved address",
      "2001:2::1",
      "2001:20::1",
      "2001:1ff::1",
      "4000::1",
      "8000::1",
      "1fff::1",
      "200::1",
    ],
    ["an IPv4-compatible address", "::8.8.8.8", "::7f00:1", "::2"],
    ["a NAT64 address for local use", "64:ff9b:1::808:808"],
    ["a discard address", "100::1"],
    ["a Teredo address", "2001::1", "2001:0:7f00:1::"],
    ["a 6to4 address", "2002:7f00:1::", "2002:808:808::1"],
    ["a segment routing address", "5f00::1"],
    ["a site-local address", "fec0::1", "feff::1"],
    ["something that is not an IP address", "", "example.com", "1.2.3", "[::1]", "127.1", "::ffff:1.2.3.4.5"],
  ])("%s", (fault, ...addresses) => {
    for (const address of addresses) expect([address, addressFault(address)]).toEqual([address, fault]);
  });
});

test.each([
  ["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.0.1"],
  ["192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0", "223.255.255.255"],
  ["2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450::1", "2001:200::1", "2620:fe::fe"],
])("a public address has no fault: %s, …", (...addresses) => {
  for (const address of addresses) expect([address, addressFault(address)]).toEqual([address, undefined]);
});

test("an IPv4 address keeps its fault in every IPv6 notation", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      const fault = addressFault(address);
      for (const mapped of [`::ffff:${address}`, `::ffff:${hex}`, `0:0:0:0:0:FFFF:${hex}`]) {
        expect(addressFault(mapped)).toBe(fault ?? "an IPv4-mapped address");
      }
      for (const translated of [`64:ff9b::${address}`, `64:ff9b::${hex}`, `0064:ff9b:0:0:0:0:${hex}`]) {
        expect(addressFault(translated)).toBe(fault);
      }
      expect(addressFault(`2002:${hex}::1`)).toBe("a 6to4 address");
    }),
  );
});

test("no IPv6 address outside of 2000::/3 is public, except a public IPv4 address in NAT64 notation", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const first = Number.parseInt(
        new URL(`http://[${address}]`).hostname.slice(1).split(":")[0] || "0",
        16,
      );
      if (first >> 13 !== 1 && first !== 0x64) expect(addressFault(address)).toBeTypeOf("string");
    }),
  );
});

describe("a configured URL", () => {
  test.each([
    ["https://hooks.example.com/billfold?x=1"],
    ["https://hooks.example.com:8443/"],
    ["https://1.1.1.1/hook"],
    ["https://[2606:4700:4700::1111]/hook"],
    ["https://localhost.example.com/"],
    ["https://mylocalhost/"],
  ])("%s is accepted", (url) => {
    expect(urlFault(url, strict)).toBeUndefined();
  });

  test.each([
    ["", "must be a full URL such as https://example.com/path"],
    ["/hook", "must be a full URL such as https://example.com/path"],
    ["https://", "must be a full URL such as https://example.com/path"],
    ["https://[fe80::1%25eth0]/", "must be a full URL such as https://example.com/path"],
    ["ftp://example.com/", "must be an http:// or https:// address"],
    ["javascript:alert(1)", "must be an http:// or https:// address"],
    ["http://example.com/", "must be an https:// address"],
    ["https://me@example.com/", "must not contain a user name or password"],
    ["https://me:secret@example.com/", "must not contain a user name or password"],
    ["https://example.com/#part", "must not contain a fragment (#)"],
    ["https://example.com:25/", "must not use port 25, which belongs to another protocol"],
    ["https://example.com:0/", "must not use port 0, which belongs to another protocol"],
    ["https://127.0.0.1/", "must not point to a loopback address (127.0.0.1)"],
    ["https://127.1/", "must not point to a loopback address (127.0.0.1)"],
    ["https://127.0.0.1./", "must not point to a loopback address (127.0.0.1)"],
    ["https://2130706433/", "must not point to a loopback address (127.0.0.1)"],
    ["https://0x7f.1/", "must not point to a loopback address (127.0.0.1)"],
    ["https://0177.0.0.1/", "must not point to a loopback address (127.0.0.1)"],
    ["https://[::1]/", "must not point to a loopback address (::1)"],
    ["https://[::ffff:127.0.0.1]/", "must not point to a loopback address (::ffff:7f00:1)"],
    ["https://169.254.169.254/latest", "must not point to a cloud metadata address (169.254.169.254)"],
    ["https://localhost/", "must not point to a local name (localhost)"],
    ["https://LOCALHOST.:8443/", "must not point to a local name (localhost)"],
    ["https://a.localhost/", "must not point to a local name (a.localhost)"],
    ["https://printer.local/", "must not point to a local name (printer.local)"],
    ["https://metadata.google.internal/", "must not point to a local name (metadata.google.internal)"],
  ])("%s %s", (url, fault) => {
    expect(urlFault(url, strict)).toBe(fault);
  });

  test("may be plain HTTP and local where the rules allow it, but must be well-formed in any case", () => {
    const lax = { allowLocal: true, httpsOnly: false, exemptOrigins: [] };
    expect(urlFault("http://localhost:8080/x", lax)).toBeUndefined();
    expect(urlFault("http://10.0.0.7/x", lax)).toBeUndefined();
    expect(urlFault("http://a:b@localhost/", lax)).toBe("must not contain a user name or password");
  });

  test("is exempt by its exact scheme, host and port", () => {
    const rules = { allowLocal: false, httpsOnly: false, exemptOrigins: ["http://127.0.0.1:8080"] };
    expect(urlFault("http://127.0.0.1:8080/any/path", rules)).toBeUndefined();
    for (const url of ["http://127.0.0.1:8081/", "https://127.0.0.1:8080/", "http://localhost:8080/"]) {
      expect(urlFault(url, rules)).toMatch(/^must not point to/);
    }
  });
});
