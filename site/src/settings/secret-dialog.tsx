import { useState } from "react";
import { texts } from "../texts/settings/keys.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox } from "../ui/inputs.tsx";
import { environmentFile, saveFile } from "./environment-file.ts";

/** What is shown this once, with the name that it has in a file of settings. */
export type NewSecret = { values: readonly { name: string; label: string; value: string }[] };

/** Closes only when somebody says that the secret is stored: it can't be had again. */
export function SecretDialog({ made, onClose }: { made: NewSecret | undefined; onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  const close = () => {
    if (!isStored) return;
    setStored(false);
    onClose();
  };
  const actions = (
    <Button kind="primary" disabled={!isStored} onClick={close}>
      {texts.done}
    </Button>
  );
  return (
    <Dialog
      open={made !== undefined}
      onClose={close}
      title={texts.secretTitle}
      description={texts.secretSays}
      actions={actions}
    >
      {made && (
        <div className="flex flex-col gap-4">
          {made.values.map(({ name, label, value }) => (
            <CopyField key={name} label={label} value={value} />
          ))}
          <Button icon="download" onClick={() => saveFile("billfold.env", environmentFile(made.values))}>
            {uiTexts.download} (.env)
          </Button>
          <Checkbox label={texts.stored} checked={isStored} onChange={setStored} />
        </div>
      )}
    </Dialog>
  );
}
