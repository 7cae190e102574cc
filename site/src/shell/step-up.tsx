import { useEffect, useState } from "react";
import { onSessionEnded, onStepUpRequired } from "../data/api.ts";
import { lazyPart } from "../data/lazy-part.tsx";
import { setStepUpOpen } from "../ui/step-up-state.ts";

// Both are rare, so they are loaded on demand.
const dialogs = {
  stepUp: lazyPart(async () => (await import("./step-up-dialog.tsx")).StepUpDialog),
  signIn: lazyPart(async () => (await import("./sign-in-again-dialog.tsx")).SignInAgainDialog),
};

type Prompt = { kind: keyof typeof dialogs; result: Promise<boolean>; close: (isProved: boolean) => void };

/**
 * Asks for the password or a code when the service requires one for a change, or when the session has ended. The
 * request then continues, and the page keeps what was typed.
 */
export function StepUp() {
  const [prompt, setPrompt] = useState<Prompt>();
  useEffect(() => {
    let open: Prompt | undefined;
    const ask = (kind: Prompt["kind"]): Promise<boolean> => {
      // Requests that are refused at the same time share one dialog.
      if (open?.kind === kind) return open.result;
      // A session that ended replaces the question for a change, which is asked again after signing in.
      open?.close(false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const close = (isProved: boolean) => {
        if (open === asked) {
          open = undefined;
          setStepUpOpen(false);
          setPrompt(undefined);
        }
        resolve(isProved);
      };
      const asked: Prompt = { kind, result: promise, close };
      open = asked;
      setStepUpOpen(true);
      setPrompt(open);
      return promise;
    };
    onStepUpRequired(() => ask("stepUp"));
    onSessionEnded(() => ask("signIn"));
  }, []);
  if (!prompt) return null;
  const Dialog = dialogs[prompt.kind];
  return <Dialog onClose={prompt.close} />;
}
