import { useEffect, useRef, useState } from "react";
import { texts } from "../texts/settings/portal.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/page.tsx";

type PortalPreviewProps = { companyId: number; appId: string };

/** The real panel, loaded by the same script tag as on a partner page. */
export function PortalPreview({ companyId, appId }: PortalPreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const holder = place.current;
    if (!holder) return;
    const tag = document.createElement("script");
    tag.async = true;
    // The loader only handles the tags that exist when it runs, so every round loads it again.
    tag.src = `/portal/embed.js?preview=${round}`;
    Object.assign(tag.dataset, { companyId: String(companyId), appId, orderUrl: "/app/preview" });
    const refuse = (event: Event) => event.preventDefault();
    holder.addEventListener("billfold:order", refuse);
    holder.append(tag);
    return () => {
      holder.removeEventListener("billfold:order", refuse);
      holder.replaceChildren();
    };
  }, [companyId, appId, round]);
  const again = (
    <Button size="small" icon="refresh" onClick={() => setRound(round + 1)}>
      {texts.previewAgain}
    </Button>
  );
  return (
    <Card title={texts.preview} intro={texts.previewIntro} actions={again}>
      <div ref={place} className="min-h-24" />
    </Card>
  );
}
