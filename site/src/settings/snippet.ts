export type SnippetOptions =
  | { panel: "order"; orderUrl: string; parameter: string }
  | { panel: "pay"; parameter: string };

type SnippetSource = { script: string; companyId: number; appId: string };

/** The tag for a partner's page. What people typed is written so that it stays within its quotes. */
export function snippet({ script, companyId, appId }: SnippetSource, options: SnippetOptions): string {
  const attributes = [
    `data-company-id="${companyId}"`,
    `data-app-id="${quoted(appId)}"`,
    ...(options.panel === "order" ? [`data-order-url="${quoted(options.orderUrl)}"`] : []),
    `data-invoice-id="${quoted(options.parameter)}"`,
  ];
  return `<script async src="${quoted(script)}"\n  ${attributes.join("\n  ")}></script>`;
}

const quoted = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
