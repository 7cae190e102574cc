import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { signOut, useSession } from "../session.tsx";
import { texts } from "../texts/shell.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { toastError } from "../ui/toast.tsx";
import { languageItems } from "./language.ts";
import { chooseTheme, chosenTheme, themes } from "./theme.ts";

export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const { user } = useSession();
  const [theme, setTheme] = useState(chosenTheme);
  const own = useOwnItems();
  const themeItems: MenuItem[] = themes.map((name) => ({
    label: texts.themes[name],
    chosen: name === theme,
    onSelect: () => {
      chooseTheme(name);
      setTheme(name);
    },
  }));
  const heading = (
    <>
      <div className="text-sm text-muted">{texts.signedInAs}</div>
      <div className="font-semibold">{user.name}</div>
      <div className="text-sm text-muted">{user.email}</div>
    </>
  );
  return (
    <Menu
      heading={heading}
      align={compact ? "end" : "start"}
      groups={[own.pages, themeItems, languageItems(), own.leaving]}
      trigger={
        <button
          type="button"
          aria-label={`${texts.account}: ${user.name}`}
          className={`flex min-h-11 items-center gap-3 rounded-control px-2 text-start hover:bg-sunken ${compact ? "" : "min-w-0 flex-1"}`}
        >
          <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-tint text-accent">
            <Icon name="user" />
          </span>
          {!compact && <span className="min-w-0 flex-1 truncate font-medium">{user.name}</span>}
        </button>
      }
    />
  );
}

function useOwnItems(): { pages: MenuItem[]; leaving: MenuItem[] } {
  const { operator, company } = useSession();
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await signOut();
      await navigate({ to: "/sign-in" });
    } catch (error) {
      toastError(error);
    }
  };
  const account: MenuItem = {
    label: texts.myAccount,
    icon: "user",
    onSelect: () => void navigate({ to: "/app/settings/account" }),
  };
  const console: MenuItem = {
    label: texts.operator,
    icon: "operator",
    onSelect: () => void navigate({ to: "/operator" }),
  };
  return {
    pages: [...(company ? [account] : []), ...(operator ? [console] : [])],
    leaving: [{ label: texts.signOut, icon: "left", onSelect: () => void leave() }],
  };
}
