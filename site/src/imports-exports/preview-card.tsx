import { saveFile } from "../settings/secret-file.ts";
import { texts } from "../texts/imports-exports.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Progress } from "../ui/progress.tsx";
import { faultyName, faultyRows } from "./faulty-rows.ts";
import type { Kind, Preview, RowError } from "./preview.ts";
import { SampleTable } from "./sample-table.tsx";
import { useImport } from "./use-import.ts";

type Props = { kind: Kind; name: string; csv: string; preview: Preview };

/** The preview of an import, then its progress, then its result. */
export function PreviewCard({ kind, name, csv, preview }: Props) {
  const { phase, import: running, error, run } = useImport({ kind, name, csv });
  const unknown = preview.columns.filter(({ field }) => field === null).map(({ header }) => header);
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 className="font-semibold">{texts.imports.file(name, preview.rows)}</h3>
        <Counts preview={preview} />
        {unknown.length > 0 && (
          <p className="mt-2 text-sm text-warn">{texts.imports.unknown(unknown.join(", "))}</p>
        )}
      </div>
      {phase === "ready" && <SampleTable sample={preview.sample} />}
      <Errors
        csv={csv}
        fileName={name}
        errors={phase === "done" && running ? running.errors : preview.errors}
      />
      {phase === "ready" && preview.valid > 0 && (
        <Button kind="primary" icon="upload" className="self-start" onClick={() => void run()}>
          {texts.imports.start(preview.valid)}
        </Button>
      )}
      {phase === "ready" && preview.valid === 0 && <p className="text-muted">{texts.imports.nothing}</p>}
      {(phase === "running" || phase === "broken") && (
        <Progress
          label={texts.imports.running}
          value={running?.done ?? 0}
          max={preview.rows}
          detail={texts.imports.progress(running?.done ?? 0, preview.rows)}
        />
      )}
      {phase === "broken" && (
        <>
          <ErrorNote error={error} title={texts.imports.broke} />
          <Button kind="primary" className="self-start" onClick={() => void run()}>
            {texts.imports.goOn}
          </Button>
        </>
      )}
      {phase === "done" && running && (
        <div role="status" className="flex flex-col items-start gap-3 rounded-card bg-tint p-4">
          <p className="font-semibold text-accent">{texts.imports.done}</p>
          <p>{texts.imports.result(running.created, running.updated, running.unchanged)}</p>
          <ButtonLink to={kind === "customers" ? "/app/customers" : "/app/products"}>
            {texts.imports.see}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

function Counts({ preview }: { preview: Preview }) {
  const faulty = new Set(preview.errors.map(({ row }) => row)).size;
  const counts: readonly (readonly [string, number, Tone])[] = [
    [texts.imports.create, preview.create, "good"],
    [texts.imports.update, preview.update, "note"],
    [texts.imports.unchanged, preview.unchanged, "neutral"],
    [texts.imports.faulty, faulty, "bad"],
  ];
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {counts
        .filter(([, count]) => count > 0)
        .map(([label, count, tone]) => (
          <li key={label}>
            <Badge tone={tone}>
              {label}: {count}
            </Badge>
          </li>
        ))}
    </ul>
  );
}

const shownMax = 50;

type ErrorsProps = { csv: string; fileName: string; errors: readonly RowError[] };

function Errors({ csv, fileName, errors }: ErrorsProps) {
  if (errors.length === 0) return null;
  const save = () =>
    saveFile(faultyName(fileName), faultyRows(csv, errors, texts.imports.problem), "text/csv");
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h3 className="font-semibold text-bad">{texts.imports.errors}</h3>
          <p className="text-sm text-muted">{texts.imports.errorsHint}</p>
        </div>
        <Button size="small" icon="download" onClick={save}>
          {texts.imports.downloadErrors}
        </Button>
      </div>
      <table className="w-full text-start wrap-break-word text-sm">
        <caption className="sr-only">{texts.imports.errors}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-1.5 pe-4 font-medium">
              {texts.imports.row}
            </th>
            <th scope="col" className="py-1.5 pe-4 font-medium">
              {texts.imports.field}
            </th>
            <th scope="col" className="py-1.5 font-medium">
              {texts.imports.problem}
            </th>
          </tr>
        </thead>
        <tbody>
          {errors.slice(0, shownMax).map(({ row, field, message }) => (
            <tr key={`${row} ${field} ${message}`} className="border-b border-line align-top">
              <td className="py-1.5 pe-4 tabular-nums">{row}</td>
              <td className="py-1.5 pe-4 font-mono">{field}</td>
              <td className="py-1.5">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {errors.length > shownMax && (
        <p className="mt-2 text-sm text-muted">{texts.imports.more(errors.length - shownMax)}</p>
      )}
    </div>
  );
}
