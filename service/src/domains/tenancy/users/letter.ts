import type { Language } from "../../../contract/languages.ts";
import { type Html, html, markupOf } from "../../../platform/html.ts";
import type { Mail } from "../../../platform/ops/mail.ts";
import { mailTexts } from "./texts/texts.ts";

/** The content of a mail. Only `actions` lead anywhere, and only to this site. */
export type Letter = {
  subject: string;
  /** The company that it is about, if any. */
  company?: string;
  /** The company that writes it to somebody outside, who need not know us. */
  sender?: string;
  what: string[];
  facts?: [label: string, value: string][];
  /** Text that somebody copies as it is, with its line breaks. */
  code?: string;
  /** The first is the button. The others are links, each after its own sentence. */
  actions: [Action?, ...(Action & { before: string })[]];
  after: string[];
};
type Action = { label: string; url: string };

/** A company's own look. The logo is the part of the mail that is called `logo`. */
export type LetterLook = {
  accent?: string | undefined;
  logo?: { width: number; height: number };
  /** Written in the sandbox: nobody may take its document for a real one. */
  isTest?: boolean;
};

/** The same letter as plain text and as a simple page, for readers that show either. */
export function writeMail(
  to: string,
  language: Language,
  siteUrl: string,
  letter: Letter,
  look: LetterLook = {},
): Omit<Mail, "kind" | "linkHours"> {
  const { subject } = letter;
  return {
    to,
    language,
    subject,
    text: textOf(letter, look.isTest ? mailTexts[language].test : undefined),
    html: pageOf(letter, language, siteUrl, look),
  };
}

function textOf(
  { what, facts = [], code, actions: [main, ...others], after }: Letter,
  mark: string | undefined,
): string {
  const parts = [
    mark,
    ...what,
    facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
    code,
    main && `${main.label}:\n${main.url}`,
    ...others.map(({ before, url }) => `${before}\n${url}`),
    ...after,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

// Mail readers ignore stylesheets, so every element has its own style; tables are the layout that all of them know.
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** The background of letters: the sender's name is written on it. */
export const letterGround = "#f2f5f3";
const ink = "#16211c";
const quiet = "#55625c";
const ownAccent = "#0a6b4e";
const paragraph = `margin:0 0 16px;font-size:16px;line-height:24px;color:${ink}`;
const small = `margin:0 0 8px;font-size:13px;line-height:20px;color:${quiet}`;

function pageOf(
  letter: Letter,
  language: Language,
  siteUrl: string,
  { accent = ownAccent, logo, isTest }: LetterLook,
): string {
  const texts = mailTexts[language];
  const [main, ...others] = letter.actions;
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${letter.subject}</title></head>
<body style="margin:0;padding:0;background:${letterGround};${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${letterGround}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 16px;font-size:18px;font-weight:700;color:${accent}">${logo ? logoOf(letter.sender ?? "", logo) : (letter.sender ?? "Billfold")}${
    letter.company !== undefined &&
    html`<span style="color:${quiet};font-weight:400"> · ${letter.company}</span>`
  }</td></tr>
<tr><td style="padding:32px;border:1px solid #dde3df;border-radius:16px;background:#ffffff">
${isTest && html`<p style="margin:0 0 16px;padding:8px 12px;border-radius:8px;background:#ffe3a3;font-size:14px;line-height:20px;color:#4a3a10">${texts.test}</p>`}<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:${ink}">${letter.subject}</h1>
${letter.what.map((text) => html`<p style="${paragraph}">${text}</p>`)}${factsOf(letter.facts ?? [])}${letter.code !== undefined && html`<pre style="margin:0 0 16px;padding:12px;border-radius:8px;background:${letterGround};font-size:12px;line-height:18px;color:${ink};white-space:pre-wrap;word-break:break-all">${letter.code}</pre>`}${main && button(main, accent)}
${others.map(({ before, label, url }) => html`<p style="${paragraph}">${before} <a href="${url}" style="color:${accent}">${label}</a></p>`)}
${letter.after.map((text) => html`<p style="margin:0 0 8px;font-size:14px;line-height:21px;color:${quiet}">${text}</p>`)}
</td></tr>
<tr><td style="padding:16px 4px 0">${main && html`<p style="${small}">${texts.linkBelow}<br><a href="${main.url}" style="color:${quiet};word-break:break-all">${main.url}</a></p>`}
<p style="${small}">${
    letter.sender === undefined
      ? texts.sentBy(new URL(siteUrl).host)
      : texts.sentFor(letter.sender, new URL(siteUrl).host)
  }</p></td></tr>
</table></td></tr></table></body></html>
`;
  return markupOf(page);
}

const logoOf = (name: string, { width, height }: { width: number; height: number }): Html =>
  html`<img src="cid:logo" alt="${name}" width="${width}" height="${height}" style="display:block;border:0">`;

const button = ({ label, url }: Action, accent: string): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:10px;background:${accent}"><a href="${url}" style="display:inline-block;padding:14px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>`;

function factsOf(facts: [label: string, value: string][]): Html | null {
  if (facts.length === 0) return null;
  const cell =
    "padding:8px 0;border-top:1px solid #dde3df;font-size:14px;line-height:20px;vertical-align:top";
  const rows = facts.map(
    ([label, value]) =>
      html`<tr><td style="${cell};width:104px;color:${quiet}">${label}</td><td style="${cell};color:${ink};word-break:break-word">${value}</td></tr>`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows}</table>`;
}
