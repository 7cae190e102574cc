import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { texts } from "../texts/ui.ts";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { type Message, takeMessages, useMessageCount } from "./messages.ts";

const manager = Toast.createToastManager();

/** Shows the messages. The region exists before its first message, so that screen readers announce it. */
export function ToastList() {
  const count = useMessageCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new message is shown
  useEffect(() => {
    for (const message of takeMessages()) show(message);
  }, [count]);
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={texts.notifications}
          className="fixed inset-x-4 bottom-20 z-60 flex flex-col items-center gap-2 sm:start-auto sm:end-6 sm:bottom-6 sm:w-96"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function show({ text, isBad }: Message): void {
  if (isBad) manager.add({ description: text, type: "bad", timeout: 10_000, priority: "high" });
  else manager.add({ description: text, type: "good" });
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((one) => (
    <Toast.Root
      key={one.id}
      toast={one}
      className="w-full rounded-card border border-line bg-raised shadow-lift motion-safe:transition motion-safe:duration-150 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0"
    >
      <Toast.Content className="flex items-center gap-3 py-1 ps-4 pe-1">
        <span className={one.type === "bad" ? "text-bad" : "text-accent"}>
          <Icon name={one.type === "bad" ? "warning" : "check"} />
        </span>
        <Toast.Description className="min-w-0 flex-1 py-2" />
        <Toast.Close render={<IconButton icon="close" label={texts.close} />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
