import { useQuery } from "@tanstack/react-query";
import { texts } from "../texts/auth.ts";
import { ButtonAnchor } from "../ui/button.tsx";

const mailPage = "/mail";

/**
 * A link to the local mail page, which exists only where the service does not send mail, such as on a developer's
 * machine.
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
