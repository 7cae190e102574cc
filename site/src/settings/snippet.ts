export type SnippetOptions =
  | { panel: "order"; orderUrl: string; parameter: string }
  | { panel: "pay"; parameter: string };

type SnippetSource = { script: string; companyId: number; appId: string };

/** The script tag for a partner page, with the typed values escaped. */
export function snippet({ script, companyId, appId }: SnippetSource, options: SnippetOptions): string {
  const attributes = [
    `data-company-id="${companyId}"`,
    `data-app-id="${quoted(appId)}"`,
    ...(options.panel === "order" ? [`data-order-url="${quoted(options.orderUrl)}"`] : []),
    `data-invoice-id="${quoted(options.parameter)}"`,
  ];
  return `<script async\n  src="${quoted(script)}"\n  ${attributes.join("\n  ")}></script>`;
}

const quoted = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
