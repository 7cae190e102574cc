// The colours of the checkout, so that buyers see where they are. Each pair of text and ground has a contrast of at least 4.5.
const light =
  "--scheme:light;--ground:#fff;--ink:#16211c;--quiet:#55625c;--line:#dde3df;--edge:#7b8983;--accent:#0a6b4e;--on:#fff;--tint:#e9f3ee;--bad:#86190d;--focus:#1a66c4";
const dark =
  "--scheme:dark;--ground:#171f1c;--ink:#e9efec;--quiet:#a3b1ab;--line:#2c3733;--edge:#84938d;--accent:#4cc492;--on:#06251a;--tint:#1e2b26;--bad:#ffb4ab;--focus:#8ec2ff";

// A page's universal rules apply to the panel's host too, so the card resets everything. Lengths are relative to its
// own font size, which follows the reader's settings: the page's may be anything.
export const stylesheet = `
:host{display:block;container-type:inline-size;${light}}
:host([data-theme=dark]){${dark}}
@media(prefers-color-scheme:dark){:host(:not([data-theme=light])){${dark}}}
*{box-sizing:border-box;min-width:0;margin:0}
.card{all:initial;display:block;color-scheme:var(--scheme);font:medium/1.5 system-ui,sans-serif;overflow-wrap:anywhere;padding:1.25em;border:1px solid var(--line);border-radius:1em;background:var(--ground);color:var(--ink)}
h2{font-size:1.25em;line-height:1.3}
.says,.amount{margin-top:.5em}
.small{color:var(--quiet);font-size:.875em;font-weight:400}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
svg{display:block;width:2.5em;margin-bottom:.5em;padding:.6em;border-radius:50%;background:var(--accent);fill:none;stroke:var(--on);stroke-width:2}
.amount{display:block;font-size:1.75em;font-weight:700;line-height:1.25}
form{display:grid;gap:1.5em;margin-top:1em}
fieldset,ul{padding:0;border:0;list-style:none}
legend,label{padding:0;font-weight:600}
legend{margin-bottom:.5em;font-size:1.125em}
li{display:flex;flex-wrap:wrap;align-items:center;gap:.25em 1em;padding:.75em 0;border-top:1px solid var(--line)}
li>:first-child{flex:1 1 11em}
.stepper{display:flex}
.stepper input{width:4em;margin:0;border-radius:0;text-align:center;appearance:textfield}
::-webkit-inner-spin-button{appearance:none}
.stepper button{width:2.75em;border:1px solid var(--edge);background:var(--tint);color:inherit}
.stepper :first-child{margin-right:-1px;border-radius:.5em 0 0 .5em}
.stepper :last-child{margin-left:-1px;border-radius:0 .5em .5em 0}
input,textarea,select{display:block;width:100%;min-height:2.75em;margin:.25em 0;padding:.5em .75em;border:1px solid var(--edge);border-radius:.5em;background:var(--ground);color:inherit;font:inherit}
[aria-invalid],:focus-visible{position:relative;outline:2px solid var(--bad)}
.wrong,[role=alert]{color:var(--bad)}
.wrong{flex-basis:100%;font-size:.875em}
[role=alert]>*{display:block;padding:.25em 1em;border-left:.3em solid}
strong{margin-top:1em}
.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(12em,100%),1fr));gap:.75em}
button,.button{min-height:2.75em;font:inherit;font-weight:600;cursor:pointer}
.button{display:block;width:100%;max-width:24em;margin-top:1em;padding:.75em;border:2px solid var(--accent);border-radius:.75em;background:var(--accent);color:var(--on);text-align:center;text-decoration:none}
.button:hover{filter:brightness(.9)}
[aria-disabled]{opacity:.7}
.other{background:none;color:var(--accent)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
h2:focus,.card:focus{outline:0}
.sum{margin-top:1.5em;padding-top:1em;border-top:2px solid}
@container(min-width:34em){.card{padding:2em}}
@container(min-width:52em){form{grid-template-columns:1fr 24em;gap:3em;align-items:start}}
`;
