import { NotificationPreferencesCard } from "../notifications/preferences-card.tsx";
import { useSession } from "../session.tsx";
import { texts } from "../texts/settings/account.ts";
import { Page } from "../ui/page.tsx";
import { PasswordCard } from "./account-password.tsx";
import { ProfileCard } from "./account-profile.tsx";
import { SecondFactorCard } from "./account-second-factor.tsx";
import { SessionsCard } from "./account-sessions.tsx";

export function AccountPage() {
  const { user } = useSession();
  return (
    <Page title={texts.title} intro={texts.intro}>
      <ProfileCard key={user.id} />
      <NotificationPreferencesCard />
      <PasswordCard />
      <SecondFactorCard />
      <SessionsCard />
    </Page>
  );
}
