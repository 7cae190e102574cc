import { ApiFailure } from "../data/api.ts";
import { texts } from "../texts/ui.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

export type ErrorNoteProps = {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  className?: string;
};

/** What happened, what to do, and the request id for support. */
export function ErrorNote({ error, title = texts.failure.title, onRetry, className }: ErrorNoteProps) {
  const failure = error instanceof ApiFailure ? error : undefined;
  return (
    <div role="alert" className={`flex gap-3 rounded-card bg-bad-tint p-4 text-bad ${className ?? ""}`}>
      <Icon name="warning" className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        <p>{messageOf(error)}</p>
        {failure && failure.errors.length > 1 && (
          <ul className="mt-2 list-disc ps-5 text-sm">
            {failure.errors.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {field}: {message}
              </li>
            ))}
          </ul>
        )}
        {failure?.requestId && (
          <p className="mt-2 text-sm">
            {texts.requestId}: <code className="font-mono select-all">{failure.requestId}</code>
          </p>
        )}
        {onRetry && (
          <Button size="small" icon="refresh" className="mt-3" onClick={onRetry}>
            {texts.again}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Only messages written for users are shown, never those of a programming error. */
export function messageOf(error: unknown): string {
  return error instanceof ApiFailure ? error.message : texts.failure.crashed;
}

/** The error of each field by its API name: `fieldErrors(error)["lines[0].quantity"]`. */
export function fieldErrors(error: unknown): Readonly<Record<string, string | undefined>> {
  if (!(error instanceof ApiFailure)) return {};
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, sentence(message)]));
}

const sentence = (text: string) => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};
