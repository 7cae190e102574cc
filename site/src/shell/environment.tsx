import { useSession } from "../session.tsx";
import { texts } from "../texts/shell.ts";

/** Outside production it is said on every page, so that nobody takes a trial for the real thing. */
export function Environment() {
  const { environment } = useSession();
  if (environment === "production") return null;
  return (
    <p
      title={texts.environmentHint}
      className="rounded-control bg-warn-tint px-3 py-1.5 text-sm font-medium text-warn"
    >
      {texts.environment[environment]}
      <span className="hidden font-normal lg:block">{texts.environmentHint}</span>
    </p>
  );
}
