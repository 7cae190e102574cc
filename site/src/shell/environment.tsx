import { useSession } from "../session.tsx";
import { texts } from "../texts/shell.ts";

/** Names the environment on every page outside production, so that nobody mistakes it for production. */
export function Environment() {
  const { environment } = useSession();
  if (environment === "production") return null;
  return (
    <p
      title={texts.environmentHint}
      className="rounded-control bg-warn-tint px-2 py-1 text-xs font-medium text-warn lg:px-3 lg:py-1.5 lg:text-sm"
    >
      {texts.environment[environment]}
      <span className="hidden font-normal lg:block">{texts.environmentHint}</span>
    </p>
  );
}
