import { useSession } from "../session.tsx";
import { texts } from "../texts/settings/account.ts";
import { Card, Facts, Page } from "../ui/page.tsx";
import { PasswordCard } from "./account-password.tsx";
import { SecondFactorCard } from "./account-second-factor.tsx";
import { SessionsCard } from "./account-sessions.tsx";

export function AccountPage() {
  const { user } = useSession();
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Card title={texts.you}>
        <Facts
          facts={[
            [texts.name, user.name],
            [texts.email, user.email],
          ]}
        />
      </Card>
      <PasswordCard />
      <SecondFactorCard />
      <SessionsCard />
    </Page>
  );
}
