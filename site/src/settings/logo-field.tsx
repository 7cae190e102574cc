import { useId } from "react";
import { call, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/settings/documents.ts";
import { Button } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import type { DocumentSettings } from "./documents-page.tsx";

type Logo = NonNullable<DocumentSettings["logo"]>;

/** The address names the picture, so a new one is never mixed up with the one that the browser has kept. */
export function LogoImage({ logo, alt, className }: { logo: Logo; alt: string; className?: string }) {
  const { id } = useCompany();
  const { sha256, width, height } = logo;
  return (
    <img src={`/logos/${id}/${sha256}.png`} alt={alt} width={width} height={height} className={className} />
  );
}

/** A file takes effect once it is chosen: there is nothing else to decide about it. */
export function LogoField({ logo, disabled }: { logo: Logo | null; disabled: boolean }) {
  const id = useId();
  const save = useChange(
    async (file: File) => callOnce("/document_settings/logo", { file: await base64Of(file) }),
    { invalidates: ["/document_settings"], successMessage: texts.logoSaved },
  );
  const remove = useChange(() => call("DELETE", "/document_settings/logo"), {
    invalidates: ["/document_settings"],
    successMessage: texts.logoRemoved,
  });
  const fault = fieldErrors(save.error).file ?? save.error?.message ?? remove.error?.message;
  return (
    <div className="flex flex-col gap-2">
      <div className="font-medium">{texts.logo}</div>
      <p id={`${id}-hint`} className="-mt-1 text-sm text-muted">
        {texts.logoHint}
      </p>
      {logo && (
        <div className="self-start rounded-control border border-line p-3" style={{ background: "#ffffff" }}>
          <LogoImage logo={logo} alt={texts.logoNow} className="h-auto max-h-14 w-auto max-w-full" />
        </div>
      )}
      {!disabled && (
        <div className="flex flex-wrap gap-3">
          <input
            id={id}
            type="file"
            accept=".png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml"
            aria-describedby={`${id}-hint`}
            className="peer sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) save.mutate(file);
              // So that the same file can be chosen again after it was corrected.
              event.target.value = "";
            }}
          />
          <label
            htmlFor={id}
            aria-busy={save.isPending}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-edge bg-raised px-4 font-semibold hover:bg-sunken peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
          >
            <Icon name="upload" />
            {texts.chooseLogo}
          </label>
          {logo && (
            <Button kind="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
              {texts.removeLogo}
            </Button>
          )}
        </div>
      )}
      {fault && (
        <p role="alert" className="text-sm font-medium text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

// Many bytes at once would be more arguments than a function takes.
const chunk = 0x8000;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  }
  return btoa(text);
}
