#!/usr/bin/env node
// Compares an export of the books (GET /books/export) with checkpoints that you kept, for example from mails:
// node verify-checkpoint.mjs FILE CHECKPOINT-FILE …
// Nobody can compute the chain again without contradicting them; verify-books.mjs verifies the chain itself.
// Exits with 0 if all of them fit, 1 if one does not, 2 if a file cannot be read.
import { createPublicKey, verify } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream";
import { pathToFileURL } from "node:url";
import { createGunzip } from "node:zlib";

const keyOf = (text) => createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
const texts = ["hash", "signed_at", "public_key", "signature"];
const numbers = ["company_id", "sequence", "key_id"];

/** Reads the checkpoint in the text of a mail, or one that was saved by itself. */
export function readCheckpoint(text) {
  const checkpoint = JSON.parse(/\{[^{}]*\}/.exec(text)?.[0] ?? "{}");
  const isWhole =
    texts.every((name) => typeof checkpoint[name] === "string") &&
    (checkpoint.documents == null) === (checkpoint.documents_hash == null) &&
    numbers.every((name) => Number.isInteger(checkpoint[name]));
  if (!isWhole) throw new Error(`it has no checkpoint with ${[...numbers, ...texts].join(", ")}`);
  keyOf(checkpoint.public_key);
  return checkpoint;
}

function isSigned({ company_id, sequence, hash, signed_at, key_id, public_key, signature, ...more }) {
  const documents = more.documents == null ? [] : [more.documents, more.documents_hash];
  const lines = ["billfold-checkpoint-v1", company_id, sequence, hash, ...documents, signed_at, key_id];
  return verify(null, Buffer.from(lines.join("\n")), keyOf(public_key), Buffer.from(signature, "base64"));
}

/** Takes the lines of an export. `kept` are checkpoints as `readCheckpoint` gives them. */
export function createComparison(kept) {
  const wanted = new Set(kept.map(({ sequence }) => sequence));
  const wantedDocuments = new Set(kept.map(({ documents }) => documents));
  const [hashes, documentHashes, keys, found] = [new Map(), new Map(), new Map(), []];
  let [company, documents] = [undefined, 0];
  function compare({ sequence, hash, company_id, key_id, public_key, ...more }) {
    const fail = (what) => found.push({ where: `kept checkpoint ${sequence}`, what });
    const expect = (what, is, should) => is === should || fail(`${what} is ${is} and should be ${should}`);
    expect("company_id in the file", company, company_id);
    if (!isSigned({ sequence, hash, company_id, key_id, public_key, ...more }))
      fail("its own signature does not fit");
    if (keys.has(key_id)) expect(`public key ${key_id} in the file`, keys.get(key_id), public_key);
    if (hashes.has(sequence)) expect(`hash of event ${sequence} in the file`, hashes.get(sequence), hash);
    else fail(`event ${sequence} is not in the file`);
    const { documents: last, documents_hash: lastHash } = more;
    if (documentHashes.has(last))
      expect(`hash of document ${last} in the file`, documentHashes.get(last), lastHash);
    else if (last != null) fail(`document ${last} is not in the file`);
  }
  return {
    line(text) {
      const line = JSON.parse(text);
      if (line.type === "books") {
        company ??= line.company_id;
        // Each export lists all documents.
        documents = 0;
        documentHashes.clear();
        // The first event of the file continues from this one.
        if (!hashes.has(line.after)) hashes.set(line.after, line.previous_hash);
      }
      if (line.type === "key") keys.set(line.key_id, line.public_key);
      if (line.type === "event" && wanted.has(line.sequence)) hashes.set(line.sequence, line.hash);
      if (line.type === "document" && wantedDocuments.has(++documents))
        documentHashes.set(documents, line.hash);
    },
    /** What does not fit, each with the checkpoint that it is about. */
    finish() {
      for (const checkpoint of kept) compare(checkpoint);
      return found;
    },
  };
}

/** Compares a file, which is compressed if its name ends in .gz. */
export async function compareFile(path, kept) {
  const comparison = createComparison(kept);
  const file = createReadStream(path);
  const input = path.endsWith(".gz") ? pipeline(file, createGunzip(), () => undefined) : file;
  for await (const line of createInterface({ input })) comparison.line(line);
  return comparison.finish();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , path = "", ...files] = process.argv;
  try {
    const found = await compareFile(
      path,
      files.map((file) => readCheckpoint(readFileSync(file, "utf8"))),
    );
    for (const { where, what } of found) console.error(`${where}: ${what}`);
    console.log(`${files.length} kept checkpoints, ${found.length} failures`);
    process.exitCode = Math.min(found.length, 1);
  } catch ({ message }) {
    console.error(`The checkpoints cannot be compared: ${message}`);
    process.exitCode = 2;
  }
}
