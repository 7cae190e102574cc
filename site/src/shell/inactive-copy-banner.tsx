import { useSession } from "../session.tsx";
import { texts } from "../texts/shell.ts";
import { Icon } from "../ui/icon.tsx";

/** Says on every page of a restored or deactivated copy that it can only be read, before somebody fills in a form. */
export function InactiveCopyBanner() {
  const { inactive_copy, operator } = useSession();
  if (!inactive_copy) return null;
  return (
    <div role="note" className="flex items-start gap-3 border-b border-line bg-warn-tint px-4 py-3 sm:px-6">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-warn" />
      <p>
        <strong className="font-medium text-warn">{texts.inactiveCopy.title}</strong>{" "}
        {texts.inactiveCopy.text} {operator ? texts.inactiveCopy.operator : texts.inactiveCopy.member}
      </p>
    </div>
  );
}
