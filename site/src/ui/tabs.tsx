import { Tabs as Primitive } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export type Tab = { id: string; title: string; content: ReactNode };

export type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  /** Both are set when the URL holds the open tab. */
  value?: string;
  onChange?: (id: string) => void;
};

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.id } : { value };
  return (
    <Primitive.Root {...chosen} onValueChange={(id) => onChange?.(String(id))}>
      <Primitive.List aria-label={label} className="mb-5 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title }) => (
          <Primitive.Tab
            key={id}
            value={id}
            className="-mb-px min-h-11 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted hover:text-foreground data-[active]:border-accent data-[active]:text-foreground"
          >
            {title}
          </Primitive.Tab>
        ))}
      </Primitive.List>
      {tabs.map(({ id, content }) => (
        <Primitive.Panel key={id} value={id}>
          {content}
        </Primitive.Panel>
      ))}
    </Primitive.Root>
  );
}
