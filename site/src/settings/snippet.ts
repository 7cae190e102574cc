export type SnippetWish =
  | { panel: "order"; orderUrl: string; parameter: string }
  | { panel: "pay"; parameter: string };

type SnippetSource = { script: string; companyId: number; appId: string };

/** The tag for a partner's page. What people typed is written so that it stays within its quotes. */
export function snippet({ script, companyId, appId }: SnippetSource, wish: SnippetWish): string {
  const attributes = [
    `data-company-id="${companyId}"`,
    `data-app-id="${quoted(appId)}"`,
    ...(wish.panel === "order" ? [`data-order-url="${quoted(wish.orderUrl)}"`] : []),
    `data-invoice-id="${quoted(wish.parameter)}"`,
  ];
  return `<script async src="${quoted(script)}"\n  ${attributes.join("\n  ")}></script>`;
}

const quoted = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
