import { ApiFailure, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { FileDrop } from "../imports-exports/file-drop.tsx";
import { texts } from "../texts/exchange-rates.ts";
import { texts as importTexts } from "../texts/imports-exports.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Card } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";

type Outcome = {
  created: number;
  updated: number;
  unchanged: number;
  errors: { row: number; field: string; message: string }[];
  errors_total: number;
};

const bytesMax = 1_000_000;
const errorsShown = 20;

/** Sets the rates of a CSV file. Setting a rate again is harmless, so there is no preview. */
export function ExchangeRateImport() {
  const load = useChange(
    async (file: File) => {
      if (file.size > bytesMax) throw new ApiFailure(413, "too_large", importTexts.imports.tooLarge);
      return callOnce<Outcome>("/imports/exchange_rates", { csv: await file.text() });
    },
    { invalidates: ["/exchange_rates"] },
  );
  return (
    <Card title={importTexts.imports.title} intro={texts.importIntro}>
      <div className="flex flex-col gap-4">
        {load.isPending ? (
          <Progress label={importTexts.imports.running} />
        ) : (
          <FileDrop onFile={(file) => load.mutate(file)} />
        )}
        {load.error && <ErrorNote error={load.error} />}
        {load.data && <Result {...load.data} />}
      </div>
    </Card>
  );
}

function Result({ created, updated, unchanged, errors, errors_total }: Outcome) {
  const shown = errors.slice(0, errorsShown);
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>{importTexts.imports.result(created, updated, unchanged)}</p>
      {shown.length > 0 && (
        <ul className="list-disc ps-5 text-sm text-bad">
          {shown.map(({ row, field, message }) => (
            <li key={`${row} ${field}`}>{texts.rowError(row, field, message)}</li>
          ))}
        </ul>
      )}
      {errors_total > shown.length && <p>{importTexts.imports.more(errors_total - shown.length)}</p>}
    </div>
  );
}
