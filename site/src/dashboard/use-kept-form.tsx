import { type ReactNode, useEffect, useRef, useState } from "react";
import { forgetUnsaved, keepUnsaved, readUnsaved, unsavedKey } from "../data/unsaved-storage.ts";
import { useCompany, useSession } from "../session.tsx";
import { texts } from "../texts/unsaved.ts";
import { Button } from "../ui/button.tsx";
import { formatDateTime, formatTime } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { useUnsavedChanges } from "../ui/unsaved-changes.tsx";
import { useRegion } from "../ui/values.tsx";

type Options<Form extends object> = {
  /** Names the form among those of this person and company: `invoice.new`. */
  name: string;
  /** The version of the record that is changed; changes to an older one are offered instead of restored. */
  version?: string;
  initial: () => Form;
  /** What to compare, without what a person can't see. */
  comparable?: (form: Form) => unknown;
};

type KeptForm<Form> = {
  form: Form;
  setForm: (form: Form) => void;
  /** Call it once the form is saved, before navigating. */
  forget: () => void;
  /** The note about restored changes, and the question before leaving. */
  notes: ReactNode;
};

const keepAfterMs = 300;

/** A form that survives a reload, a crash and an ended session, and that can't be left without a question. */
export function useKeptForm<Form extends object>(options: Options<Form>): KeptForm<Form> {
  const { name, version = "", comparable = (form) => form } = options;
  const { user } = useSession();
  const key = unsavedKey(user.id, useCompany().id, name);
  const [initial, setInitial] = useState(options.initial);
  const [found, setFound] = useState(() => readUnsaved<Form>(key));
  const isOutdated = found !== undefined && found.version !== version;
  // A form that was kept before an update of the site may miss fields.
  const complete = (kept: Form): Form => ({ ...initial, ...kept });
  const [form, setForm] = useState(() => (found && !isOutdated ? complete(found.form) : initial));
  const isForgotten = useRef(false);
  const isDirty = JSON.stringify(comparable(form)) !== JSON.stringify(comparable(initial));
  useEffect(() => {
    if (isForgotten.current) return;
    if (!isDirty) {
      // Changes that wait for an answer stay.
      if (!isOutdated) forgetUnsaved(key);
      return;
    }
    const keep = () => keepUnsaved(key, { form, at: Date.now(), version });
    const timer = setTimeout(keep, keepAfterMs);
    addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", keep);
    };
  }, [key, form, version, isDirty, isOutdated]);
  const forget = () => {
    isForgotten.current = true;
    forgetUnsaved(key);
  };
  const discard = () => {
    forgetUnsaved(key);
    const fresh = options.initial();
    setInitial(fresh);
    setForm(fresh);
    setFound(undefined);
  };
  const question = useUnsavedChanges(isDirty, forget);
  const notes = (
    <>
      {found && (
        <RestoredNote
          at={found.at}
          onDiscard={discard}
          onRestore={
            isOutdated
              ? () => {
                  setForm(complete(found.form));
                  setFound({ ...found, version });
                }
              : undefined
          }
        />
      )}
      {question}
    </>
  );
  return { form, setForm, forget, notes };
}

type RestoredNoteProps = { at: number; onDiscard: () => void; onRestore: (() => void) | undefined };

function RestoredNote({ at, onDiscard, onRestore }: RestoredNoteProps) {
  const region = useRegion();
  const moment = new Date(at).toISOString();
  const isToday = Date.now() - at < 12 * 3_600_000;
  const time = isToday ? formatTime(moment, region) : formatDateTime(moment, region);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-note-tint px-4 py-3 text-note"
    >
      <Icon name="info" />
      <p className="min-w-0 flex-1 basis-60">{onRestore ? texts.outdated(time) : texts.restored(time)}</p>
      {onRestore && (
        <Button size="small" onClick={onRestore}>
          {texts.restore}
        </Button>
      )}
      <Button size="small" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </div>
  );
}
