import { useMemo } from "react";
import { qrCode } from "../../../service/src/foundation/qr-code.ts";

const quiet = 4;

/** A QR code, drawn here. Black on white in every scheme: readers want it so. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { side, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={`rounded-control bg-white ${className ?? ""}`}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { side: number; path: string } {
  const { size, modules } = qrCode(new TextEncoder().encode(text));
  let path = "";
  modules.forEach((isBlack, index) => {
    if (isBlack) path += `M${(index % size) + quiet} ${Math.floor(index / size) + quiet}h1v1h-1z`;
  });
  return { side: size + 2 * quiet, path };
}

/** What a QR code holds at most, in bytes, with the correction that is used here. */
export const codeMax = 2331;
