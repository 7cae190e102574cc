import { expect, test } from "vitest";
import { searchText } from "../../../scripts/docs/build-docs.ts";
import { outlineOf } from "../../../scripts/docs/outline.ts";
import { search } from "./search.ts";

const guide = (name: string, markdown: string) => {
  const sections = outlineOf(markdown).map(({ text: heading, body, ...rest }) => {
    return { ...rest, heading, text: searchText(body) };
  });
  return { name, label: name, title: sections[0]!.heading, summary: "", html: "", markdown, sections };
};
const guides = [
  guide("money", "# Money\n\nAmounts are decimals.\n\n## Rounding\n\nHalf up, once for each rate.\n"),
  guide(
    "hooks",
    "# Webhooks\n\nEvents reach you.\n\n## Secrets\n\nA secret signs the body.\n\n```sh\ncurl rotate_secret\n```\n\n## Retries\n\nAn attempt that fails is made again; rounding is no matter here.\n",
  ),
];
const asGroup = (...listed: typeof guides) => ({ groups: [{ title: "All", guides: listed }], reference: [] });
const found = (question: string) => search(asGroup(...guides), question).map(({ address }) => address);

test("finds sections that have every word, those with it in the heading first", () => {
  expect(found("rounding")).toEqual(["/docs/money#rounding", "/docs/hooks#retries"]);
  expect(found("rounding attempt")).toEqual(["/docs/hooks#retries"]);
  expect(found("DECIMALS")).toEqual(["/docs/money"]);
  expect(found("rotate_secret")).toEqual(["/docs/hooks#secrets"]);
});

test("a guide's title helps its sections, but does not stand for them", () => {
  expect(found("webhooks retries")).toEqual(["/docs/hooks#retries"]);
  expect(found("webhooks")).toEqual(["/docs/hooks"]);
});

test("a part of a name leads to the guide that is about it", () => {
  const about = guide("keys", "# Idempotency\n\nSend an Idempotency-Key.\n");
  const aside = guide(
    "aside",
    "# Aside\n\nAn Idempotency-Key, once more Idempotency-Key, and Idempotency-Key.\n",
  );
  const [first] = search(asGroup(aside, about), "idempotency-key");
  expect(first?.address).toBe("/docs/keys");
});

test("finds a word in its other forms, and where it begins", () => {
  expect(found("rates")).toEqual(["/docs/money#rounding"]);
  expect(found("rounded attempts")).toEqual(["/docs/hooks#retries"]);
  expect(found("retry")).toEqual(["/docs/hooks#retries"]);
  expect(found("ounding")).toEqual([]);
});

test("a whole sentence is as good as its words", () => {
  expect(found("How do I sign with a secret?")).toEqual(["/docs/hooks#secrets"]);
  expect(found("is")).toEqual(["/docs/hooks#retries"]);
});

test("shows what has most of the words where nothing has all, and says so", () => {
  const hits = search(asGroup(...guides), "secret signature");
  expect(hits.map(({ address, isWhole }) => [address, isWhole])).toEqual([["/docs/hooks#secrets", false]]);
  expect(search(asGroup(...guides), "secret")[0]?.isWhole).toBe(true);
  expect(found("secret of the lost treasure")).toEqual([]);
});

test("a table reads as sentences", () => {
  const cards = guide(
    "cards",
    "# Cards\n\n| card | what |\n|---|---|\n| 4242 | is paid |\n| 0002 | is declined |\n",
  );
  const [hit] = search(asGroup(cards), "declined");
  expect(hit!.excerpt).toEqual(["card · what; 4242 · is paid; 0002 · is ", "declined", ";"]);
});

test("finds nothing for nothing, and takes no sign for a pattern", () => {
  for (const question of ["", "  ", "?!", "nowhere", "(.*", ".*", "[x-z]+"])
    expect(found(question)).toEqual([]);
});

test("shows the words in their place", () => {
  const [hit] = search(asGroup(...guides), "signs");
  expect(hit!.excerpt).toEqual(["A secret ", "signs", " the body. curl rotate_secret"]);
});

test("finds operations and fields of the API reference too", () => {
  const reference = [guide("reference/invoices", "# Invoices\n\n## Issue an invoice\n\n| `due_date` |\n")];
  const addresses = search({ ...asGroup(...guides), reference }, "due_date").map(({ address }) => address);
  expect(addresses).toEqual(["/docs/reference/invoices#issue-an-invoice"]);
});
