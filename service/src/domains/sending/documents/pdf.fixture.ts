import { crc32, inflateSync } from "node:zlib";

/**
 * Reads a PDF as far as ours need it, from its bytes alone: what a reader would copy out of it, where it stands,
 * and what the file says of itself. Nothing of pdfkit is used, so that its mistakes are seen.
 */
export type ReadPdf = {
  pages: Fragment[][];
  /** All text, a line each piece, in the order of drawing. */
  text: string;
  info: Record<string, string>;
  /** The XML beside the info. */
  metadata: string;
  fonts: { name: string; isEmbedded: boolean; codePoints: Set<number> }[];
  catalogue: string;
  /** What the parts of the document are: `Table`, `TH`, `P`… */
  roles: string[];
  /** As PNG. */
  images: Buffer[];
};

/**
 * A piece of text that was drawn at once. `role` is what it was said to be; `text` is what its glyphs say or, where the
 * file says it apart from them, that.
 */
export type Fragment = { text: string; x: number; y: number; size: number; role: string; glyphs: number[] };

type PdfObject = { dictionary: string; stream: Buffer | undefined };

export function readPdf(file: Buffer): ReadPdf {
  const objects = objectsOf(file);
  const of = (dictionary: string, name: string) => objects.get(reference(dictionary, name))!;
  const trailer = file.toString("latin1").split("trailer").at(-1)!;
  const catalogue = of(trailer, "Root").dictionary;
  const kids = /\/Kids \[([^\]]*)\]/.exec(of(catalogue, "Pages").dictionary)![1]!;
  const fonts = new Map<number, Font>();
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const { dictionary } = objects.get(Number(id))!;
    const resources = of(dictionary, "Resources").dictionary;
    const named = new Map<string, Font>();
    for (const [, name, fontId] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = fonts.get(Number(fontId)) ?? fontOf(objects, Number(fontId));
      fonts.set(Number(fontId), font);
      named.set(name!, font);
    }
    return fragmentsOf(of(dictionary, "Contents").stream!.toString("latin1"), named);
  });
  const info = of(trailer, "Info").dictionary;
  const infoNames = [...info.matchAll(/\/(\w+) \d+ 0 R/g)].map(([, name]) => name!);
  const all = [...objects.values()].map(({ dictionary }) => dictionary);
  return {
    pages,
    text: pages
      .flat()
      .map(({ text }) => text)
      .join("\n"),
    info: Object.fromEntries(infoNames.map((name) => [name, textOf(of(info, name).dictionary)])),
    metadata: of(catalogue, "Metadata").stream!.toString("utf8"),
    fonts: [...fonts.values()].map(({ name, isEmbedded, unicode }) => ({
      name,
      isEmbedded,
      codePoints: new Set([...unicode.values()].flatMap((text) => [...text].map((c) => c.codePointAt(0)!))),
    })),
    catalogue,
    roles: all.flatMap((dictionary) => /^<<\s*\/S \/(\w+)/.exec(dictionary)?.[1] ?? []),
    images: [...objects.values()]
      .filter(({ dictionary }) => dictionary.includes("/Subtype /Image"))
      .map(imageOf),
  };
}

const reference = (dictionary: string, name: string) =>
  Number(new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(dictionary)?.[1]);

/** By the table of offsets at the end of the file, which is thereby tested too. */
function objectsOf(file: Buffer): Map<number, PdfObject> {
  const raw = file.toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(raw)![1]);
  const offsets = [...raw.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  const ends = [...offsets, start].sort((a, b) => a - b);
  const objects = new Map<number, PdfObject>();
  for (const [index, offset] of offsets.entries()) {
    const end = ends.find((other) => other > offset)!;
    const text = raw.slice(offset, end);
    const head = `${index + 1} 0 obj\n`;
    if (!text.startsWith(head)) throw new Error(`object ${index + 1} is not where the table says`);
    const streamAt = text.indexOf("\nstream\n");
    const dictionary = text.slice(head.length, streamAt < 0 ? text.lastIndexOf("\nendobj") : streamAt);
    const from = offset + streamAt + "\nstream\n".length;
    const bytes = file.subarray(from, from + Number(/\/Length (\d+)/.exec(dictionary)?.[1]));
    const isPacked = dictionary.includes("/FlateDecode") && !dictionary.includes("/Subtype /Image");
    const stream = streamAt < 0 ? undefined : isPacked ? inflateSync(bytes) : bytes;
    objects.set(index + 1, { dictionary, stream });
  }
  return objects;
}

