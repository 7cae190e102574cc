import { describe, expect, test } from "vitest";
import { readQr } from "../../platform/qr.fixture.ts";
import { renderCheckout } from "./page.ts";
import { checkoutTexts } from "./texts/texts.ts";
import { checkoutView, invoiceView, paid, read, states } from "./view.fixture.ts";
import type { CheckoutState, CheckoutView } from "./view.ts";

const drawn = (state: CheckoutState, fields: Partial<CheckoutView> = {}) =>
  renderCheckout(checkoutView({ ...fields, state }));
const payable = (fields: Partial<CheckoutView> = {}) => renderCheckout(checkoutView(fields));
const title = (page: { html: string }) => /<title>(.*)<\/title>/.exec(page.html)?.[1];
const targets = (page: { html: string }) =>
  [...page.html.matchAll(/(?:<a[^>]* href|action)="([^"]*)"/g)]
    .map(([, address]) => address!)
    .filter((address) => !address.includes("?lang="));

describe("each state says what happened and what to do", () => {
  test.each<[CheckoutState, string, string[]]>([
    [
      { name: "payable", problem: null },
      "Pay ₦145,125.00 to Acme Trading Ltd",
      [
        "Order 4711",
        "Invoice INV-000123, due 20 November 2026",
        "Pay ₦145,125.00",
        "Pay by card, bank transfer, or USSD on the secure page of Paystack",
        "until 16 November 2026 at 10:30",
      ],
    ],
    [
      { name: "begun", pageUrl: "https://checkout.paystack.com/x" },
      "Finish paying ₦145,125.00 to Acme Trading Ltd",
      ["not finished", "Continue to Paystack", "do not pay again", "I’ve paid, check again"],
    ],
    [
      { name: "processing" },
      "Confirming ₦145,125.00 to Acme Trading Ltd",
      ["being confirmed", "You don’t need to do anything", "do not pay again", "refreshes every few seconds"],
    ],
    [
      paid,
      "Paid: ₦145,125.00 to Acme Trading Ltd",
      [
        "Payment received ₦145,125.00",
        "You’re all set",
        "15 November 2026 at 12:04",
        "Card",
        "View receipt",
        "Download receipt (PDF)",
      ],
    ],
    [
      { name: "expired" },
      "Expired link: ₦145,125.00 to Acme Trading Ltd",
      ["has expired", "until 16 November 2026 at 10:30", "ask Acme Trading Ltd for a new link"],
    ],
    [
      { name: "cancelled" },
      "Cancelled link: ₦145,125.00 to Acme Trading Ltd",
      ["was cancelled", "Acme Trading Ltd has cancelled it", "ask Acme Trading Ltd for a new link"],
    ],
    [
      { name: "full" },
      "Closed link: ₦145,125.00 to Acme Trading Ltd",
      ["is closed", "accepts no more payments", "not been charged", "ask Acme Trading Ltd for a new link"],
    ],
    [
      { name: "held" },
      "Others are paying: ₦145,125.00 to Acme Trading Ltd",
      ["Others are paying right now", "not been charged", "Open this link again in 15 minutes"],
    ],
    [
      { name: "settled", why: "This invoice has been paid in another way." },
      "Nothing to pay to Acme Trading Ltd",
      ["nothing to pay", "paid in another way", "don’t need to do anything", "contact Acme Trading Ltd"],
    ],
    [
      { name: "unavailable" },
      "Can’t be paid online right now: ₦145,125.00 to Acme Trading Ltd",
      ["not available", "You have not been charged", "Ask Acme Trading Ltd how else you can pay"],
    ],
  ])("%o", (state, expectedTitle, sentences) => {
    const page = drawn(state);
    expect([page.status, title(page)]).toEqual([200, expectedTitle]);
    const everywhere = ["Acme Trading Ltd", "Contact Acme Trading Ltd.", "pl_88_x7Qm0wz9Lr3TnVbY2cKd5A"];
    for (const sentence of [...sentences, ...everywhere]) expect(read(page)).toContain(sentence);
  });

  const open: CheckoutState[] = [
    { name: "payable", problem: null },
    { name: "begun", pageUrl: "https://checkout.paystack.com/x" },
  ];
  const closed: CheckoutState[] = [
    { name: "processing" },
    paid,
    { name: "expired" },
    { name: "cancelled" },
    { name: "full" },
    { name: "held" },
    { name: "settled", why: "" },
    { name: "unavailable" },
  ];

  test("only what can be paid offers to pay, and only what waits comes back by itself", () => {
    const offers = (page: { html: string }) => /<button|checkout\.paystack/.test(page.html);
    expect(open.map((state) => offers(drawn(state)))).toEqual([true, true]);
    expect(closed.filter((state) => offers(drawn(state)))).toEqual([]);
    const waiting = [...open, ...closed].filter((state) => drawn(state).headers.refresh !== undefined);
    expect(waiting).toEqual([{ name: "processing" }]);
    expect(drawn({ name: "processing" }).headers.refresh).toBe("4");
  });

  test("a payment that was given back is not called received, and a refund of a part of it is shown", () => {
    const refunded = (amountRefunded: string) =>
      read(drawn({ name: "paid", receipt: { ...paid.receipt, amountRefunded } }));
    expect(refunded("145125")).toContain("Payment refunded");
    expect(refunded("145125")).not.toContain("received");
    expect(refunded("20000.00")).toContain("Payment received");
    expect(refunded("20000.00")).toContain("refunded ₦20,000.00 of it");
    expect(refunded("0.00")).not.toContain("Refunded");
  });

  test("a payment of a part says how much is left, and how to pay it", () => {
    const invoice = invoiceView(3, { settled: "72562.50" });
    const text = read(drawn(paid, { invoice, left: "72562.5" }));
    expect(text).toContain("Acme Trading Ltd has received your payment.");
    expect(text).toContain("₦72,562.50 of this invoice is still to be paid.");
    expect(text).toContain("To pay the rest, ask Acme Trading Ltd for another payment link.");
    expect(text).toContain("Still to pay ₦72,562.50");
    expect(text).not.toContain("all set");
    expect(read(drawn(paid))).not.toMatch(/still to/i);
  });

  test("a link over a part says before paying what will be left", () => {
    const text = read(payable({ amount: "72562.50", left: "72562.50" }));
    expect(text).toContain("Invoice total ₦145,125.00 To pay later ₦72,562.50 To pay now ₦72,562.50");
  });

  test("whoever came from a partner's page is led back there, in every state, once", () => {
    const fromShop = { returnUrl: "https://shop.example/thanks?invoice=1&x=2" };
    for (const state of [...open, ...closed]) {
      const page = drawn(state, fromShop);
      expect(page.html.match(/Back to/g)).toEqual(["Back to"]);
      const added = "&amp;payment_link=pl_88_x7Qm0wz9Lr3TnVbY2cKd5A&amp;payment_status=paid";
      const address = "https://shop.example/thanks?invoice=1&amp;x=2";
      expect(targets(page)).toContain(state.name === "paid" ? address + added : address);
      expect(read(page)).toContain("Back to shop.example");
    }
    expect(read(drawn(paid))).not.toContain("Back to");
    expect(read(drawn(paid, { returnUrl: "javascript:alert(1)" }))).not.toContain("Back to");
  });

  test("whoever has just paid goes on to the partner's page by itself, and nobody else does", () => {
    const returnUrl = "https://shop.example/thanks";
    const onward = `${returnUrl}?payment_link=pl_88_x7Qm0wz9Lr3TnVbY2cKd5A&payment_status=paid`;
    const page = drawn(paid, { returnUrl, returnsByItself: true });
    expect(page.headers.refresh).toBe(`5; url=${onward}`);
    expect(read(page)).toContain("You will be taken back to shop.example in a few seconds.");
    expect(drawn(paid, { returnUrl }).headers.refresh).toBeUndefined();
    expect(drawn(paid, { returnsByItself: true }).headers.refresh).toBeUndefined();
    for (const state of [...open, ...closed].filter(({ name }) => name !== "paid"))
      expect(String(drawn(state, { returnUrl, returnsByItself: true }).headers.refresh)).not.toContain("url");
    for (const url of ["javascript:alert(1)", "data:text/html,x", "//evil.example"])
      expect(drawn(paid, { returnUrl: url, returnsByItself: true }).headers.refresh).toBeUndefined();
  });

  test("whoever leaves without paying is led to the partner's page for that", () => {
    const urls = { returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/basket" };
    const leave = "https://shop.example/basket?payment_link=pl_88_x7Qm0wz9Lr3TnVbY2cKd5A";
    for (const state of [...open, ...closed])
      expect(targets(drawn(state, urls)).includes(leave)).toBe(state.name !== "paid");
    expect(read(payable({ cancelUrl: "javascript:alert(1)" }))).not.toContain("Back to");
  });

  test("a test says so at the top, on every page", () => {
    const sandbox = { isSandbox: true };
    expect(read(payable(sandbox))).toMatch(/^Test mode. No real money is moved./);
    expect(read(drawn(paid, sandbox))).toMatch(/^Test mode. No real money is moved./);
    expect(read(payable())).not.toContain("Test mode");
  });
});

describe("addresses", () => {
  const state: CheckoutState = { name: "begun", pageUrl: "https://checkout.paystack.com/x" };

  test.each([
    ["https://x.example/checkout/pl_1_a", "/checkout/pl_1_a"],
    ["https://x.example/pay/checkout/pl_1_a", "/pay/checkout/pl_1_a"],
    ["https://x.example//checkout/pl_1_a", "/checkout/pl_1_a"],
    ["http://127.0.0.1:8080/checkout/pl_1_a/", "/checkout/pl_1_a"],
  ])("of %s are paths below it", (checkoutUrl, path) => {
    expect(targets(payable({ checkoutUrl }))).toEqual([`${path}/pay`]);
    expect(targets(drawn(state, { checkoutUrl }))).toEqual(["https://checkout.paystack.com/x", path]);
    expect(targets(drawn({ name: "processing" }, { checkoutUrl }))).toEqual([path]);
    expect(targets(drawn(paid, { checkoutUrl }))).toEqual([`${path}/receipt`, `${path}/receipt.pdf`]);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "nonsense", ""])(
    "a gateway's page at %s is no page, and only the way to check again is offered",
    (pageUrl) => {
      expect(targets(drawn({ name: "begun", pageUrl }))).toEqual(["/checkout/pl_88_x7Qm0wz9Lr3TnVbY2cKd5A"]);
    },
  );
});

describe("the pay form", () => {
  test("posts, and asks for an email address only where one is needed", () => {
    expect(payable().html).toContain('<form method="post"');
    expect(payable().html).not.toContain("<input");
    const asking = payable({ asksEmail: true });
    expect(asking.html).toMatch(
      /<label for="email">.*<input id="email" name="email" type="email" [^>]*required/s,
    );
    expect(read(asking)).toContain("Paystack needs it to process your payment.");
  });

  test("tells why the last try failed, above the button and in the title", () => {
    const page = drawn({ name: "payable", problem: "The card was declined. Try another." });
    expect(read(page)).toMatch(
      /Your payment did not go through The card was declined\. Try another\. You can try again or use another payment method\. Pay ₦145,125\.00/,
    );
    expect(page.html).toContain('role="alert"');
    expect(title(page)).toBe("Your payment did not go through. Pay ₦145,125.00 to Acme Trading Ltd");
  });

  test("tells what is wrong with the address at its field, and keeps what was entered", () => {
    const problem = "This is not a complete email address.";
    const page = drawn({ name: "payable", problem, email: "ada@" }, { asksEmail: true });
    const [input] = /<input[^>]*>/.exec(page.html)!;
    expect(input).toContain('value="ada@" aria-invalid="true" autofocus');
    expect(input).toContain('aria-describedby="email-hint"');
    expect(page.html).toContain(`<p id="email-hint" class="small wrong">${problem}</p>`);
    expect(page.html).not.toContain('role="alert"');
  });

  test("keeps a good address when something else went wrong", () => {
    const state = { name: "payable", problem: "Paystack is closed.", email: "ada@x.example" } as const;
    const page = drawn(state, { asksEmail: true });
    expect(page.html).toContain('role="alert"');
    expect(page.html).toContain('value="ada@x.example">');
  });

  test("lets the buyer choose the amount where the link does, and tells what is wrong with it", () => {
    const page = payable({ choice: { min: "1000", max: "145125" } });
    expect(page.html).toMatch(
      /<label for="amount">.*<input id="amount" name="amount" inputmode="decimal" [^>]*required/s,
    );
    expect(read(page)).toContain("Amount (NGN) Between ₦1,000.00 and ₦145,125.00. Continue to payment");
    expect(read(page)).toContain("Invoice total ₦145,125.00 Still to pay ₦145,125.00");
    expect(title(page)).toBe("Pay Acme Trading Ltd");
    expect(read(payable({ choice: { min: "5", max: null }, invoice: null }))).toContain("At least ₦5.00.");
    const typed = { text: "3", fault: "Enter at least ₦1,000.00." };
    const corrected = drawn(
      { name: "payable", problem: typed.fault, typed },
      { choice: { min: "1000", max: null } },
    );
    expect(corrected.html).toContain('value="3" aria-invalid="true" autofocus');
    expect(corrected.html).toContain(`<p id="amount-hint" class="small wrong">${typed.fault}</p>`);
    expect(corrected.html).not.toContain('role="alert"');
  });

  test("lets the buyer choose how many where the link does, and tells what is wrong with it", () => {
    const quantity = { min: 2, max: 10 };
    const page = payable({ quantity, amount: "500", invoice: null });
    expect(page.html).toMatch(
      /<label for="quantity">.*<input id="quantity" name="quantity" inputmode="numeric" [^>]*required[^>]* value="2"/s,
    );
    expect(read(page)).toContain("₦500.00 NGN for each one Quantity From 2 to 10. Continue to payment");
    expect(title(page)).toBe("Pay Acme Trading Ltd");
    const typed = { text: "11", fault: "Enter a whole number from 2 to 10." };
    const corrected = drawn({ name: "payable", problem: typed.fault, typed }, { quantity });
    expect(corrected.html).toContain('value="11" aria-invalid="true" autofocus');
    expect(corrected.html).toContain(`<p id="quantity-hint" class="small wrong">${typed.fault}</p>`);
    expect(corrected.html).not.toContain('role="alert"');
  });

  test("keeps the buyer's own attempt in every address of a link that many buyers pay, but not in that of the form", () => {
    const attempt = "bf-2p9I34mlk7wvKnxgck6LUtit";
    const own = `/checkout/pl_88_x7Qm0wz9Lr3TnVbY2cKd5A?attempt=${attempt}`;
    expect(targets(drawn({ name: "processing" }, { attempt }))).toContain(own);
    expect(drawn({ name: "processing" }, { attempt }).html).toContain(`${own}&amp;lang=fr`);
    expect(targets(drawn(paid, { attempt }))).toEqual(
      expect.arrayContaining([own.replace("?", "/receipt?"), own.replace("?", "/receipt.pdf?")]),
    );
    expect(targets(payable({ attempt }))).toContain("/checkout/pl_88_x7Qm0wz9Lr3TnVbY2cKd5A/pay");
  });

  test("has the page's address as a QR code", () => {
    const { checkoutUrl } = checkoutView();
    const [, png] = /src="data:image\/png;base64,([^"]*)"/.exec(payable().html)!;
    expect(readQr(Buffer.from(png!, "base64"))).toBe(checkoutUrl);
  });

  test("names what is paid for as well as it can", () => {
    const heading = (fields: Partial<CheckoutView>) => /<h1[^>]*>(.*?)<\/h1>/.exec(payable(fields).html)![1];
    const draft = invoiceView(1, { number: null });
    expect(heading({})).toBe("<bdi>Order 4711</bdi>");
    expect(heading({ label: null })).toBe("Invoice INV-000123");
    expect(heading({ label: null, invoice: draft })).toBe("Payment to <bdi>Acme Trading Ltd</bdi>");
    expect(heading({ label: null, invoice: null })).toBe("Payment to <bdi>Acme Trading Ltd</bdi>");
  });

  test("shows every digit of a huge amount, and the currency's code where the sign is not enough", () => {
    expect(read(payable({ amount: "1234567890123.45" }))).toContain("Pay ₦1,234,567,890,123.45");
    expect(read(payable({ amount: "20", currency: "AUD" }))).toContain("$20.00 AUD");
    expect(read(payable({ amount: "20", currency: "KWD" }))).not.toContain("20.000 KWD");
  });
});

