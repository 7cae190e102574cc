import { qrCode } from "../../../service/src/foundation/qr-code.ts";

const quiet = 4;

/** Drawn here: a key that goes to another server to be drawn is no secret. Black on white, whatever the theme. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, modules } = qrCode(new TextEncoder().encode(text));
  const side = size + 2 * quiet;
  const dark = Array.from({ length: size * size }, (_, index) => index).filter(
    (index) => modules[index] === 1,
  );
  const path = dark
    .map((index) => `M${(index % size) + quiet} ${Math.floor(index / size) + quiet}h1v1h-1z`)
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      className="size-52 rounded-control"
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${side}v${side}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
