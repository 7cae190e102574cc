import type { Role } from "../../../contract/access.ts";
import type { Mail } from "../../../platform/ops/mail.ts";

/** A sensitive change, as its mail describes it. */
type SensitiveChange = {
  did: string;
  undo: string;
  page: string;
  who: string;
  about: string | undefined;
  address: string;
  company: string;
  at: Date;
};

/** All mails to users. Every link in them leads to this site. */
export const mails = {
  confirm: (to: string, url: string): Mail => ({
    to,
    subject: "Confirm your e-mail address",
    text: `Welcome to Billfold.\n\nConfirm that this address is yours, and choose your password:\n${url}\n\nThe link works once, for a day. If you did not register, ignore this mail: without the link nothing happens, and nobody can sign in with your address.\n`,
  }),
  known: (to: string, siteUrl: string): Mail => ({
    to,
    subject: "You have an account already",
    text: `Somebody, most likely you, wanted to register at Billfold with this address, which has an account already.\n\nSign in: ${siteUrl}/sign-in\nForgot the password? ${siteUrl}/forgot\n\nIf it was not you, there is nothing to do.\n`,
  }),
  reset: (to: string, url: string): Mail => ({
    to,
    subject: "Set a new password",
    text: `Set a new password for your account:\n${url}\n\nThe link works once, for an hour. If you did not ask for it, ignore this mail: your password stays as it is.\n`,
  }),
  passwordSet: (to: string, siteUrl: string): Mail => ({
    to,
    subject: "Your password was changed",
    text: `The password of your account was changed, and all sessions were ended.\n\nIf it was not you, set a new one at once: ${siteUrl}/forgot\n`,
  }),
  changed: (to: string, siteUrl: string, reported: SensitiveChange): Mail => ({
    to,
    subject: `${oneLine(reported.company)}: somebody ${reported.did}`,
    text: `${oneLine(reported.who)} ${reported.did} in ${oneLine(reported.company)}.\n\n${reported.about ? `What: ${oneLine(reported.about)}\n` : ""}When: ${reported.at.toISOString()}\nFrom: ${reported.address}\n\nIf you know of this, there is nothing to do. If not, act at once: ${reported.undo}:\n${siteUrl}${reported.page}\nThen set a new password:\n${siteUrl}/forgot\n\nAll owners get this mail. The audit log tells more:\n${siteUrl}/app/settings/audit\n`,
  }),
  invitation: (to: string, company: string, role: Role, url: string): Mail => ({
    to,
    subject: `${oneLine(company)} invites you to Billfold`,
    text: `You are invited to join ${oneLine(company)} at Billfold as ${role}.\n\nAccept here:\n${url}\n\nThe link works once, for seven days. If you don't know the company, ignore this mail.\n`,
  }),
  approved: (to: string, company: string, siteUrl: string): Mail => ({
    to,
    subject: `${oneLine(company)} is approved`,
    text: `Your company ${oneLine(company)} is approved. Sign in to get its credentials, which are shown once:\n${siteUrl}/sign-in\n`,
  }),
  refused: (to: string, company: string, reason: string): Mail => ({
    to,
    subject: `${oneLine(company)} was not approved`,
    text: `Your registration of ${oneLine(company)} was not approved.\n\nThe reason: ${reason}\n\nYou can answer this mail.\n`,
  }),
  suspended: (to: string, company: string, reason: string): Mail => ({
    to,
    subject: `${oneLine(company)} is suspended`,
    text: `Your company ${oneLine(company)} is suspended: its API is closed, its data stays.\n\nThe reason: ${reason}\n\nYou can answer this mail.\n`,
  }),
} as const;

/** A name is user input: it must not start a line of its own, which could pass for ours. */
const oneLine = (name: string) => name.replace(/\s+/g, " ").slice(0, 200);
