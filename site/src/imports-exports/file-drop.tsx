import { type DragEvent, useId, useState } from "react";
import { texts } from "../texts/imports-exports.ts";
import { Icon } from "../ui/icon.tsx";

/** A file input that also accepts a dropped file. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the input inside
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center gap-1 rounded-card border-2 border-dashed px-6 py-8 text-center ${isOver ? "border-accent bg-tint" : "border-line"}`}
    >
      <input
        id={id}
        type="file"
        accept=".csv,text/csv,text/plain"
        className="peer sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          // So that the same file can be chosen again after it was corrected.
          event.target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-edge bg-raised px-4 font-semibold hover:bg-sunken peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
      >
        <Icon name="upload" />
        {texts.imports.choose}
      </label>
      <span className="text-sm text-muted max-md:hidden">{texts.imports.drop}</span>
    </div>
  );
}
