import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callOnce } from "../data/api.ts";
import { affectedBy, invalidate } from "../data/use-change.ts";
import { type CsvChunk, chunksOf } from "./csv-chunks.ts";
import { addUp, type Imported, type Kind, nothingYet, type Preview } from "./preview.ts";

const rowsAtOnce = 250;

type State = {
  phase: "ready" | "running" | "broken" | "done";
  doneRows: number;
  result: Imported;
  error?: unknown;
};

/** Imports a file in chunks. After a failure, stored chunks stay, and running it again continues with the next one. */
export function useImport(kind: Kind, csv: string, preview: Preview) {
  const client = useQueryClient();
  const [state, setState] = useState<State>({ phase: "ready", doneRows: 0, result: nothingYet });
  const rest = useRef<CsvChunk[]>(null);
  const run = async () => {
    const faulty = new Set(preview.errors.map(({ row }) => row));
    rest.current ??= chunksOf(csv, faulty, rowsAtOnce);
    setState((old) => ({ ...old, phase: "running" }));
    for (let chunk = rest.current[0]; chunk; chunk = rest.current[0]) {
      const { csv: text, rows } = chunk;
      try {
        const part = await callOnce<Imported>(`/imports/${kind}`, { csv: text });
        rest.current.shift();
        setState((old) => ({
          phase: "running",
          doneRows: old.doneRows + rows.length,
          result: addUp(old.result, part, rows),
        }));
      } catch (error) {
        setState((old) => ({ ...old, phase: "broken", error }));
        return;
      }
    }
    setState((old) => ({ ...old, phase: "done" }));
    await invalidate(client, affectedBy[kind]);
  };
  return { ...state, run };
}
