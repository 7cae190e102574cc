/**
 * The layout is designed for phones; wider screens only get more space. Colours follow the reader's light or dark
 * preference.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f4f6, #101317);
  --sheet: light-dark(#ffffff, #1a1e24);
  --ink: light-dark(#16191d, #f0f2f4);
  --soft: light-dark(#545b64, #a9b1bb);
  --line: light-dark(#dcdfe4, #343a43);
  --field: light-dark(#8b929c, #6c7580);
  --main: light-dark(#1f5c4a, #7fd1b4);
  --on-main: light-dark(#ffffff, #0c1a15);
  --hover: light-dark(#f5f7f6, #20252c);
  --note: light-dark(#fff4d6, #3a2f12);
  --note-ink: light-dark(#5c4300, #ffe2a0);
  --bad: light-dark(#fdecea, #43201d);
  --bad-ink: light-dark(#8c1d18, #ffb4ab);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
.note {
  margin: 0;
  padding: .625rem 1rem;
  background: var(--note);
  color: var(--note-ink);
  font-size: .875rem;
  text-align: center;
  text-wrap: balance;
}
main {
  width: min(100%, 30rem);
  margin: 0 auto;
  padding: 1.5rem 1rem 3rem;
}
.sheet {
  padding: 1.5rem 1.25rem;
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 1rem;
}
.sheet > :first-child { margin-top: 0; }
.sheet > :last-child { margin-bottom: 0; }
h1 { margin: 0 0 .5rem; font-size: 1rem; font-weight: 500; color: var(--soft); }
h1.said { font-size: 1.375rem; font-weight: 650; line-height: 1.3; color: var(--ink); text-wrap: balance; }
h2 { margin: 0; font-size: 1rem; font-weight: 600; }
p { margin: 0 0 1rem; }
.amount { margin: 0; font-size: clamp(1.75rem, 9vw, 2.25rem); font-weight: 650; line-height: 1.15; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.what { margin: .5rem 0 0; }
.soft { color: var(--soft); font-size: .875rem; }
.bad { margin: 1.25rem 0 0; padding: .75rem 1rem; border-radius: .625rem; background: var(--bad); color: var(--bad-ink); }
details { margin: 0 -1.25rem; border-top: 1px solid var(--line); }
.amount-block + details, .bad + details { margin-top: 1.5rem; }
.sheet > details:last-child { margin-bottom: -1.5rem; }
summary { display: flex; align-items: center; justify-content: space-between; min-height: 3.5rem; padding: .75rem 1.25rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: ""; width: .5rem; height: .5rem; margin: 0 .25rem .25rem 1rem; border: solid var(--soft); border-width: 0 2px 2px 0; rotate: 45deg; }
details[open] > summary::after { margin-bottom: -.25rem; rotate: 225deg; }
.inside { padding: 0 1.25rem 1.5rem; }
ul { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; }
button, .button {
  display: block;
  width: 100%;
  min-height: 3rem;
  padding: .75rem 1rem;
  border: 1px solid transparent;
  border-radius: .625rem;
  background: var(--main);
  color: var(--on-main);
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { filter: brightness(1.08); }
.card { border-color: var(--line); background: none; color: inherit; font-weight: 400; text-align: left; }
.card:hover { border-color: var(--field); background: var(--hover); filter: none; }
.card span { display: block; }
.card .number { font-variant-numeric: tabular-nums; font-weight: 550; }
.card .words { color: var(--soft); font-size: .875rem; }
.plain { border-color: var(--line); background: none; color: var(--ink); font-weight: 500; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
label { display: block; margin-bottom: .375rem; font-size: .875rem; font-weight: 550; }
input { width: 100%; min-height: 3rem; padding: .625rem .75rem; border: 1px solid var(--field); border-radius: .625rem; background: var(--sheet); color: var(--ink); font: inherit; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border: 2px solid var(--bad-ink); }
.field { margin-bottom: 1rem; }
.fault { margin: .375rem 0 0; color: var(--bad-ink); font-size: .875rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
dl { display: grid; gap: .75rem; margin: 0 0 1.25rem; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; font-weight: 550; font-variant-numeric: tabular-nums; }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
.out { margin: 1.5rem 0 0; text-align: center; }
a { color: var(--main); text-underline-offset: .2em; }
.out a { display: inline-block; padding: .625rem; }
@media (min-width: 40rem) {
  main { padding-top: 3.5rem; }
  .sheet { padding: 2rem; border-radius: 1.25rem; }
  details { margin: 0 -2rem; }
  .sheet > details:last-child { margin-bottom: -2rem; }
  summary { padding: .75rem 2rem; }
  .inside { padding: 0 2rem 2rem; }
}
`;
