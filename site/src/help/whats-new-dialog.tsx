import { texts } from "../texts/help.ts";
import { Dialog } from "../ui/dialog.tsx";

/** What changed in the latest releases, in a few sentences. */
export function WhatsNewDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={texts.whatsNew}>
      {texts.releases.map(({ id, title, items }) => (
        <section key={id} className="flex flex-col gap-3">
          <h3 className="font-semibold text-muted">{title}</h3>
          <ul className="flex list-disc flex-col gap-2.5 ps-5">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}
