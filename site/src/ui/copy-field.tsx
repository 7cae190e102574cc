import { useState } from "react";
import { texts } from "../texts/ui.ts";
import { Button } from "./button.tsx";

export type CopyFieldProps = {
  label: string;
  value: string;
  /** Hidden until revealed, for pages that others may see. */
  secret?: boolean;
  /** For several lines. */
  multiline?: boolean;
  /** For code: its lines are never broken, and long ones scroll. */
  code?: boolean;
};

/** A value to be used elsewhere: one click selects all of it, and a button copies it. */
export function CopyField({ label, value, secret = false, code = false, multiline = code }: CopyFieldProps) {
  const [isShown, setShown] = useState(!secret);
  const shown = isShown ? value : "•".repeat(24);
  return (
    <div className="@container flex w-full min-w-0 flex-col gap-1.5">
      <span className="font-medium">{label}</span>
      <div
        className={`flex min-w-0 gap-2 ${multiline ? "flex-col" : "flex-wrap items-stretch @sm:flex-nowrap"}`}
      >
        <code
          {...(code && { tabIndex: 0, role: "group", "aria-label": label })}
          className={`min-w-0 flex-1 rounded-control border border-line bg-sunken px-3 py-2.5 font-mono text-sm select-all ${code ? "overflow-x-auto whitespace-pre" : multiline ? "whitespace-pre-wrap" : "basis-full break-all @sm:basis-0"}`}
        >
          {shown}
        </code>
        <div className="flex gap-2">
          {secret && (
            <Button
              aria-label={isShown ? texts.hideOf(label) : texts.showOf(label)}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? texts.hide : texts.show}
            </Button>
          )}
          <CopyButton label={label} value={value} />
        </div>
      </div>
    </div>
  );
}

const copiedMs = 2000;

export function CopyButton({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <>
      <Button icon={isCopied ? "check" : "copy"} aria-label={texts.copyOf(label)} onClick={() => void copy()}>
        {isCopied ? texts.copied : texts.copy}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? texts.copied : ""}
      </span>
    </>
  );
}
