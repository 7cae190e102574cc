import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, callOnce } from "../data/api.ts";
import { affectedBy, invalidate } from "../data/use-change.ts";
import type { Kind, RunningImport } from "./preview.ts";

type State = { phase: "ready" | "running" | "broken" | "done"; import?: RunningImport; error?: unknown };

export type ImportSource = { kind: Kind; name: string; csv: string } | RunningImport;

const fileNameMax = 200;

/**
 * Imports a file, or goes on with one that was interrupted. The service stores the file and its position, so running it
 * again continues behind the last row, also in another window.
 */
export function useImport(source: ImportSource) {
  const client = useQueryClient();
  const [state, setState] = useState<State>({ phase: "ready" });
  const begun = useRef<RunningImport | undefined>("id" in source ? source : undefined);
  const begin = async (): Promise<RunningImport> => {
    if ("id" in source) return source;
    const { kind, name, csv } = source;
    const body = { kind, file_name: name.slice(0, fileNameMax), csv };
    return (await callOnce<{ import: RunningImport }>("/imports", body)).import;
  };
  const run = async () => {
    try {
      begun.current ??= await begin();
      for (let now = begun.current; now.status === "running"; begun.current = now) {
        const shown = now;
        setState({ phase: "running", import: shown });
        now = (await call<{ import: RunningImport }>("POST", `/imports/${now.id}/continue`)).import;
      }
      setState({ phase: "done", import: begun.current });
    } catch (error) {
      setState({ phase: "broken", error, ...(begun.current && { import: begun.current }) });
      return;
    }
    await invalidate(client, [...affectedBy[source.kind], "/notifications", "/imports"]);
  };
  return { ...state, run };
}
