import { type Html, html, verbatim } from "../../platform/html.ts";

const strokes = {
  lock: '<rect x="4" y="11" width="16" height="10" rx="2"/><path d="M8 11V7a4 4 0 0 1 8 0v4"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  good: '<path d="m4 12.5 5.5 5.5L20 7"/>',
  wait: '<path d="M12 3a9 9 0 1 0 9 9"/>',
  stop: '<path d="M12 4v10m0 5.5v.01"/>',
  onward: '<path d="M4 12h16m-7-7 7 7-7 7"/>',
};

export const icon = (name: keyof typeof strokes): Html =>
  verbatim(`<svg viewBox="0 0 24 24" aria-hidden="true">${strokes[name]}</svg>`);

/** The round icon above a state; it is decorative, because the text below it says the same. */
export const sign = (name: keyof typeof strokes): Html =>
  html`<span class="sign ${name}">${icon(name)}</span>`;
