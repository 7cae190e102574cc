/**
 * What an uploaded logo is, by its bytes alone: a name or a type that comes with a file proves nothing. Nothing is
 * decoded here; the size that a picture says it has is checked before anything is.
 */
export type LogoFile =
  | { svg: string }
  | { mediaType: "image/png" | "image/jpeg"; width: number; height: number };

export const logoBytesMax = 256 * 1024;
export const logoPixelsMax = 4000;

/** What is wrong with a logo, in words that follow the field's name. */
export class LogoFault extends Error {}

export function readLogoFile(file: Buffer): LogoFile {
  const picture = pngSize(file) ?? jpegSize(file);
  if (!picture) return { svg: svgText(file) };
  const { width, height } = picture;
  if (width < 1 || height < 1) throw unreadable();
  if (width > logoPixelsMax || height > logoPixelsMax) {
    throw new LogoFault(`must be at most ${logoPixelsMax} by ${logoPixelsMax} pixels: make it smaller`);
  }
  return picture;
}

export const unreadable = () => new LogoFault("can't be read: export it again, or in another format");

function pngSize(file: Buffer) {
  if (file.length < 24 || file.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return undefined;
  if (file.toString("latin1", 12, 16) !== "IHDR") throw unreadable();
  return { mediaType: "image/png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) } as const;
}

/** The size is in the frame header, behind segments that each say how long they are. */
function jpegSize(file: Buffer) {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < file.length; ) {
    const marker = file[at + 1]!;
    if (file[at] !== 0xff) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [height, width] = [file.readUInt16BE(at + 5), file.readUInt16BE(at + 7)];
      return { mediaType: "image/jpeg", width, height } as const;
    }
    at += 2 + file.readUInt16BE(at + 2);
  }
  throw unreadable();
}

/**
 * The program that draws it runs no script and loads nothing from outside. What is refused here are the two ways in
 * which a small file becomes a large one: entities, and pictures within the picture.
 */
function svgText(file: Buffer): string {
  const text = decoded(file);
  if (text === undefined || !/<svg[\s>]/.test(text.slice(0, 10_000))) {
    throw new LogoFault("must be a PNG, JPEG or SVG file");
  }
  if (text.includes("<!ENTITY")) {
    throw new LogoFault("must not declare entities: export it as plain SVG, or as PNG");
  }
  if (/<(?:[\w-]+:)?(?:image|feImage)[\s/>]/.test(text)) {
    throw new LogoFault("must not contain other pictures: export it as PNG");
  }
  return text;
}

function decoded(file: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return undefined;
  }
}
