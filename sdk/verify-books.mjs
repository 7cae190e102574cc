#!/usr/bin/env node
// Verifies an export of the books (GET /books/export): node verify-books.mjs FILE
// Exits with 0 if everything holds, 1 if something does not, 2 if the file cannot be read.
import { createHash, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream";
import { pathToFileURL } from "node:url";
import { createGunzip } from "node:zlib";

const settling = ["amount_paid", "amount_credited", "credit_applied"];
const balances = [...settling, "credit_applied_elsewhere", "amount_refunded"];
// Currencies that do not have two decimals, by ISO 4217.
const none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
const three = "BHD IQD JOD KWD LYD OMR TND";
const digits = (code) => (none.includes(code) ? 0 : three.includes(code) ? 3 : /CLF|UYW/.test(code) ? 4 : 2);
// Amounts are exact: whole numbers of 10^-12. Events of older versions lack some of them.
const parsed = ([whole, part = ""]) => BigInt(whole + part.padEnd(12, "0"));
const exact = (n) => (Number.isInteger(n ?? 0) ? BigInt(n ?? 0) * 10n ** 12n : parsed(String(n).split(".")));
const sum = (list, field) => list.reduce((total, entry) => total + exact(entry[field]), 0n);
const times = (a, b) => (exact(a) * exact(b)) / 10n ** 12n;
const positive = (value) => (value > 0n ? value : 0n);
const shown = (value) => (typeof value === "bigint" ? Number(value) / 1e12 : value);
const halfUp = (n, code, step = 10n ** BigInt(12 - digits(code))) => ((n + step / 2n) / step) * step;
const sha256 = (...parts) => parts.reduce((to, part) => to.update(part), createHash("sha256")).digest("hex");
const [zeros, bytes] = ["0".repeat(64), (hex) => Buffer.from(hex, "hex")];
export function createVerifier(onEvent) {
  const [keys, signed, sealed, numbers, series] = Array.from("12345", () => new Map());
  const [redacted, payments, effects, invoices] = Array.from("1234", () => new Map());
  const result = { events: 0, checkpoints: 0, failures: 0, found: [], redacted: [] };
  let [header, part, sequence, previous, where] = [undefined, undefined, 0, "", ""];
  const fail = (what) => ++result.failures <= 100 && result.found.push({ where, what });
  const expect = (what, is, due) => is === due || fail(`${what} is ${shown(is)} and should be ${shown(due)}`);
  const balance = (id, field) => invoices.get(id)?.[field] ?? 0n;
  /** A further header begins an export that continues the one before, which may have been cut off. */
  function books(line) {
    if (header === undefined) [header, sequence, previous] = [line, line.after, line.previous_hash];
    result.company_id = header.company_id;
    expect("company_id", line.company_id, header.company_id);
    expect("after", line.after, sequence);
    expect("previous_hash", line.previous_hash, line.after === 0 ? zeros : previous);
    part = { after: line.after, last: line.last, from: result.events, documents: 0, hash: zeros };
  }
  function checkSignature(lines, { signed_at, key_id, signature }) {
    const text = Buffer.from([...lines, signed_at, key_id].join("\n"));
    const key = { key: Buffer.from(keys.get(key_id) ?? "", "base64"), format: "der", type: "spki" };
    if (!keys.has(key_id)) fail(`key ${key_id} is not in the file`);
    else if (!verify(null, text, key, Buffer.from(signature, "base64"))) fail("the signature does not fit");
  }
  function checkpoint({ sequence: at, hash, documents, documents_hash: last, ...more }) {
    result.checkpoints++;
    const ends = documents == null ? [at, hash] : [at, hash, documents, last];
    checkSignature(["billfold-checkpoint-v1", header.company_id, ...ends], more);
    signed.set(at, hash);
    if (documents != null) sealed.set(documents, last);
  }
  /** Lines of documents form a chain of their own. The end signs the last hash of both chains. */
  function document({ sha256: file, kind, record_id, given_out_at, hash }) {
    expect("hash", hash, sha256(bytes(part.hash), [file, kind, record_id, given_out_at].join("\n")));
    [part.documents, part.hash] = [part.documents + 1, hash];
    if (sealed.has(part.documents)) expect("hash, by a checkpoint,", hash, sealed.get(part.documents));
  }
  function end({ events, documents, documents_hash: hash, ...more }) {
    Object.assign(part, { events });
    expect("number of documents", part.documents, documents);
    expect("hash of the last document", part.hash, hash);
    for (const at of sealed.keys()) if (at > documents) fail(`document ${at} of a checkpoint is missing`);
    checkSignature(["billfold-export-v1", header.company_id, sequence, previous, documents, hash], more);
  }
  function event({ sequence: at, salt, body, body_hash, hash }) {
    const number = bytes(at.toString(16).padStart(16, "0"));
    if (at !== sequence + 1) fail(`comes after event ${sequence}: events are missing, doubled or moved`);
    if (salt === null) redacted.set(at, Buffer.concat([number, bytes(sha256(body))]));
    else expect("body_hash", body_hash, sha256(bytes(salt), body));
    expect("hash", hash, sha256(bytes(previous), number, bytes(body_hash)));
    if (signed.has(at)) expect("hash, by its checkpoint,", hash, signed.get(at));
    signed.delete(at);
    [sequence, previous, result.events] = [at, hash, result.events + 1];
    const content = JSON.parse(body);
    onEvent?.(content, at);
    expect("sequence in the body", content.sequence, at);
    expect("company_id in the body", content.company_id, header.company_id);
    if (content.type === "customer.erased") readErasure(content.data.object);
    else replay(content.type, content.type.split(".")[0], content.data.object);
  }
  // Replaced bodies lack a salt, and the erasure has a hash over all; exports from before have the old bodies.
  function readErasure({ sequences, sha256: digest }) {
    const should = () => sha256(...sequences.flatMap((at) => redacted.get(at) ?? []));
    if (sequences.every((at) => at > part.after)) expect("sha256 of the redacted events", digest, should());
    for (const at of sequences) if (redacted.delete(at)) result.redacted.push({ sequence: at, by: sequence });
  }
  function replay(type, noun, record) {
    const name = record.number ?? `draft ${record.id}`;
    if (record.taxes) checkTotals(name, record);
    if (record.number) checkNumber(noun, record);
    if (header.after > 0) return; // What happened before the first event of the file is not known.
    if (noun === "invoice") checkBalance(name, record);
    else if (noun === "credit_note") replayCreditNote(record);
    else if (noun === "payment" && type !== "payment.failed") replayPayment(record);
  }
  /** By the rules of EN 16931; where prices contain the tax, the amounts only have to add up. */
  function checkTotals(name, document, { lines, taxes, currency, prices_include_tax: withTax } = document) {
    for (const [index, line] of lines.entries()) {
      const at = `of line ${index + 1} of ${name}`;
      const [gross, net] = [exact(line.gross_amount ?? line.net_amount), exact(line.net_amount)];
      expect(`total_amount ${at}`, exact(line.total_amount), net + exact(line.tax_amount));
      if (withTax) continue;
      expect(`gross_amount ${at}`, gross, halfUp(times(line.quantity, line.unit_price), currency));
      expect(`net_amount ${at}`, net, gross - exact(line.discount_amount) + exact(line.charge_amount));
    }
    for (const { rate, taxable_amount: net, tax_amount: tax } of withTax ? [] : taxes)
      expect(`tax_amount at ${rate} % of ${name}`, exact(tax), halfUp(times(net, rate) / 100n, currency));
    const net = exact(document.subtotal) - exact(document.discount_total) + exact(document.charge_total);
    expect(`subtotal of ${name}`, exact(document.subtotal), sum(lines, "net_amount"));
    expect(`taxable_amount of ${name}`, sum(taxes, "taxable_amount"), net);
    expect(`tax_total of ${name}`, exact(document.tax_total), sum(taxes, "tax_amount"));
    expect(`total of ${name}`, exact(document.total), net + exact(document.tax_total));
  }
  function checkNumber(noun, { id, number }, record = `${noun} ${id}`) {
    if (numbers.has(record)) return expect(`number of ${record}`, number, numbers.get(record));
    numbers.set(record, number);
    const [, prefix, digits] = /^(.*?)(\d+)$/.exec(number);
    const last = series.get(`${noun} ${prefix}`) ?? (header.after > 0 ? Number(digits) - 1 : 0);
    if (Number(digits) !== last + 1) fail(`number ${number} does not follow ${last} of the series ${prefix}`);
    series.set(`${noun} ${prefix}`, Number(digits));
  }
  function checkBalance(name, record, id = record.id) {
    for (const field of balances) expect(`${field} of ${name}`, exact(record[field]), balance(id, field));
    let due = exact(record.total) + balance(id, "credit_applied_elsewhere");
    for (const field of settling) due -= balance(id, field);
    expect(`amount_due of ${name}`, exact(record.amount_due), positive(due));
  }
  /** What a record does to the balances of invoices replaces what it did before. */
  function settle(record, parts) {
    const add = (to, key, by) => invoices.set(to, { ...invoices.get(to), [key]: balance(to, key) + by });
    for (const { to, ...by } of effects.get(record) ?? []) for (const field in by) add(to, field, -by[field]);
    for (const { to, ...by } of parts) for (const field in by) add(to, field, by[field]);
    effects.set(record, parts);
  }
  /** A refund gives back what pays no invoice first, then what each invoice was paid. */
  function replayPayment({ id, amount, unallocated_amount, reversed_at, amount_refunded, ...more }) {
    const { invoice_id, allocations = invoice_id ? [{ invoice_id, amount }] : [], refunds = [] } = more;
    const known = payments.get(id) ?? payments.set(id, { whole: exact(amount), rest: 0n }).get(id);
    expect(`amount of payment ${id}`, exact(amount), known.whole);
    const done = refunds.filter(({ status }) => status === "done");
    const [free, refunded] = [exact(unallocated_amount), sum(done, "amount")];
    known.rest = reversed_at == null ? known.whole - sum(allocations, "amount") : free && known.rest;
    expect(`unallocated_amount of payment ${id}`, free, known.rest);
    expect(`amount_refunded of payment ${id}`, exact(amount_refunded), refunded);
    const parts = allocations.map(({ invoice_id: to, amount: part }, at) => {
      const left = positive(refunded - known.rest - sum(allocations.slice(0, at), "amount"));
      return { to, amount_paid: exact(part), amount_refunded: left < exact(part) ? left : exact(part) };
    });
    settle(`payment ${id}`, parts);
  }
  function replayCreditNote({ id, invoice_id: to, total, applications = [] }) {
    const applied = applications.map((part) => ({ to: part.invoice_id, credit_applied: exact(part.amount) }));
    const elsewhere = { to, credit_applied_elsewhere: sum(applications, "amount") };
    settle(`credit note ${id}`, [{ to, amount_credited: exact(total) }, elsewhere, ...applied]);
  }
  const key = (line) => keys.set(line.key_id, line.public_key);
  const readers = { books, key, checkpoint, event, document, end };
  return {
    line(text) {
      const line = JSON.parse(text);
      if ((line.type === "books" ? line : header)?.format !== 1)
        throw new Error("it does not begin with a header of format 1");
      where = [line.type, line.sequence ?? line.kind, line.record_id].join(" ").trim();
      if (part?.events !== undefined && line.type !== "books") fail("comes after the end");
      try {
        readers[line.type]?.(line);
      } catch (error) {
        fail(`cannot be read: ${error.message}`);
      }
    },
    finish() {
      where = "end";
      expect("number of events", result.events - (part?.from ?? 0), part?.events);
      expect("sequence of the last event", sequence, part?.last);
      for (const at of signed.keys()) fail(`event ${at} of a checkpoint is missing`);
      for (const at of redacted.keys()) fail(`event ${at} has no salt, and no erasure names it`);
      return { ...result, last: sequence, hash: previous, keys: [...keys.values()] };
    },
  };
}
export async function verifyFile(path, onEvent) {
  const [verifier, file] = [createVerifier(onEvent), createReadStream(path)];
  const input = path.endsWith(".gz") ? pipeline(file, createGunzip(), () => undefined) : file;
  for await (const line of createInterface({ input })) verifier.line(line);
  return verifier.finish();
}
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const result = await verifyFile(process.argv[2] ?? "").catch(({ message }) => ({ message }));
  for (const { where, what } of result.found ?? []) console.error(`${where}: ${what}`);
  if (result.message) console.error(`The file cannot be verified: ${result.message}`);
  else console.log(`${result.events} events, ${result.failures} failures, last hash ${result.hash}`);
  for (const it of result.redacted ?? []) console.log(`event ${it.sequence}: redacted by event ${it.by}`);
  for (const key of result.keys ?? []) console.log(`signed with ${key}`);
  process.exitCode = result.message ? 2 : Math.min(result.failures, 1);
}
