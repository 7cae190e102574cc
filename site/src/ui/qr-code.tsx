import QRCode from "qrcode";
import { useMemo } from "react";

const quiet = 4;

/** A QR code. It is drawn in the browser, so that its secret stays there; black on white in every theme, for scanners. */
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
  const segment = { mode: "byte", data: new TextEncoder().encode(text) } as const;
  const { size, data } = QRCode.create([segment], { errorCorrectionLevel: "M" }).modules;
  let path = "";
  data.forEach((isBlack, index) => {
    if (isBlack) path += `M${(index % size) + quiet} ${Math.floor(index / size) + quiet}h1v1h-1z`;
  });
  return { side: size + 2 * quiet, path };
}

/** The capacity of a QR code in bytes at error correction level M. */
export const codeMax = 2331;
