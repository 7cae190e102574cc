import { lazy, Suspense, useEffect, useState } from "react";
import { onStepUpRequired } from "../data/api.ts";
import { setStepUpOpen } from "../ui/step-up-state.ts";

// Few changes require it, so it is loaded on demand.
const StepUpDialog = lazy(() =>
  import("./step-up-dialog.tsx").then((loaded) => ({ default: loaded.StepUpDialog })),
);

type Prompt = { result: Promise<boolean>; close: (isProved: boolean) => void };

/** Asks for the password or a code when the service requires one for a change, which then continues. */
export function StepUp() {
  const [prompt, setPrompt] = useState<Prompt>();
  useEffect(() => {
    let open: Prompt | undefined;
    onStepUpRequired(() => {
      // Changes that are refused at the same time share one dialog.
      if (open) return open.result;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const close = (isProved: boolean) => {
        open = undefined;
        setStepUpOpen(false);
        setPrompt(undefined);
        resolve(isProved);
      };
      open = { result: promise, close };
      setStepUpOpen(true);
      setPrompt(open);
      return promise;
    });
  }, []);
  if (!prompt) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog onClose={prompt.close} />
    </Suspense>
  );
}
