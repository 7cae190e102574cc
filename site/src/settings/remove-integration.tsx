import { useState } from "react";
import { call } from "../data/api.ts";
import { texts } from "../texts/settings/einvoicing.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Card } from "../ui/page.tsx";
import { useChange } from "../ui/use-change.ts";

export function RemoveIntegration() {
  const [isAsking, setAsking] = useState(false);
  const remove = useChange(() => call("DELETE", "/einvoicing/integration"), {
    stale: ["/einvoicing", "/checklist"],
    says: texts.removed,
  });
  return (
    <Card title={texts.remove} intro={texts.removeIntro}>
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.removeTitle}
        confirm={texts.remove}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {texts.removeBody}
      </ConfirmDialog>
    </Card>
  );
}
