import type { Role } from "../../../contract/access.ts";
import { isLanguage, type Language, languages } from "../../../contract/languages.ts";
import {
  confirmationLinkHours,
  emailChangeLinkHours,
  invitationLinkDays,
  resetLinkHours,
} from "../../../contract/link-lifetimes.ts";
import { type SensitiveAction, sensitiveActions } from "../../../contract/sensitive-actions.ts";
import type { Mail } from "../../../platform/ops/mail.ts";
import { showMoment } from "../../../platform/values/format.ts";
import { type Letter, writeMail } from "./letter.ts";
import { type MailTexts, mailTexts } from "./texts/texts.ts";

/** Who a mail goes to; without a language of their own, they read the default. */
export type Recipient = { email: string; language: string | null };

/** A sensitive change, as its mail describes it. */
export type SensitiveChange = {
  action: SensitiveAction;
  /** The person, or the kind of actor where it is none. */
  who: { person: string } | { key: string } | "operator" | "somebody";
  about: string | undefined;
  address: string;
  company: string;
  at: Date;
};

/** All mails to users. Every link in them leads to this site. */
export const mails = {
  confirm: (to: Recipient, siteUrl: string, token: string): Mail =>
    write(to, siteUrl, { kind: "confirmation", linkHours: confirmationLinkHours }, (texts) => ({
      subject: texts.confirm.subject,
      what: [texts.confirm.what],
      actions: [{ label: texts.confirm.action, url: `${siteUrl}/confirm?token=${token}` }],
      after: [texts.lifetime(texts.hours(confirmationLinkHours)), texts.ignore.signUp],
    })),
  known: (to: Recipient, siteUrl: string): Mail =>
    write(to, siteUrl, { kind: "known_address" }, (texts) => ({
      subject: texts.known.subject,
      what: [texts.known.what],
      actions: [
        { label: texts.known.action, url: `${siteUrl}/sign-in` },
        { before: texts.known.forgot, label: texts.passwordSet.action, url: `${siteUrl}/forgot` },
      ],
      after: [texts.ignore.known],
    })),
  reset: (to: Recipient, siteUrl: string, token: string): Mail =>
    write(to, siteUrl, { kind: "password_reset", linkHours: resetLinkHours }, (texts) => ({
      subject: texts.reset.subject,
      what: [texts.reset.what],
      actions: [{ label: texts.reset.action, url: `${siteUrl}/reset?token=${token}` }],
      after: [texts.lifetime(texts.hours(resetLinkHours)), texts.ignore.reset],
    })),
  changeEmail: (to: Recipient, siteUrl: string, token: string): Mail =>
    write(to, siteUrl, { kind: "email_change", linkHours: emailChangeLinkHours }, (texts) => ({
      subject: texts.changeEmail.subject,
      what: [texts.changeEmail.what],
      actions: [{ label: texts.changeEmail.action, url: `${siteUrl}/confirm-email?token=${token}` }],
      after: [texts.lifetime(texts.hours(emailChangeLinkHours)), texts.ignore.change],
    })),
  emailChanged: (to: Recipient, siteUrl: string, email: string): Mail =>
    write(to, siteUrl, { kind: "email_changed" }, (texts) => ({
      subject: texts.emailChanged.subject,
      what: [texts.emailChanged.what(oneLine(email)), texts.emailChanged.otherwise],
      actions: [{ label: texts.emailChanged.action, url: `${siteUrl}/sign-in` }],
      after: [],
    })),
  passwordSet: (to: Recipient, siteUrl: string): Mail =>
    write(to, siteUrl, { kind: "password_changed" }, (texts) => ({
      subject: texts.passwordSet.subject,
      what: [texts.passwordSet.what, texts.passwordSet.otherwise],
      actions: [{ label: texts.passwordSet.action, url: `${siteUrl}/forgot` }],
      after: [],
    })),
  changed: (to: Recipient, siteUrl: string, change: SensitiveChange): Mail =>
    write(to, siteUrl, { kind: "owner_notice" }, (texts, language) => {
      const { did, undo } = texts.actions[change.action];
      const company = oneLine(change.company);
      const about: [string, string][] = change.about ? [[texts.changed.about, oneLine(change.about)]] : [];
      return {
        subject: texts.changed.subject(company, did),
        company,
        what: [texts.changed.what(oneLine(actorName(texts, change.who)), did, company)],
        facts: [
          ...about,
          [texts.changed.at, showMoment(change.at, "UTC", language)],
          [texts.changed.from, change.address],
        ],
        actions: [
          { label: texts.changed.action, url: `${siteUrl}${sensitiveActions[change.action].page}` },
          {
            before: texts.changed.otherwise(undo),
            label: texts.passwordSet.action,
            url: `${siteUrl}/forgot`,
          },
          {
            before: texts.changed.audit,
            label: texts.changed.auditLog,
            url: `${siteUrl}/app/settings/audit`,
          },
        ],
        after: [texts.changed.expected],
      };
    }),
  invitation: (to: Recipient, siteUrl: string, company: string, role: Role, token: string): Mail =>
    write(to, siteUrl, { kind: "invitation", linkHours: 24 * invitationLinkDays }, (texts) => ({
      subject: texts.invitation.subject(oneLine(company)),
      company: oneLine(company),
      what: [texts.invitation.what(oneLine(company), texts.roles[role])],
      actions: [{ label: texts.invitation.action, url: `${siteUrl}/invitation?token=${token}` }],
      after: [texts.lifetime(texts.days(invitationLinkDays)), texts.ignore.invitation],
    })),
  approved: (to: Recipient, siteUrl: string, company: string): Mail =>
    write(to, siteUrl, { kind: "company_approved" }, (texts) => ({
      subject: texts.approved.subject(oneLine(company)),
      company: oneLine(company),
      what: [texts.approved.what(oneLine(company))],
      actions: [{ label: texts.approved.action, url: `${siteUrl}/sign-in` }],
      after: [],
    })),
  refused: (to: Recipient, siteUrl: string, company: string, reason: string): Mail =>
    write(to, siteUrl, { kind: "company_refused" }, (texts) =>
      decided(texts, texts.refused, company, reason),
    ),
  suspended: (to: Recipient, siteUrl: string, company: string, reason: string): Mail =>
    write(to, siteUrl, { kind: "company_suspended" }, (texts) =>
      decided(texts, texts.suspended, company, reason),
    ),
} as const;

function write(
  { email, language }: Recipient,
  siteUrl: string,
  what: Pick<Mail, "kind" | "linkHours">,
  letter: (texts: MailTexts, language: Language) => Letter,
): Mail {
  const chosen = isLanguage(language) ? language : languages[0];
  return { ...what, ...writeMail(email, chosen, siteUrl, letter(mailTexts[chosen], chosen)) };
}

function decided(
  texts: MailTexts,
  { subject, what, reason: because }: MailTexts["refused"],
  company: string,
  reason: string,
): Letter {
  const name = oneLine(company);
  return {
    subject: subject(name),
    company: name,
    what: [what(name), because(reason)],
    actions: [],
    after: [texts.reply],
  };
}

function actorName({ changed: texts }: MailTexts, who: SensitiveChange["who"]): string {
  if (who === "operator") return texts.operator;
  if (who === "somebody") return texts.somebody;
  return "key" in who ? texts.key(who.key) : who.person;
}

/** A name is user input: it must not start a line of its own, which could pass for ours. */
const oneLine = (name: string) => name.replace(/\s+/g, " ").slice(0, 200);
