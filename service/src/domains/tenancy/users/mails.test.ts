import { describe, expect, test } from "vitest";
import type { Mail } from "../../../platform/ops/mail.ts";
import { mails, type Recipient } from "./mails.ts";

const siteUrl = "https://billing.example";
const ada: Recipient = { email: "ada@example.com", language: null };
const awa: Recipient = { email: "awa@example.com", language: "fr" };
const change = {
  action: "key.created",
  who: { person: "Ada Obi (ada@example.com)" },
  about: "app_1\nFrom: nobody",
  address: "203.0.113.9",
  company: "Lagos <b>Works</b>",
  at: new Date("2026-11-15T09:30:00Z"),
} as const;

const all = (to: Recipient): Mail[] => [
  mails.confirm(to, siteUrl, "t1"),
  mails.known(to, siteUrl),
  mails.reset(to, siteUrl, "t2"),
  mails.changeEmail(to, siteUrl, "t3"),
  mails.emailChanged(to, siteUrl, "new@example.com"),
  mails.passwordSet(to, siteUrl),
  mails.changed(to, siteUrl, change),
  mails.invitation(to, siteUrl, "Lagos Works", "accountant", "t4"),
  mails.approved(to, siteUrl, "Lagos Works"),
  mails.refused(to, siteUrl, "Lagos Works", "The tax number is not yours."),
  mails.suspended(to, siteUrl, "Lagos Works", "Unpaid."),
];

describe("a mail to a user", () => {
  test("says the same as text and as a page, with one button that leads to this site", () => {
    expect(mails.reset(ada, siteUrl, "t2")).toMatchObject({
      to: "ada@example.com",
      subject: "Reset your password",
      text: [
        "You asked to reset the password of your Billfold account.",
        "Set a new password:\nhttps://billing.example/reset?token=t2",
        "The link works once and expires in one hour.",
        "If you did not ask for this, ignore this email: your password stays the same.\n",
      ].join("\n\n"),
    });
    for (const { text, html } of all(ada)) {
      const buttons = html!.match(/<a [^>]*display:inline-block/g) ?? [];
      expect(buttons.length).toBe(text.includes("https://") ? 1 : 0);
      const links = [...html!.matchAll(/href="([^"]*)"/g)].map(([, url]) => url!);
      for (const url of links)
        expect([url.startsWith(`${siteUrl}/`), text.includes(url)]).toEqual([true, true]);
      expect(html).toContain("This email was sent by Billfold at billing.example.");
    }
  });

  test("is in the language of its reader, in all its words", () => {
    const english = all(ada);
    for (const [index, mail] of all(awa).entries()) {
      expect(mail.html).toContain('<html lang="fr">');
      const same = mail.text.split("\n").filter((line) => english[index]!.text.split("\n").includes(line));
      // Only links, and what people wrote, are the same.
      expect(same.filter((line) => line !== "" && !line.startsWith("https://"))).toEqual([]);
    }
    expect(mails.reset(awa, siteUrl, "t2").subject).toBe("Réinitialisez votre mot de passe");
  });

  test("does not let a name become markup or a line of its own", () => {
    const { subject, text, html } = mails.changed(ada, siteUrl, change);
    expect(subject).toBe("Lagos <b>Works</b>: someone created an API key");
    expect(html).not.toContain("<b>");
    expect(text).toContain(
      "What: app_1 From: nobody\nWhen: 15 November 2026 at 09:30 UTC\nFrom: 203.0.113.9",
    );
  });

  test("reads the default where the language is not known here", () => {
    expect(mails.known({ email: "x@example.com", language: "tlh" }, siteUrl).html).toContain(
      '<html lang="en">',
    );
  });
});
