import { useId } from "react";
import { call, query } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/settings/documents.ts";
import { formatDateTime } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Card } from "../ui/page.tsx";
import { useRegion } from "../ui/values.tsx";

type Found = { kind: keyof typeof texts.kinds; record_id: number | null; given_out_at: string };

/** The file is hashed in the browser; the service sees only the hash. */
export function DocumentCheck() {
  const id = useId();
  const region = useRegion();
  const check = useChange(
    async (file: File) => {
      const path = `/document_hashes${query({ sha256: await sha256Of(file) })}`;
      const { documents } = await call<{ documents: Found[] }>("GET", path);
      return { name: file.name, found: documents[0] };
    },
    { invalidates: [] },
  );
  const { data, error } = check;
  const sentence = ({ name, found }: NonNullable<typeof data>) =>
    found
      ? texts.checkFound(
          name,
          texts.kinds[found.kind](String(found.record_id)),
          formatDateTime(found.given_out_at, region),
        )
      : texts.checkUnknown(name);
  return (
    <Card title={texts.check} intro={texts.checkIntro}>
      <div className="flex flex-col gap-3">
        <div>
          <input
            id={id}
            type="file"
            accept=".pdf,application/pdf"
            className="peer sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) check.mutate(file);
              event.target.value = "";
            }}
          />
          <label
            htmlFor={id}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-edge bg-raised px-4 font-semibold hover:bg-sunken peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
          >
            <Icon name="upload" />
            {texts.checkChoose}
          </label>
        </div>
        <p role="status" className="break-words empty:hidden">
          {error ? error.message : data && sentence(data)}
        </p>
      </div>
    </Card>
  );
}

async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
