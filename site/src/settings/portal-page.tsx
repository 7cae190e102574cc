import { useResponse } from "../data/use-response.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/portal.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
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
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded response={config}>
        {({ app_id, ...rest }) => (app_id ? <PortalSnippet config={{ ...rest, app_id }} /> : <NoKey />)}
      </Loaded>
      <AllowedOrigins />
      {hasScope("products:read") && <PortalProducts mayChange={hasScope("products:write")} />}
      {config.data?.app_id && <PortalPreview companyId={config.data.company_id} appId={config.data.app_id} />}
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
