import { useQuery } from "@tanstack/react-query";
import { texts } from "../texts/auth.ts";
import { ButtonAnchor } from "../ui/button.tsx";

const mailPage = "/mail";

/** Where no mail is sent, as on a developer's machine, mails lie on a page. Elsewhere there is no such page, nor a link. */
export function LocalMail() {
  const { data: isThere } = useQuery({
    queryKey: [mailPage],
    queryFn: async () => (await fetch(mailPage)).ok,
    retry: false,
  });
  if (!isThere) return null;
  return (
    <ButtonAnchor href={mailPage} icon="external" newTab>
      {texts.localMail}
    </ButtonAnchor>
  );
}
