/** Colours as `#rrggbb`, and their contrast (WCAG 2). */
const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 for the same colour to 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

// What WCAG asks for text of any size.
const contrastMin = 4.5;

/** The colour, or the nearest shade of it that can be read on this background. */
export function readableOn(background: string, colour: string): string {
  const towards = luminance(background) > 0.18 ? 0 : 255;
  for (let part = 0; part < 100; part++) {
    const shade = mixed(colour, towards, part / 100);
    if (contrast(shade, background) >= contrastMin) return shade;
  }
  return mixed(colour, towards, 1);
}

const mixed = (colour: string, towards: number, part: number): string =>
  `#${channelsOf(colour)
    .map((channel) =>
      Math.round(channel + (towards - channel) * part)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
