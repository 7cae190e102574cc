import { useNavigate } from "@tanstack/react-router";
import { signOut, useCan, useCompany, useSession, useSwitchCompany } from "../session.tsx";
import { languageItems } from "../shell/language.ts";
import { navigationItems } from "../shell/navigation.ts";
import { chooseTheme, themes } from "../shell/theme.ts";
import { texts } from "../texts/palette.ts";
import { texts as shellTexts } from "../texts/shell.ts";
import type { IconName } from "../ui/icon.tsx";
import { toastError } from "../ui/toast.tsx";

/** The dialogs that commands open without leaving the page. */
export type CommandDialog = "customer" | "product" | "invite" | "shortcuts";

export type Command = {
  key: string;
  label: string;
  icon: IconName;
  keywords?: string;
  /** Keys that do the same without the palette. */
  shortcut?: string;
  run: () => void;
  /** Asks for an invoice first. */
  asksForInvoice?: "payment" | "link";
};

export type CommandGroup = { title: string; commands: Command[] };

/** Everything that this person may do here, in the order in which it is listed. */
export function useCommands(open: (dialog: CommandDialog) => void): CommandGroup[] {
  return [
    { title: texts.groups.actions, commands: useActions(open) },
    { title: texts.groups.pages, commands: usePages() },
    { title: texts.groups.settings, commands: useSettings() },
    { title: texts.groups.personal, commands: usePersonal(open) },
  ];
}

const nothing = () => undefined;

function useActions(open: (dialog: CommandDialog) => void): Command[] {
  const can = useCan();
  const navigate = useNavigate();
  const { actions, keywords } = texts;
  const all: (Command & { needs: [scope: string, feature?: string] })[] = [
    {
      key: "new invoice",
      label: actions.newInvoice,
      icon: "plus",
      keywords: keywords.newInvoice,
      shortcut: "N",
      needs: ["invoices:write", "invoicing"],
      run: () => void navigate({ to: "/app/invoices/new" }),
    },
    {
      key: "new customer",
      label: actions.newCustomer,
      icon: "plus",
      keywords: keywords.newCustomer,
      needs: ["customers:write", "catalog"],
      run: () => open("customer"),
    },
    {
      key: "record payment",
      label: actions.recordPayment,
      icon: "payments",
      keywords: keywords.recordPayment,
      needs: ["payments:write", "payments"],
      run: nothing,
      asksForInvoice: "payment",
    },
    {
      key: "create link",
      label: actions.createLink,
      icon: "link",
      keywords: keywords.createLink,
      needs: ["payments:write", "payments"],
      run: nothing,
      asksForInvoice: "link",
    },
    {
      key: "new product",
      label: actions.newProduct,
      icon: "plus",
      keywords: keywords.newProduct,
      needs: ["products:write", "catalog"],
      run: () => open("product"),
    },
    {
      key: "new sale",
      label: actions.newSale,
      icon: "plus",
      keywords: keywords.newSale,
      needs: ["sales:write", "catalog"],
      run: () => void navigate({ to: "/app/sales/new" }),
    },
    {
      key: "new quote",
      label: actions.newQuote,
      icon: "plus",
      keywords: keywords.newQuote,
      needs: ["sales:write", "catalog"],
      run: () => void navigate({ to: "/app/quotes/new" }),
    },
    {
      key: "new recurring invoice",
      label: actions.newRecurring,
      icon: "plus",
      keywords: keywords.newRecurring,
      needs: ["invoices:write", "invoicing"],
      run: () => void navigate({ to: "/app/recurring-invoices/new" }),
    },
    {
      key: "import",
      label: actions.import,
      icon: "upload",
      keywords: keywords.import,
      needs: ["site:import", "catalog"],
      run: () => void navigate({ to: "/app/transfers" }),
    },
    {
      key: "invite",
      label: actions.invite,
      icon: "user",
      keywords: keywords.invite,
      needs: ["site:users"],
      run: () => open("invite"),
    },
    {
      key: "create key",
      label: actions.createKey,
      icon: "key",
      keywords: keywords.createKey,
      needs: ["site:keys"],
      run: () => void navigate({ to: "/app/settings/keys" }),
    },
  ];
  return all.filter(({ needs }) => can(...needs));
}

/** What concerns the person alone. */
function usePersonal(open: (dialog: CommandDialog) => void): Command[] {
  const { memberships } = useSession();
  const company = useCompany();
  const navigate = useNavigate();
  const switchTo = useSwitchCompany();
  const { actions, keywords } = texts;
  const leave = () => signOut().then(() => navigate({ to: "/sign-in" }), toastError);
  return [
    ...memberships
      .filter(({ company_id }) => company_id !== company.id)
      .map(({ company_id, name }) => ({
        key: `company ${company_id}`,
        label: actions.company(name),
        icon: "company" as const,
        run: () => void switchTo(company_id).then(() => navigate({ to: "/app" })),
      })),
    ...themes.map((theme) => ({
      key: `theme ${theme}`,
      label: actions.theme(shellTexts.themes[theme]),
      icon: "sun" as const,
      keywords: keywords.theme,
      run: () => chooseTheme(theme),
    })),
    ...languageItems()
      .filter(({ chosen }) => !chosen)
      .map(({ label, onSelect }) => ({
        key: `language ${label}`,
        label: actions.language(label),
        icon: "globe" as const,
        keywords: keywords.language,
        run: onSelect,
      })),
    {
      key: "shortcuts",
      label: actions.shortcuts,
      icon: "info",
      keywords: keywords.shortcuts,
      shortcut: "?",
      run: () => open("shortcuts"),
    },
    {
      key: "sign out",
      label: actions.signOut,
      icon: "left",
      keywords: keywords.signOut,
      run: () => void leave(),
    },
  ];
}

const wordsOf = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? "";

function usePages(): Command[] {
  const can = useCan();
  const navigate = useNavigate();
  return navigationItems
    .filter(({ scope, feature }) => scope === undefined || can(scope, feature))
    .map(({ name, to, icon }) => ({
      key: `page ${to}`,
      label: shellTexts.pages[name],
      icon,
      keywords: wordsOf(texts.pageKeywords, name),
      run: () => void navigate({ to }),
    }));
}

const settingsScopes = {
  company: "site:read",
  documents: "site:read",
  keys: "site:keys",
  webhooks: "webhooks:read",
  portal: "portal:embed",
  einvoicing: "integrations",
  gateway: "site:read",
  reminders: "invoices:read",
  "exchange-rates": "invoices:read",
  users: "site:users",
  plan: "site:read",
  audit: "site:audit",
  account: "site:read",
} as const;

function useSettings(): Command[] {
  const can = useCan();
  const navigate = useNavigate();
  return (Object.keys(settingsScopes) as (keyof typeof settingsScopes)[])
    .filter((name) => can(settingsScopes[name]))
    .map((name) => ({
      key: `settings ${name}`,
      label: shellTexts.settings[name],
      icon: "settings",
      keywords: `${shellTexts.pages.settings} ${wordsOf(texts.settingsKeywords, name)}`,
      run: () => void navigate({ to: `/app/settings/${name}` as string }),
    }));
}
