import { readableOn } from "../../../service/src/platform/values/colour.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/settings/documents.ts";
import { formatMoney } from "../ui/format.ts";
import { useRegion } from "../ui/values.tsx";
import type { DocumentSettings } from "./documents-page.tsx";
import { LogoImage } from "./logo-field.tsx";

type Props = {
  colour: string | null;
  footer: string;
  logo: DocumentSettings["logo"];
  account: DocumentSettings["bank_accounts"][number] | undefined;
};

const ink = "#16202e";

/** An invoice in small, with what is being typed. Paper is white, in dark mode too. */
export function DocumentPreview({ colour, footer, logo, account }: Props) {
  const { name, currency } = useCompany();
  const region = useRegion();
  const accent = colour === null ? ink : readableOn("#ffffff", colour);
  const amount = formatMoney("145125", currency, region);
  return (
    <figure className="m-0 flex flex-col gap-2">
      <figcaption className="text-sm font-medium text-muted">{texts.preview}</figcaption>
      <div
        className="flex min-h-80 flex-col gap-5 rounded-control border border-line p-5 text-xs shadow-sm"
        style={{ background: "#ffffff", color: ink }}
      >
        <div className="flex items-start justify-between gap-4">
          <div className="flex min-w-0 flex-col gap-2">
            {logo && (
              <LogoImage logo={logo} alt="" className="h-auto max-h-10 w-auto max-w-full self-start" />
            )}
            <p className="font-semibold break-words">{name}</p>
          </div>
          <p className="text-xl font-semibold" style={{ color: accent }}>
            {texts.previewHeading}
          </p>
        </div>
        <div>
          <div style={{ borderTop: `1.5px solid ${accent}` }} />
          <p className="flex justify-between gap-4 py-2" style={{ borderBottom: "1px solid #d5dae1" }}>
            <span>{texts.previewItem}</span>
            <span className="tabular-nums">{amount}</span>
          </p>
          <p className="flex justify-between gap-4 pt-2 text-sm font-semibold">
            <span>{texts.previewDue}</span>
            <span className="tabular-nums">{amount}</span>
          </p>
        </div>
        {account && (
          <div className="min-w-0 break-words">
            <p className="font-semibold" style={{ color: accent }}>
              {texts.accounts}
            </p>
            <p>{account.bank}</p>
            <p>{account.name}</p>
            <p className="tabular-nums">{account.iban ?? account.account_number}</p>
          </div>
        )}
        <p
          className="mt-auto line-clamp-2 pt-2 break-words"
          style={{ borderTop: "1px solid #d5dae1", color: "#475364", minHeight: "2.5rem" }}
        >
          {footer || name}
        </p>
      </div>
    </figure>
  );
}
