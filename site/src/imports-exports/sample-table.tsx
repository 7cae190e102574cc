import { texts } from "../texts/imports-exports.ts";
import { Badge } from "../ui/badge.tsx";
import type { Preview } from "./preview.ts";

const tones = { create: "good", update: "note", unchanged: "neutral" } as const;
const shownColumns = 5;

/** The first rows as they would be stored; on phones as cards, which need no horizontal scrolling. */
export function SampleTable({ sample }: { sample: Preview["sample"] }) {
  if (sample.length === 0) return null;
  const filled = Object.keys(sample[0]!.record).filter((name) => sample.some(({ record }) => record[name]));
  const columns = filled.slice(0, shownColumns);
  return (
    <div>
      <h3 className="mb-2 font-semibold">{texts.imports.sample}</h3>
      <table className="w-full text-start wrap-break-word text-sm">
        <caption className="sr-only">{texts.imports.sample}</caption>
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-muted">
            {[texts.imports.row, texts.imports.action, ...columns].map((title) => (
              <th key={title} scope="col" className="py-1.5 pe-4 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ row, action, record }) => (
            <tr
              key={row}
              className="border-b border-line align-top max-md:grid max-md:grid-cols-[auto_1fr] max-md:gap-x-3 max-md:py-2"
            >
              <td className="py-1.5 pe-4 tabular-nums text-muted max-md:py-0">{row}</td>
              <td className="py-1.5 pe-4 max-md:justify-self-end max-md:py-0 max-md:pe-0">
                <Badge tone={tones[action]}>{texts.imports.actions[action]}</Badge>
              </td>
              {columns.map((name) => (
                <td key={name} className="py-1.5 pe-4 max-md:col-span-2 max-md:py-0 max-md:empty:hidden">
                  {record[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
