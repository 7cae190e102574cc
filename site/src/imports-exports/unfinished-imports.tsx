import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/imports-exports.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Progress } from "../ui/progress.tsx";
import type { RunningImport } from "./preview.ts";
import { useImport } from "./use-import.ts";

/** The imports of this company that were started and not finished, by whomever. */
export function UnfinishedImports() {
  const { data } = useResponse<{ imports: RunningImport[] }>("/imports");
  if (!data || data.imports.length === 0) return null;
  return (
    <ul className="flex flex-col gap-4">
      {data.imports.map((each) => (
        <UnfinishedImport key={each.id} stopped={each} />
      ))}
    </ul>
  );
}

function UnfinishedImport({ stopped }: { stopped: RunningImport }) {
  const { phase, import: now = stopped, error, run } = useImport(stopped);
  const discard = useChange(() => call("POST", `/imports/${stopped.id}/discard`), {
    invalidates: ["/imports"],
  });
  const { file_name: name, rows, done } = now;
  return (
    <li className="flex flex-col items-start gap-3 rounded-card bg-tint p-4">
      <p className="font-semibold wrap-anywhere">{texts.imports.stopped(name)}</p>
      <Progress
        label={texts.imports.running}
        value={done}
        max={rows}
        detail={texts.imports.progress(done, rows)}
      />
      {phase === "broken" && <ErrorNote error={error} title={texts.imports.broke} />}
      {phase !== "running" && phase !== "done" && (
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" onClick={() => void run()}>
            {texts.imports.goOn}
          </Button>
          <Button busy={discard.isPending} onClick={() => discard.mutate()}>
            {texts.imports.discard}
          </Button>
        </div>
      )}
    </li>
  );
}
