import { lazy, Suspense, useEffect, useState } from "react";
import { onStepUpRequired } from "../data/api.ts";
import { setStepUpOpen } from "../ui/step-up-state.ts";

// Few changes require it, so it is loaded on demand.
const StepUpDialog = lazy(() =>
  import("./step-up-dialog.tsx").then((loaded) => ({ default: loaded.StepUpDialog })),
);

type Question = { answered: Promise<boolean>; answer: (isProved: boolean) => void };

/** Asks for the password or a code when the service requires one for a change, which then continues. */
export function StepUp() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let open: Question | undefined;
    onStepUpRequired(() => {
      // Changes that are refused at the same time share one dialog.
      if (open) return open.answered;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const answer = (isProved: boolean) => {
        open = undefined;
        setStepUpOpen(false);
        setQuestion(undefined);
        resolve(isProved);
      };
      open = { answered: promise, answer };
      setStepUpOpen(true);
      setQuestion(open);
      return promise;
    });
  }, []);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog onAnswer={question.answer} />
    </Suspense>
  );
}
