import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type EmptyStateProps = {
  icon?: IconName;
  title: string;
  /** What to do next, or why there is nothing. */
  children: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon = "info", title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-line px-6 py-12 text-center">
      <span className="mb-2 rounded-full bg-tint p-3 text-accent">
        <Icon name={icon} className="size-6" />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      <div className="max-w-prose text-muted">{children}</div>
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
