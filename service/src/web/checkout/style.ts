import { hash } from "node:crypto";
import { readableOn } from "../../platform/values/colour.ts";

// Colours are literals instead of custom properties, because the browsers of cheap phones do not support those and
// would show a page without a button. Each pair of text and background has a contrast of at least 4.5.
const ink = "#16211c";
const quiet = "#55625c";
const line = "#dde3df";
const ground = "#f2f5f3";
const accent = "#0a6b4e";

const screen = `
*{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:${ground};color:${ink};font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Ubuntu,sans-serif;overflow-wrap:break-word}
h1,h2,p,dl,dd,table{margin:0}
p{text-wrap:pretty}
a{color:${accent}}
.test{padding:.625rem 1rem;background:#ffe3a3;color:#4a3200;text-align:center;font-size:.9375rem}
.card .test{margin-top:1rem;border-radius:.5rem}
.page{max-width:29rem;margin:0 auto;padding:0 .75rem}
body>.page:first-child{padding-top:10vh}
.company{display:flex;align-items:center;gap:.75rem;padding:1.25rem .25rem 1rem;font-weight:600;line-height:1.3;overflow-wrap:anywhere}
.mark{flex:none;width:2.5rem;height:2.5rem;border-radius:.75rem;background:${accent};color:#fff;text-align:center;font-size:1.125rem;line-height:2.5rem}
.card{margin-bottom:1rem;padding:1.5rem 1.25rem;border:1px solid ${line};border-radius:1rem;background:#fff}
h1{font-size:1.375rem;line-height:1.3;overflow-wrap:anywhere;text-wrap:balance}
h2{margin-bottom:.75rem;font-size:1.0625rem;line-height:1.3}
h1.what{font-size:1.0625rem;font-weight:600}
.quiet,.small{color:${quiet}}
.small{font-size:.875rem}
.amount{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;margin-top:.75rem;font-size:2.25rem;font-weight:700;line-height:1.25;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.amount.long{font-size:1.625rem}
.amount.huge{font-size:1.25rem;letter-spacing:0}
.amount small{color:${quiet};font-size:.875rem;font-weight:600;letter-spacing:0}
.button{display:block;width:100%;min-height:3.25rem;margin-top:1.25rem;padding:.8rem 1rem;border:2px solid ${accent};border-radius:.75rem;background:${accent};color:#fff;font:inherit;font-size:1.0625rem;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{background:#085640}
.button+.button{margin-top:.75rem}
.button.other{background:none;color:${accent}}
.button.other:hover{background:#e9f3ee}
.note{display:flex;gap:.625rem;margin-top:1rem}
.note svg{flex:none;width:1.125rem;height:1.125rem;margin-top:.1rem}
svg{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.sign{display:block;width:3.5rem;height:3.5rem;margin-bottom:1rem;padding:.875rem;border-radius:50%;background:#e6ece9;color:${quiet}}
.good{background:${accent};color:#fff}
.wait{background:#e2eefb;color:#1a5596}
.says p{margin-top:.75rem}
.alert{margin-top:1.25rem;padding:.75rem 1rem;border:1px solid #e0a79f;border-inline-start:.3rem solid #b3261e;border-radius:.5rem;background:#fdf0ee;color:#86190d}
.field{margin-top:1.25rem}
label{display:block;font-weight:600}
input{width:100%;min-height:3rem;margin:.375rem 0 .25rem;padding:.625rem .875rem;border:1px solid #7b8983;border-radius:.625rem;background:#fff;color:${ink};font:inherit}
[aria-invalid]{border:2px solid #b3261e}
.wrong{color:#86190d}
:focus-visible{outline:3px solid #1a66c4;outline-offset:2px}
table{width:100%;border-collapse:collapse}
th{padding:0 0 .375rem;color:${quiet};font-size:.875rem;font-weight:400;text-align:start}
td{padding:.625rem 0;border-top:1px solid ${line};vertical-align:top;overflow-wrap:anywhere}
td small,dt small{display:block;color:${quiet};font-size:.875rem}
th+th,td+td,.sums dd{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
th+th,td+td{padding-inline-start:1rem}
summary{display:flex;align-items:center;min-height:2.75rem;border-top:1px solid ${line};color:${accent};font-weight:600;cursor:pointer}
summary:before{content:"+";width:1.5rem}
[open]>summary:before{content:"\\2212"}
.button+details{margin-top:1.25rem}
.whole{white-space:nowrap}
.unlisted{padding:.5rem 0 .75rem}
.sums{padding-top:.75rem;border-top:1px solid ${line}}
.sums div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.125rem 0}
.sums dd{margin-inline-start:auto}
.sums div:last-child{margin-top:.5rem;padding-top:.625rem;border-top:2px solid ${ink};font-size:1.0625rem;font-weight:700}
.facts{margin-top:1.25rem}
.facts div{display:flex;gap:1rem;padding:.625rem 0;border-top:1px solid ${line}}
.facts dt{flex:none;width:6.75rem;padding-top:.1rem;color:${quiet};font-size:.875rem}
.facts dd{flex:1;min-width:0;overflow-wrap:anywhere}
.facts+.small{margin-top:.75rem}
.facts.ends dt{flex:1;width:auto}
.facts.ends dd{flex:none;max-width:60%;text-align:end;font-variant-numeric:tabular-nums}
.facts:first-child{margin-top:-.625rem}
.facts:first-child div:first-child{border:0}
.facts:last-child{margin-bottom:-.625rem}
.scan{display:none}
[dir=rtl] .onward svg{transform:scaleX(-1)}
footer p+p{margin-top:.25rem}
footer a{display:inline-block;min-height:1.5rem}
footer{padding:.25rem .25rem 2rem;color:${quiet};font-size:.875rem;overflow-wrap:anywhere}
`;

