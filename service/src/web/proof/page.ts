import type { Language } from "../../contract/languages.ts";
import type { CoveringCheckpoint } from "../../domains/backoffice/books/service.ts";
import type { KeptHash } from "../../domains/sending/documents/service.ts";
import type { PlaceInChain } from "../../domains/webhooks/events/service.ts";
import { type Html, html } from "../../platform/html.ts";
import { dateIn } from "../../platform/values/clock.ts";
import { showDate } from "../../platform/values/format.ts";
import { sign } from "../checkout/icons.ts";
import { type Page, type PageLook, renderLayout } from "../checkout/layout.ts";
import { checkoutTexts } from "../checkout/texts/texts.ts";
import { type Fact, facts, languageSwitch, name } from "../checkout/values.ts";
import type { invoicePageTexts } from "../invoices/texts/texts.ts";

export type ProvenKind = "invoice" | "receipt" | "credit_note";

/** What became of the fingerprint that was given: nothing, if none was. */
export type Verdict =
  | { state: "unasked" | "malformed" | "unknown" }
  | { state: "genuine"; kind: ProvenKind; givenOutAt: Date };

/** What the page says in words of its own about a kind of document. */
export type ProofTexts = (typeof invoicePageTexts)[Language]["proof"];

/** What can be proved about a document, and about the file whose fingerprint was given. */
export type Proof = {
  verdict: Verdict;
  place: PlaceInChain | undefined;
  checkpoint: CoveringCheckpoint | undefined;
  /** Of the PDFs of the document that were given out last. */
  files: readonly KeptHash[];
};

export type ProofView = Proof & {
  texts: ProofTexts;
  language: Language;
  title: string;
  /** As the document names who gave it out. */
  sellerName: string;
  company: { name: string; time_zone: string };
  /** The path of this page. */
  path: string;
  /** The path of the document's own page, if it has one. */
  backPath: string | null;
  isSandbox: boolean;
  look: PageLook;
  about: readonly Fact[];
};

/**
 * Where anybody who holds a document finds out whether it is genuine. It works without the script, which keeps the file on
 * the device: without it, the file is sent, its fingerprint is computed as it arrives, and nothing is stored.
 */
export function renderProofPage(view: ProofView): Page {
  const { language, path, backPath, texts, sellerName } = view;
  const common = checkoutTexts[language];
  return renderLayout({
    texts: common,
    status: 200,
    title: view.title,
    companyName: sellerName,
    isSandbox: view.isSandbox,
    look: view.look,
    isWide: true,
    script,
    main: html`<div>${verdictCard(view)}${formCard(view)}</div><div>${recordCard(view)}</div>`,
    footer: html`${backPath && html`<p><a href="${backPath}">${texts.back}</a></p>`}${languageSwitch(common, path)}<p>${common.poweredBy}</p>`,
  });
}

function verdictCard({ verdict, texts, sellerName, company, language }: ProofView): Html | null {
  switch (verdict.state) {
    case "unasked":
      return null;
    case "malformed":
      return html`<section class="card" role="status"><p>${texts.malformed}</p></section>`;
    case "unknown":
      return html`<section class="card" role="status">${sign("stop")}<h1>${texts.unknown}</h1><div class="says"><p>${texts.unknownWhat(name(sellerName))}</p></div></section>`;
    case "genuine": {
      const date = dayOf(verdict.givenOutAt, company, language);
      return html`<section class="card" role="status">${sign("good")}<h1>${texts.genuine}</h1><div class="says"><p>${texts.genuineWhat[verdict.kind](date)}</p></div></section>`;
    }
  }
}

function formCard({ texts, path, verdict }: ProofView): Html {
  const heading =
    verdict.state === "unasked" || verdict.state === "malformed"
      ? html`<h1>${texts.heading}</h1>`
      : html`<h2>${texts.heading}</h2>`;
  return html`<section class="card">${heading}<div class="says"><p>${texts.intro}</p></div>
<form id="upload" method="post" enctype="multipart/form-data" action="${path}"><div class="field"><label for="file">${texts.file}</label><input id="file" name="file" type="file" accept="application/pdf" required></div>
<p class="small" id="is-sent">${texts.isSent}</p><p class="small" id="stays" hidden>${texts.stays}</p><button class="button other" id="send">${texts.check}</button></form>
<form action="${path}"><div class="field"><label for="sha256">${texts.hash}</label><input id="sha256" name="sha256" autocomplete="off" spellcheck="false" required></div>
<button class="button">${texts.check}</button></form></section>`;
}

function recordCard({ texts, about, company, language, place, checkpoint, files }: ProofView): Html {
  const chained = place?.hash != null && place.body_hash !== null;
  const shown = facts([
    ...about,
    ...files.map(
      ({ sha256, given_out_at }): Fact => [
        texts.fileHash(showDate(dateIn(company.time_zone, given_out_at), language)),
        hashText(sha256),
      ],
    ),
    place !== undefined && [texts.sequence, String(place.sequence)],
    chained && [texts.bodyHash, hashText(place.body_hash!)],
    chained && [texts.eventHash, hashText(place.hash!)],
    chained &&
      checkpoint !== undefined && [
        texts.checkpoint,
        texts.checkpointAt(
          checkpoint.sequence,
          dayOf(checkpoint.created_at, company, language),
          checkpoint.key_id,
        ),
      ],
    chained && checkpoint !== undefined && [texts.checkpointHash, hashText(checkpoint.hash)],
  ]);
  const missing = !chained ? texts.notChained : checkpoint === undefined ? texts.notCovered : null;
  return html`<section class="card"><h2>${texts.record}</h2>${shown}${missing && html`<p class="note small">${missing}</p>`}<p class="small">${texts.recordWhat(name(company.name))}</p></section>`;
}

/** Long enough that it must be allowed to break. */
const hashText = (text: string): Html =>
  html`<code>${text.match(/.{8}/g)!.map((part) => html`${part}<wbr>`)}</code>`;

export function dayOf(at: Date, company: ProofView["company"], language: Language): Html {
  const date = dateIn(company.time_zone, at);
  return html`<time datetime="${date}">${showDate(date, language)}</time>`;
}

/** Computes the fingerprint in the browser. Without it, or without a secure connection, the file is sent. */
const script = `const by=(id)=>document.getElementById(id),file=by("file"),sum=by("sha256");
if(window.crypto&&crypto.subtle){by("stays").hidden=false;by("is-sent").hidden=true;by("send").remove();
by("upload").addEventListener("submit",(event)=>event.preventDefault());
file.addEventListener("change",async()=>{const chosen=file.files[0];if(!chosen)return;
const digest=await crypto.subtle.digest("SHA-256",await chosen.arrayBuffer());
sum.value=Array.from(new Uint8Array(digest),(byte)=>byte.toString(16).padStart(2,"0")).join("");
sum.form.requestSubmit()})}`;
