import { useState } from "react";
import { ApiFailure, call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { saveFile } from "../settings/secret-file.ts";
import { texts } from "../texts/imports-exports.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { FieldGroup } from "../ui/field.tsx";
import { Radio } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { FileDrop } from "./file-drop.tsx";
import type { Kind, Preview } from "./preview.ts";
import { PreviewCard } from "./preview-card.tsx";
import { templates } from "./templates.ts";
import { UnfinishedImports } from "./unfinished-imports.tsx";

const bytesMax = 1_000_000;

type Checked = { kind: Kind; name: string; csv: string; preview: Preview };

/** The steps of an import: choose the kind of record, choose the file, check the preview, import. */
export function ImportCard() {
  const [kind, setKind] = useState<Kind>("customers");
  const check = useSend({
    mutationFn: async (file: File): Promise<Checked> => {
      if (file.size > bytesMax) throw new ApiFailure(413, "too_large", texts.imports.tooLarge);
      const csv = await file.text();
      const preview = await call<Preview>("POST", `/imports/${kind}/preview`, { csv });
      return { kind, name: file.name, csv, preview };
    },
  });
  const choose = (next: Kind) => {
    setKind(next);
    check.reset();
  };
  return (
    <Card title={texts.imports.title} intro={texts.imports.intro}>
      <div className="flex flex-col gap-5">
        {!check.data && <UnfinishedImports />}
        <FieldGroup label={texts.imports.what}>
          <div className="flex flex-wrap gap-x-6">
            {(["customers", "products"] as const).map((name) => (
              <Radio
                key={name}
                name="kind"
                label={texts.imports.kinds[name]}
                checked={kind === name}
                onChange={() => choose(name)}
              />
            ))}
          </div>
        </FieldGroup>
        {check.data ? (
          <>
            <PreviewCard {...check.data} />
            <Button className="self-start" onClick={() => check.reset()}>
              {texts.imports.another}
            </Button>
          </>
        ) : (
          <>
            <div className="flex flex-col items-start gap-3">
              <p className="text-sm text-muted">{texts.imports.columns[kind]}</p>
              <Button
                size="small"
                icon="download"
                onClick={() => saveFile(`billfold-${kind}.csv`, `\uFEFF${templates[kind]}`, "text/csv")}
              >
                {texts.imports.template}
              </Button>
            </div>
            {!check.isPending && <FileDrop onFile={(file) => check.mutate(file)} />}
          </>
        )}
        {check.isPending && <Progress label={texts.imports.checking} />}
        {check.error && <ErrorNote error={check.error} />}
      </div>
    </Card>
  );
}
