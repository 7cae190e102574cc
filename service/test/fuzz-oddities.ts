/** Values that break programs: limits of types, of encodings, of storage, of parsers. */
const words = (text: string): string[] => text.trim().split(/\s+/);

// Numbers that JSON can write and JavaScript cannot represent: inserted into the serialized text.
const rawMark = "\u{10FFFD}raw:";
export const toJson = (value: unknown): string =>
  (JSON.stringify(value) ?? "").replace(new RegExp(`"${rawMark}([^"]*)"`, "gu"), "$1");

const rawNumbers = words(`1e400 -1e400 1e-400 1E5 1.0 100e-2 -0 1e22 123456789012345.6 9007199254740993
  0.10000000000000000555111512312578270211815834 9223372036854775807 9223372036854775808 ${"9".repeat(40)}`);

const numberTexts = words(`1e5 0x10 NaN Infinity -Infinity ٣ +5 1_000 1,5 .5 5. 00012 -0 1e999999999
  999999999999999 1000000000000000 0.000001 0.0000001 ${"9".repeat(400)} 0.${"0".repeat(300)}1`);

const momentTexts = words(`2026-02-30 0000-01-01 0001-01-01 1899-12-31 1900-01-01 9999-12-31 10000-01-01
  +012026-01-01 2026-1-1 2026-11-15T25:00:00Z 2026-11-15T24:00:00Z 9999-12-31T23:59:59.999Z
  2026-11-15T09:30:00+99:99 2026-12-31T23:59:60Z 0001-01-01T00:00:00Z 9999-12-31T23:59:59-14:00 infinity now epoch`);

const wordTexts = words(
  `ZZZ XXX XTS ngn QQ ZZ __proto__ constructor % _ %00 ../.. <b> \${7*7} null undefined true \\ " é`,
);

const charTexts = [
  "",
  " ",
  " 5",
  "5 ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\u202e",
  "\r\n\t",
];

const longTexts = [
  "💸".repeat(60),
  "x".repeat(300),
  "x".repeat(6000),
  "x".repeat(60_000),
  "'; drop table x; --",
];

const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner) => ({ a: [inner] }), 1 as unknown);

const structures = [
  ...[[], {}, [[]], [null], { "": null }, { a: "\u0000" }, { "\u0000": 1 }, { "\ud800": 1 }],
  ...[deep(5), deep(40), deep(300), Array(600).fill({}), { length: 1e9 }],
  ...[JSON.parse('{"__proto__":{"admin":true}}'), { constructor: 1, toString: 2, hasOwnProperty: 3 }],
];

export const oddValues: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e15, 1e16, 2 ** 31, 2 ** 53, 2 ** 63, 1e300, 5e-324, -1e-7, 0.1 + 0.2],
  ...rawNumbers.map((text) => `${rawMark}${text}`),
  ...[...numberTexts, ...momentTexts, ...wordTexts, ...charTexts, ...longTexts],
  ...structures,
];

export const oddIds =
  words(`0 -1 1.5 01 +1 1e3 0x1 NaN null %00 %20 a%2Fb %ED%A0%80 %F0%9F%92%B8 %zz 1% .. * :id {id}
  9007199254740991 9007199254740992 9223372036854775808 ${"9".repeat(40)} ${"9".repeat(199)} ${"9".repeat(300)}`);

export const oddQueries =
  words(`limit=1&limit=2 limit = &&& limit= cursor= limit=%00 q=%00 q=%ED%A0%80 q=%zz q=% q[]=1
  q[a]=1 cursor=AAAA cursor=MjAyNi0xMS0xNVQxMTowMDowMC4wMDBaIDE ? a=b=c %F0%9F=1 pirce=1 active=TRUE limit=101
  cursor=OTk5OS0xMi0zMVQyMzo1OTo1OS45OTlaIDk5OTk5OTk5OTk5OTk5OQ include=lines,lines include=total_count,lines
  include=, include=constructor __proto__=1 __proto__[a]=1 constructor=1 created_from=0000-01-01
  created_from=2026-11-16&created_to=2026-11-01 created_to=9999-12-31 limit=1e1 limit=+5 limit=%205 limit=0x5
  customer_id=9007199254740993 q=${"x".repeat(4000)}`);

