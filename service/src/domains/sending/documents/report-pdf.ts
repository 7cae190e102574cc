import type { Language } from "../../../contract/languages.ts";
import { showDate, showMethod, showNumber, showRate } from "../../../platform/values/format.ts";
import { putLetterhead, putParties } from "./letterhead.ts";
import { closePaper, colours, ensureSpace, type Look, openPaper, type Paper, part, putText } from "./pdf.ts";
import { putReportTable } from "./report-table.ts";
import { type DocumentTexts, documentTexts } from "./texts/texts.ts";
import { money, type Party, price, taxCategoryName } from "./wording.ts";

type Texts = DocumentTexts["report"];
export type ReportName = keyof Texts["names"];

type Value = string | number | null;
/** Amounts are decimal text. A list is shown below each other in its cell. */
export type ReportRow = Readonly<Record<string, Value | readonly Value[]>>;

export type ReportCell = {
  name: string;
  kind:
    | "text"
    | "date"
    | "word"
    | "group"
    | "customer"
    | "method"
    | "anyMethod"
    | "category"
    | "rate"
    | "count"
    | "amount";
};

/** Its cells are one below the other. A column of labels has a text for each line instead. */
export type ReportColumn = {
  title: keyof Texts["columns"];
  cells: readonly ReportCell[];
  labels?: readonly (keyof Texts["columns"])[];
};

export type ReportLayout = {
  /** Whether its table needs pages that are wider than they are high. */
  isAcross: boolean;
  columns: readonly ReportColumn[];
  /** Where the first and the last row say what they are. */
  labelColumn?: number;
};

export type ReportSection = {
  currency: string;
  /** What the account began with. */
  opening?: ReportRow;
  rows: readonly ReportRow[];
  closing: ReportRow;
};

/** Everything that a report shows. */
export type ReportDocument = ReportLayout & {
  name: ReportName;
  language: Language;
  company: Party;
  /** Whom a statement is for. */
  customer: Party | null;
  /** Days; a report of one day has no first one. */
  period: { from: string | null; to: string };
  groupBy: keyof Texts["groupings"] | null;
  sections: readonly ReportSection[];
  isTest: boolean;
  settings: Look;
  /** When the report is made. */
  now: Date;
};

/** A table for each currency, with what it comes to in its last row. The same report gives the same bytes. */
export async function renderReportPdf(report: ReportDocument): Promise<Buffer> {
  const { name, language, company, isTest, period, sections } = report;
  const { report: texts, ...others } = documentTexts[language];
  const heading = texts.names[name];
  const days =
    period.from === null
      ? texts.asOf(showDate(period.to, language))
      : texts.period(showDate(period.from, language), showDate(period.to, language));
  const title = `${heading} · ${days}`;
  const paper = await openPaper({
    language,
    title,
    author: company.name,
    now: report.now,
    isAcross: report.isAcross,
    look: report.settings,
    watermark: isTest ? others.marks.test : undefined,
    runningHead: { left: company.name, right: title },
  });
  const grouping = report.groupBy && texts.groupings[report.groupBy];
  putLetterhead(paper, {
    supplier: company,
    heading,
    name: [days, grouping].filter(Boolean).join(" · "),
    test: isTest ? texts.test : undefined,
  });
  if (report.customer) putParties(paper, report.customer, balancesOf(report, texts), texts.statementFor);
  if (sections.length === 0) putParagraph(paper, texts.empty);
  for (const section of sections) await putSection(paper, report, section);
  const foot = [company.name, company.tax_id && others.taxId(company.tax_id)].filter(Boolean).join(" · ");
  return closePaper(paper, foot);
}

/** What the customer owes in the end, beside their name. */
const balancesOf = ({ sections, language }: ReportDocument, texts: Texts) =>
  sections.map(({ currency, closing }) => ({
    label: texts.closing.statement,
    value: money(String(closing.balance), currency, language),
    isStrong: true,
  }));

function putParagraph(paper: Paper, text: string): void {
  part(paper, paper.root, "P", () =>
    putText(paper, text, { x: paper.page.left, y: paper.y, size: 10, colour: colours.muted }),
  );
}

async function putSection(paper: Paper, report: ReportDocument, section: ReportSection): Promise<void> {
  const { columns, labelColumn = 0, language, name } = report;
  const { report: texts } = documentTexts[language];
  // The heading stays with the first rows below it.
  ensureSpace(paper, 90);
  const style = { size: 10.5, weight: "semibold", colour: paper.accent } as const;
  part(paper, paper.root, "H2", () =>
    putText(paper, texts.inCurrency(section.currency), { x: paper.page.left, y: paper.y, ...style }),
  );
  paper.y += 18;
  const linesOf = (row: ReportRow, label?: string) =>
    columns.map((column, index) => {
      if (index === labelColumn && label !== undefined) return [label];
      if (column.labels) return column.labels.map((title) => texts.columns[title]);
      return column.cells.flatMap((cell) => cellLines(cell, row, section.currency, language));
    });
  const rows = section.rows.map((row) => linesOf(row));
  if (section.opening) rows.unshift(linesOf(section.opening, texts.openingBalance));
  await putReportTable(paper, {
    columns: columns.map(({ title, cells, labels }) => ({
      title: texts.columns[title],
      isNumber: !labels && cells.every(({ kind }) => numberKinds.has(kind)),
    })),
    rows,
    closing: linesOf(section.closing, name === "statement" ? texts.closing.statement : texts.closing.others),
  });
  paper.y += 24;
}

const numberKinds = new Set<ReportCell["kind"]>(["rate", "count", "amount"]);

function cellLines(cell: ReportCell, row: ReportRow, currency: string, language: Language): string[] {
  const value = row[cell.name] ?? null;
  if (typeof value !== "object" || value === null) return [cellText(cell, value, row, currency, language)];
  return value.map((each) => cellText(cell, each as Value, row, currency, language));
}

function cellText(
  { name, kind }: ReportCell,
  value: Value,
  row: ReportRow,
  currency: string,
  language: Language,
): string {
  const { report: texts } = documentTexts[language];
  const words: Record<string, string> = texts.words;
  // Last rows leave out what only single rows have.
  if (value === null) return name in row ? nameOfNothing(kind, texts) : "";
  const text = String(value);
  if (kind === "date") return showDate(text, language);
  if (kind === "method" || kind === "anyMethod") return showMethod(text, language);
  if (kind === "category") return [text, taxCategoryName(text, language)].filter(Boolean).join(" · ");
  if (kind === "rate") return showRate(text, language);
  if (kind === "count") return showNumber(text, language);
  if (kind === "amount") return price(text, currencyOf(name, row, currency), language);
  const isWord = kind === "word" || (kind === "group" && (row.group_id ?? null) === null);
  return isWord && Object.hasOwn(words, text) ? words[text]! : text;
}

const currencyOf = (name: string, { accounting_currency: other }: ReportRow, currency: string) =>
  name.endsWith("_accounting") && typeof other === "string" ? other : currency;

function nameOfNothing(kind: ReportCell["kind"], texts: Texts): string {
  if (kind === "customer") return texts.noCustomer;
  return kind === "anyMethod" ? texts.noMethod : "";
}
