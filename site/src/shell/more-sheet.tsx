import { Dialog } from "@base-ui/react/dialog";
import { HelpLinks } from "../help/help-links.tsx";
import { texts } from "../texts/shell.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { IconButton } from "../ui/button.tsx";
import { NavigationList } from "./navigation-list.tsx";

/** On phones: all pages, and help. */
export function MoreSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 z-50 max-h-[85dvh] overflow-y-auto rounded-t-card border-t border-line bg-raised px-4 pt-3 pb-8">
          <div className="mb-2 flex items-center justify-between">
            <Dialog.Title className="px-3 font-display text-lg font-semibold">{texts.menu}</Dialog.Title>
            <Dialog.Close render={<IconButton icon="close" label={uiTexts.close} />} />
          </div>
          <NavigationList onGo={onClose} />
          <HelpLinks />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
