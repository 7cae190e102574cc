import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { LogoFault, type LogoFile, readLogoFile, unreadable } from "./logo-file.ts";
import { encodePng } from "./png.ts";

/** What the database stores, or what is wrong with the file. */
export type DrawnLogo = { png: Uint8Array; width: number; height: number } | { fault: string };

// Three pixels for each point that a logo may take on paper.
const widthMax = 540;
const heightMax = 168;

/**
 * Draws an uploaded logo as a small opaque picture, outside the main thread. Whatever else the file contained (scripts,
 * references, comments, the camera's position) is gone.
 */
export async function run({ file }: { file: Uint8Array }): Promise<DrawnLogo> {
  try {
    const bytes = Buffer.from(file);
    const logo = readLogoFile(bytes);
    return await draw("svg" in logo ? logo.svg : framed(logo, bytes));
  } catch (error) {
    if (error instanceof LogoFault) return { fault: error.message };
    throw error;
  }
}

/** A PNG or JPEG as a drawing that contains nothing else, so that one program reads and scales all of them. */
const framed = ({ mediaType, width, height }: Exclude<LogoFile, { svg: string }>, bytes: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:${mediaType};base64,${bytes.toString("base64")}"/></svg>`;

type Drawing = {
  width: number;
  height: number;
  render(): { width: number; height: number; pixels: Uint8Array; free(): void };
  free(): void;
};
type Resvg = {
  initWasm(module: Uint8Array): Promise<void>;
  Resvg: new (svg: string, options: object) => Drawing;
};

/**
 * Loaded for each logo and released after it: a company changes its logo once in years, and the memory that a drawing
 * took is given back only with the program.
 */
async function loadResvg(): Promise<Resvg> {
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve("@resvg/resvg-wasm")];
  const library = require("@resvg/resvg-wasm") as Resvg;
  await library.initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  return library;
}

const fontFile = "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf";

async function draw(svg: string): Promise<DrawnLogo> {
  const { Resvg } = await loadResvg();
  // Text is drawn in the one font that is there, if its designer did not convert it to outlines.
  const font = {
    fontBuffers: [readFileSync(createRequire(import.meta.url).resolve(fontFile))],
    defaultFontFamily: "Inter",
  };
  try {
    const { width, height } = new Resvg(svg, {});
    const isWide = width / height > widthMax / heightMax;
    const fitTo = isWide ? { mode: "width", value: widthMax } : { mode: "height", value: heightMax };
    const image = new Resvg(svg, { fitTo, font, background: "#ffffff" }).render();
    const { pixels } = image;
    if (!isVisible(pixels)) throw new LogoFault("shows nothing: check that it is not white on white");
    return {
      png: encodePng(image.width, image.height, pixels),
      ...{ width: image.width, height: image.height },
    };
  } catch (error) {
    throw error instanceof LogoFault ? error : unreadable();
  }
}

const isVisible = (pixels: Uint8Array): boolean => pixels.some((value) => value < 0xf0);
