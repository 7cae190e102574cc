/** An element as it was read back: what the writer made must survive this. */
export type Read = { name: string; attributes: Record<string, string>; text: string; children: Read[] };

/** Reads XML strictly, and shares nothing with the writer: any fault throws. */
export function readXml(xml: string): Read {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(declaration)) throw new Error("no declaration");
  const root: Read = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const rest = xml
    .slice(declaration.length)
    .replace(/<(\/?)([A-Za-z:]+)((?: [A-Za-z:]+="[^"<]*")*)>|([^<]+)/gu, (...match) => {
      const [, slash, name, attributes, text] = match as (string | undefined)[];
      const top = open.at(-1)!;
      if (text !== undefined) top.text += unescaped(text);
      else if (slash) close(open, name!);
      else {
        const element = { name: name!, attributes: attributesOf(attributes ?? ""), text: "", children: [] };
        top.children.push(element);
        open.push(element);
      }
      return "";
    });
  if (rest !== "") throw new Error(`not XML: ${rest.slice(0, 80)}`);
  if (open.length !== 1 || root.children.length !== 1) throw new Error("not one root");
  return root.children[0]!;
}

/** Every element with the names of those around it, `Invoice/cac:TaxTotal/cbc:TaxAmount`. */
export function allElements(element: Read, around = ""): { path: string; element: Read }[] {
  const path = around === "" ? element.name : `${around}/${element.name}`;
  return [{ path, element }, ...element.children.flatMap((child) => allElements(child, path))];
}

/** The texts at a path below the root. */
export function textsAt(root: Read, path: string): string[] {
  return allElements(root)
    .filter((each) => each.path === `${root.name}/${path}`)
    .map((each) => each.element.text);
}

function close(open: Read[], name: string): void {
  const element = open.pop()!;
  if (element.name !== name) throw new Error(`</${name}> closes <${element.name}>`);
  // Space between elements is layout; beside text there are no elements.
  if (element.children.length === 0) return;
  if (element.text.trim() !== "") throw new Error(`text beside elements in ${name}`);
  element.text = "";
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([A-Za-z:]+)="([^"]*)"/g)].map(([, key, value]) => [
    key!,
    unescaped(value!),
  ]);
  if (new Set(found.map(([key]) => key)).size !== found.length) throw new Error("an attribute stands twice");
  return Object.fromEntries(found);
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function unescaped(text: string): string {
  for (const character of text) {
    const point = character.codePointAt(0)!;
    const isSpace = point === 0x9 || point === 0xa;
    const isCharacter = (point >= 0x20 && point < 0xd800) || (point >= 0xe000 && point < 0xfffe);
    if (!isSpace && !isCharacter && point < 0x10000) throw new Error(`U+${point.toString(16)} is not XML`);
  }
  if (text.includes("]]>")) throw new Error("]]> in text");
  return text.replace(/&[^;]*;?/g, (entity) => {
    const character = entities[entity];
    if (character === undefined) throw new Error(`${entity} is no entity of XML`);
    return character;
  });
}
