import { createClient } from "billfold-sdk";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../outline.ts";
import { readContract, resolve } from "./contract.ts";
import { referencePages } from "./pages.ts";
import { readMethods } from "./samples.ts";

const contract = readContract();
const pages = referencePages(contract);
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const text = pages.map(({ markdown }) => markdown).join("\n");

describe("the API reference", () => {
  test.each(operations)("describes $name once, with a sample for curl", ({ name, operation }) => {
    expect(text.split(`\n\`\`\`http\n${name}\n\`\`\`\n`)).toHaveLength(2);
    const section = pages
      .flatMap(({ markdown }) => outlineOf(markdown))
      .find(({ body }) => body.includes(`\`\`\`http\n${name}\n`));
    expect(section?.text).toBe(operation.summary);
    expect(section?.body).toMatch(/```bash\ncurl /);
    for (const parameter of operation.parameters ?? [])
      expect(section?.body).toContain(`| \`${resolve(contract, parameter).name}\` |`);
  });

  test("shows the method of the SDK for each operation, and each of them exists", () => {
    const client = createClient({ baseUrl: "https://billfold.example/api/v1", appId: "a", secret: "b" });
    const methods = readMethods();
    for (const { name } of operations) {
      const method = methods.get(name);
      const found = method?.name
        .split(".")
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], client);
      expect([name, method?.name, typeof found]).toEqual([name, expect.any(String), "function"]);
      expect(text).toContain(`await billfold.${method!.name}(`);
    }
  });

  test("has only links to sections that exist", () => {
    const sections = new Set(
      pages.flatMap(({ name, markdown }) =>
        outlineOf(markdown).flatMap(({ id }) => [`/docs/${name}`, `/docs/${name}#${id}`]),
      ),
    );
    for (const { name, markdown } of pages) {
      const links = [...markdown.matchAll(/\]\(((?:\/docs\/reference|#)[^)]*)\)/g)].map(([, link]) => link!);
      const addresses = links.map((link) => (link.startsWith("#") ? `/docs/${name}${link}` : link));
      expect(addresses.filter((address) => !sections.has(address))).toEqual([]);
    }
  });

  test("lists every event with the object that it carries", () => {
    const page = pages.find(({ name }) => name === "reference/webhook-events")!;
    for (const type of Object.keys(contract.webhooks)) expect(page.markdown).toContain(`| \`${type}\` |`);
  });
});
