import { useNavigate, useSearch } from "@tanstack/react-router";
import { useResponse } from "../data/use-response.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/portal.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { AllowedOrigins } from "./portal-origins.tsx";
import { PortalPreview } from "./portal-preview.tsx";
import { PortalProducts } from "./portal-products.tsx";
import { PortalSnippet } from "./portal-snippet.tsx";

/** The response of `/portal/config`. For users, `app_id` is that of a key that may embed the portal, if any. */
export type PortalConfig = {
  company_id: number;
  app_id: string | null;
  invoice_id: string;
  links: { embed_script: string };
};

export function PortalPage() {
  const hasScope = useHasScope();
  const config = useResponse<PortalConfig>("/portal/config");
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const code = (
    <Loaded response={config}>
      {({ app_id, ...rest }) => (app_id ? <PortalSnippet config={{ ...rest, app_id }} /> : <NoKey />)}
    </Loaded>
  );
  const preview = (
    <Loaded response={config}>
      {({ app_id, company_id }) =>
        app_id ? <PortalPreview companyId={company_id} appId={app_id} /> : <NoKey />
      }
    </Loaded>
  );
  const tabs = [
    { id: "code", title: texts.snippet, content: code },
    { id: "origins", title: texts.origins, content: <AllowedOrigins /> },
    ...(hasScope("products:read")
      ? [
          {
            id: "products",
            title: texts.products,
            content: <PortalProducts mayChange={hasScope("products:write")} />,
          },
        ]
      : []),
    { id: "preview", title: texts.preview, content: preview },
  ];
  const open = tabs.some(({ id }) => id === tab) ? tab! : "code";
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Tabs
        label={texts.title}
        tabs={tabs}
        value={open}
        onChange={(id) => void navigate({ to: ".", search: id === "code" ? {} : { tab: id }, replace: true })}
      />
    </Page>
  );
}

function NoKey() {
  return (
    <EmptyState
      icon="key"
      title={texts.noKey}
      action={
        <ButtonLink kind="primary" to="/app/settings/keys">
          {texts.toKeys}
        </ButtonLink>
      }
    >
      {texts.noKeyBody}
    </EmptyState>
  );
}
