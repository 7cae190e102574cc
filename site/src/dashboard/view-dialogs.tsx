import { useState } from "react";
import { texts } from "../texts/lists.ts";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { toast } from "../ui/toast.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { type View, withView } from "./views.ts";

type Props = {
  open: "save" | "manage";
  views: readonly View[];
  /** What is to be saved. */
  search: Record<string, string>;
  onStore: (views: View[]) => void;
  onClose: () => void;
};

export function ViewDialogs({ open, ...props }: Props) {
  return open === "save" ? <SaveView {...props} /> : <ManageViews {...props} />;
}

function SaveView({ views, search, onStore, onClose }: Omit<Props, "open">) {
  const [name, setName] = useState("");
  const save = () => {
    const trimmed = name.trim();
    if (!trimmed) return;
    onStore(withView(views, { name: trimmed, search }));
    toast(texts.views.saved(trimmed));
    onClose();
  };
  return (
    <FormDialog
      title={texts.views.saveTitle}
      description={texts.views.saveIntro}
      save={texts.views.confirm}
      isBusy={false}
      error={null}
      onSave={save}
      onClose={onClose}
    >
      <Field label={texts.views.name}>
        <TextInput
          value={name}
          onChange={setName}
          maxLength={60}
          required
          placeholder={texts.views.namePlaceholder}
        />
      </Field>
    </FormDialog>
  );
}

function ManageViews({ views, onStore, onClose }: Omit<Props, "open">) {
  const remove = (view: View) => {
    onStore(views.filter((each) => each !== view));
    toast(texts.views.deleted(view.name));
  };
  return (
    <Dialog open onClose={onClose} title={texts.views.manageTitle}>
      {views.length === 0 && <p className="text-muted">{texts.views.empty}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {views.map((view) => (
          <li key={view.name} className="flex items-center justify-between gap-3">
            <span className="min-w-0">{view.name}</span>
            <IconButton icon="trash" label={texts.views.delete(view.name)} onClick={() => remove(view)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