const moving = `
@media (prefers-reduced-motion:no-preference){.wait svg{animation:turn 4s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}}
`;

const narrow = `
@media (max-width:30em){.tall tr,.tall td{display:block}.tall td{padding-bottom:.125rem}.tall td+td{padding:0 0 .625rem;border:0}.tall th+th{display:none}}
`;

const wide = `
@media (min-width:30em){.page{padding:0 1.5rem}.card{padding:2rem}.amount{font-size:2.5rem}.amount.long{font-size:2rem}.facts dt{width:8.5rem}}
@media (min-width:56em){.page{padding-top:1.5rem}.two{max-width:64rem}.two main{display:grid;grid-template-columns:25rem 1fr;gap:1.5rem;align-items:start}.scan{display:flex;align-items:center;gap:1rem;margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid ${line}}.scan img{flex:none;border-radius:.5rem;image-rendering:pixelated}}
`;

// Dark colours apply only to screens: paper is always white.
const dark = `
@media screen and (prefers-color-scheme:dark){
body{background:#0e1412;color:#e9efec}
a,.button.other,summary{color:#6fd3ab}
.card{background:#171f1c;border-color:#2c3733}
.quiet,.small,.amount small,th,td small,dt small,.facts dt,footer{color:#a3b1ab}
.mark,.button,.good{background:#4cc492;border-color:#4cc492;color:#06251a}
.button:hover{background:#6fd3ab}
.button.other:hover{background:#1e2b26}
.sign{background:#26312d;color:#a3b1ab}
.good.sign{background:#4cc492;color:#06251a}
.wait.sign{background:#1b2f47;color:#9cc8f8}
.test{background:#4a3a10;color:#ffe3a3}
.alert{background:#3a1a17;border-color:#b5564b;color:#ffc9c2}
.wrong{color:#ffb4ab}
input{background:#0e1412;border-color:#84938d;color:#e9efec}
[aria-invalid]{border-color:#ff8a7e}
td,summary,.sums,.facts div,.scan{border-color:#2c3733}
.sums div:last-child{border-color:#e9efec}
:focus-visible{outline-color:#8ec2ff}
}
`;

const print = `
@media print{@page{margin:16mm}body{background:#fff;font-size:11pt}.company,footer{padding:0 0 1rem}.mark{display:none}.page,.two{max-width:none;padding:0}.card{border:0;padding:0 0 1rem}.two main{display:block}.actions,.scan,.note{display:none}@supports selector(::details-content){summary{display:none}::details-content{content-visibility:visible;block-size:auto}}.test{border:1px solid}.facts div,tr{break-inside:avoid}}
`;

/** One stylesheet for all pages. The policy names its hash, so the browser accepts this style and no other. */
export const stylesheet = (screen + moving + narrow + wide + dark + print).replaceAll("\n", "");

export const hashOf = (style: string): string => `sha256-${hash("sha256", style, "base64")}`;

export const stylesheetHash = hashOf(stylesheet);

/** Buttons and links in a company's own colour, in shades of it that can be read. */
export function accentStylesheet(colour: string): string {
  // Links are on the page as well as on cards, and the page is the darker of the two.
  const light = readableOn(ground, colour);
  const bright = readableOn("#171f1c", colour);
  const rules = (shade: string, text: string) =>
    `a,.button.other,summary{color:${shade}}.mark,.button,.button:hover{border-color:${shade};background:${shade};color:${text}}.button.other:hover{background:none}`;
  return `${rules(light, "#fff")}@media screen and (prefers-color-scheme:dark){${rules(bright, "#0e1412")}}`;
}
