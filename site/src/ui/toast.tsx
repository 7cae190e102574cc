import { Toast } from "@base-ui/react/toast";
import type { ReactNode } from "react";
import { texts } from "../texts/ui.ts";
import { IconButton } from "./button.tsx";
import { messageOf } from "./error-note.tsx";
import { Icon } from "./icon.tsx";

const manager = Toast.createToastManager();

/** Confirms a change briefly. Errors of a form or dialog are shown in place instead. */
export function toast(message: string): void {
  manager.add({ description: message, type: "good" });
}

export function toastError(error: unknown): void {
  manager.add({ description: messageOf(error), type: "bad", timeout: 10_000, priority: "high" });
}

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          aria-label={texts.notifications}
          className="fixed inset-x-4 bottom-20 z-60 flex flex-col items-center gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:w-96"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((one) => (
    <Toast.Root
      key={one.id}
      toast={one}
      className="w-full rounded-card border border-line bg-raised shadow-lift motion-safe:transition motion-safe:duration-150 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0"
    >
      <Toast.Content className="flex items-center gap-3 py-1 pr-1 pl-4">
        <span className={one.type === "bad" ? "text-bad" : "text-accent"}>
          <Icon name={one.type === "bad" ? "warning" : "check"} />
        </span>
        <Toast.Description className="min-w-0 flex-1 py-2" />
        <Toast.Close render={<IconButton icon="close" label={texts.close} />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
