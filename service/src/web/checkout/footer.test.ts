import { describe, expect, test } from "vitest";
import { renderCheckout } from "./page.ts";
import { checkoutView } from "./view.fixture.ts";

const footerOf = (contact: { email: string | null; phone: string | null }) =>
  /<footer>.*<\/footer>/s.exec(renderCheckout(checkoutView({ contact })).html)![0];

describe("the foot of a page", () => {
  test("says whom to ask, by mail and by phone", () => {
    const footer = footerOf({ email: "billing@acme.example", phone: "+234 803-000 0000" });
    expect(footer).toContain('href="mailto:billing@acme.example"');
    expect(footer).toContain('href="tel:+2348030000000"');
  });

  test("names the company alone where it gives no address", () => {
    expect(footerOf({ email: null, phone: null })).not.toMatch(/mailto:|tel:/);
  });

  test("is not broken by what stands for an address", () => {
    const footer = footerOf({ email: '"><script>@x', phone: "javascript:alert(1)" });
    expect(footer).not.toContain("<script");
    expect(footer).not.toContain('javascript:alert(1)"');
    expect(footer).toContain('href="tel:1"');
  });
});
