import { useQuery } from "@tanstack/react-query";
import { texts } from "../texts/auth.ts";
import { ButtonAnchor } from "../ui/button.tsx";

const mailPage = "/mail";

/**
 * Where mail is not sent, as on a developer's machine, a local page shows it. Elsewhere neither the page nor this link
 * exists.
 */
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