describe("the language", () => {
  test("is that of the texts, with amounts and dates as it writes them", () => {
    const page = payable({ texts: checkoutTexts.fr });
    expect(page.html).toMatch(/^<!doctype html>\s*<html lang="fr" dir="ltr">/);
    expect(page.headers["content-language"]).toBe("fr");
    const text = read(page).replace(/[\u00a0\u202f]/g, " ");
    for (const sentence of [
      "Facture INV-000123, échéance le 20 novembre 2026",
      "Payer 145 125,00 ₦",
      "Payez par carte bancaire, virement bancaire ou USSD sur la page sécurisée de Paystack",
      "Taxe (7,5 %) 10 125,00 ₦",
      "Ce lien est valable jusqu’au 16 novembre 2026 à 10:30",
    ]) {
      expect(text).toContain(sentence);
    }
  });

  test("can be changed on every page of a link, by a link in the other language", () => {
    for (const state of states) {
      expect(drawn(state).html).toContain(
        '<a href="/checkout/pl_88_x7Qm0wz9Lr3TnVbY2cKd5A?lang=fr" lang="fr" hreflang="fr">Français</a>',
      );
    }
    expect(payable({ texts: checkoutTexts.fr }).html).toContain(
      '?lang=en" lang="en" hreflang="en">English</a>',
    );
  });
});