// Some of these name this machine in unusual notations.
export const oddUrls =
  words(`https://hooks.example/ http://hooks.example:8443/a?b=c https://hooks.example:443/%00
  https://xn--bcher-kva.example/ https://bücher.example/ü https://user:pass@hooks.example/ https://@hooks.example/
  https://127.0.0.1/ https://2130706433/ https://0x7f.1/ https://0177.0.0.1/ https://[::1]/ https://[::ffff:7f00:1]/
  https://[fe80::1%25eth0]/ https://169.254.169.254/ https://localhost./ https://hooks.example/#fragment
  https://hooks.example:25/ https://hooks.example:99999/ https://.. https:// https:hooks.example https:///a
  //hooks.example/ hooks.example ftp://hooks.example/ file:///etc/passwd javascript:alert(1) data:,x http://[
  https://hooks.example/${"x".repeat(1900)} https://${"a.".repeat(900)}example/ https://hooks.example\\@evil.example/`);

export const oddReceivedHeaders = [
  ...words("t=1794735000,v1=00 t=,v1= t=1 v1=00 t=1,t=2,v1=00,v1=00 t=99999999999999999999,v1=zz T=1,V1=00"),
  ...[`t=1,v1=${"0".repeat(64)}`, `t=1, v1=${"F".repeat(64)}`, `v1,${"A".repeat(43)}=`, "v1, v2 v1", "", " "],
  ...["t=1794735000,v1=".repeat(200), "é", "\r\n", "x".repeat(3999)],
];

export const oddMediaTypes = [
  ...words("text/plain APPLICATION/JSON application/vnd.api+json application/json; nonsense */* a/b/c ;"),
  ...words("application/x-www-form-urlencoded application/octet-stream multipart/form-data;boundary=x"),
  ...["", "application/json; charset=utf-16", "application/json, text/plain"],
];

const nested = (levels: number, inner: string) => `${'{"a":'.repeat(levels)}${inner}${"}".repeat(levels)}`;

const oddTexts = [
  ...words(`null [] "" 0 { } {"a":} {'a':1} {"a":1,} NaN undefined {}{} // {"name":"a","name":1}`),
  ...words(
    '{"__proto__":{"name":"x"},"name":"y"} {"name":"\\ud800"} {"name":"\\u0000"} {"\\u0000":1} {"name":"\\x"}',
  ),
  ...["", " ", "\ufeff{}", '{"a":1}\0', "[".repeat(5000), `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
  ...[nested(3000, '"\\u0000"'), nested(9000, "1e5"), `{"metadata":${nested(3000, "1")}}`],
  ...[`{"a":${"9".repeat(50_000)}}`, `{"lines":[${"{},".repeat(2000)}{}]}`],
];

const oddBytes = [
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(1000),
];

export const oddBodies: Buffer[] = [...oddTexts.map((text) => Buffer.from(text)), ...oddBytes];

export const tooLarge = Buffer.alloc(1024 * 1024 + 1, "x");

export const oddHeaders: Record<string, string[]> = {
  "x-request-id": ["a b", "x".repeat(101), "ok-1", "ü", '"', "../..", "%00"],
  "accept-encoding": ["gzip", "br", "identity;q=0", "*;q=0", "nonsense", "deflate", ""],
  "if-none-match": ["*", '"x"', 'W/"x"', ",", '"', "x".repeat(2000)],
  accept: ["text/html", "nonsense", "application/xml;q=0"],
  "accept-version": ["1.x", "nonsense"],
  "content-encoding": ["gzip", "nonsense"],
  "x-http-method-override": ["DELETE"],
  "x-forwarded-proto": ["https", "gopher"],
  "x-forwarded-for": ["1.2.3.4, nonsense", "'"],
  range: ["bytes=0-1"],
  cookie: ["a=b; c"],
  "x-api-key": ["", "bf_test_x"],
  authorization: ["", "Bearer", "Bearer :", "Bearer a:", "Basic YTpi", "bearer  a:b:c", "Bearer ü:ü"],
};

const fill = (text: string, length: number) => text.repeat(length);

export const oddIdempotencyKeys = [
  ...["", " ", "ü", "'", "\\", "a\tb", "%00", "k1, k1"],
  ...[fill("k", 255), fill("k", 256), fill("ü", 255), fill("\u00ff\u0080", 20)],
];