type Font = { name: string; isEmbedded: boolean; unicode: Map<number, string> };

function fontOf(objects: Map<number, PdfObject>, id: number): Font {
  const { dictionary } = objects.get(id)!;
  const descendant = objects.get(reference(dictionary, "DescendantFonts"))!.dictionary;
  const descriptor = objects.get(reference(descendant, "FontDescriptor"))!.dictionary;
  const file = objects.get(reference(descriptor, "FontFile2"));
  const cmap = objects.get(reference(dictionary, "ToUnicode"))!.stream!.toString("latin1");
  const unicode = new Map<number, string>();
  for (const [, from, , entries] of cmap.matchAll(/^<(\w+)> <(\w+)> \[(.*)\]$/gm)) {
    const texts = [...entries!.matchAll(/<([\w ]*)>/g)].map(([, hex]) => fromUtf16(hex!.replaceAll(" ", "")));
    texts.forEach((text, index) => {
      unicode.set(Number.parseInt(from!, 16) + index, text);
    });
  }
  const isEmbedded = (file?.stream?.length ?? 0) > 0;
  return { name: /\/BaseFont \/(\S+)/.exec(dictionary)![1]!, isEmbedded, unicode };
}

const fromUtf16 = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

/** What pdfkit writes, an operator a line. */
function fragmentsOf(content: string, fonts: Map<string, Font>): Fragment[] {
  const fragments: Fragment[] = [];
  const roles: string[] = [];
  let current: Fragment | undefined;
  let font: Font | undefined;
  let actual: string | undefined;
  for (const line of content.replace(/<<\n([\s\S]*?)\n>> BDC/g, "<< $1 >> BDC").split("\n")) {
    const role = /^\/(\w+) (?:<<.*>> BDC|BMC)$/s.exec(line)?.[1];
    if (role) roles.push(role);
    if (role === "Span") actual = textOf(/\/ActualText (\(.*\))/s.exec(line)![1]!);
    if (line === "EMC" && roles.pop() === "Span") {
      current!.text = actual!;
      actual = undefined;
    }
    if (line === "BT") {
      const within = roles.findLast((name) => name !== "Span") ?? "";
      current = { text: "", x: 0, y: 0, size: 0, role: within, glyphs: [] };
      fragments.push(current);
    }
    if (!current) continue;
    const matrix = /^1 0 0 1 (\S+) (\S+) Tm$/.exec(line);
    if (matrix && current.text === "") [current.x, current.y] = [Number(matrix[1]), Number(matrix[2])];
    const chosen = /^\/(F\d+) (\S+) Tf$/.exec(line);
    if (chosen) {
      font = fonts.get(chosen[1]!)!;
      current.size = Number(chosen[2]);
    }
    if (!line.endsWith(" TJ")) continue;
    for (const [, hex] of line.matchAll(/<(\w+)>/g)) {
      const glyphs = hex!.match(/.{4}/g)!.map((digits) => Number.parseInt(digits, 16));
      current.glyphs.push(...glyphs);
      current.text += glyphs.map((glyph) => font!.unicode.get(glyph) ?? "?").join("");
    }
  }
  return fragments;
}

/** `(text)`, in bytes or, after a mark, in UTF-16. */
function textOf(literal: string): string {
  const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const inner = literal.trim().slice(1, -1);
  const bytes = Buffer.from(
    inner.replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character),
    "latin1",
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? fromUtf16(bytes.subarray(2).toString("hex"))
    : bytes.toString("latin1");
}

/** A black and white picture as PNG again: the PDF holds its rows as PNG packs them. */
function imageOf({ dictionary, stream }: PdfObject): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(Number(/\/Width (\d+)/.exec(dictionary)![1]), 0);
  header.writeUInt32BE(Number(/\/Height (\d+)/.exec(dictionary)![1]), 4);
  header.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const framed = Buffer.alloc(data.length + 12);
    framed.writeUInt32BE(data.length, 0);
    framed.write(type, 4, "latin1");
    data.copy(framed, 8);
    framed.writeUInt32BE(crc32(framed.subarray(4, -4)), data.length + 8);
    return framed;
  };
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", stream!),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The files within the file. */
export function embeddedIn(file: Buffer): string[] {
  const raw = file.toString("latin1");
  return [...raw.matchAll(/\/Type \/EmbeddedFile[\s\S]*?\/Length (\d+)[\s\S]*?\nstream\n/g)].map((found) => {
    const start = found.index + found[0].length;
    return inflateSync(file.subarray(start, start + Number(found[1]))).toString("utf8");
  });
}
