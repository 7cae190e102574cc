import { Logo } from "../shell/logo.tsx";
import { texts } from "../texts/landing.ts";
import { Icon } from "../ui/icon.tsx";
import { AnchorButton } from "./anchor-button.tsx";
import { LanguageLinks } from "./language-links.tsx";
import { operatorLinks } from "./placeholders.ts";
import { SampleInvoice } from "./sample-invoice.tsx";

const documentation = "/docs";
const points = ["invoices", "operator", "payments", "events"] as const;

export function LandingPage() {
  return (
    <>
      <header className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-5 py-4 sm:px-8">
        <Logo />
        <nav aria-label={texts.navigation} className="flex shrink-0 items-center gap-2 whitespace-nowrap">
          <AnchorButton kind="quiet" href={documentation} className="max-sm:hidden">
            {texts.docs}
          </AnchorButton>
          <AnchorButton href="/sign-in">{texts.signIn}</AnchorButton>
        </nav>
      </header>
      <main className="mx-auto max-w-6xl px-5 sm:px-8">
        <section className="grid items-center gap-12 py-10 lg:grid-cols-[1.1fr_1fr] lg:py-20">
          <div className="flex flex-col gap-6">
            <h1 className="font-display text-4xl leading-[1.1] font-semibold tracking-tight text-balance sm:text-5xl lg:text-[3.25rem]">
              {texts.headline.map((line) => (
                <span key={line} className="block">
                  {line}{" "}
                </span>
              ))}
            </h1>
            <p className="max-w-prose text-lg text-muted">{texts.intro}</p>
            <div className="flex flex-wrap gap-3">
              <AnchorButton kind="primary" href="/register">
                {texts.register}
              </AnchorButton>
              <AnchorButton href="/sign-in">{texts.signIn}</AnchorButton>
            </div>
          </div>
          <SampleInvoice />
        </section>
        <section className="grid gap-x-12 gap-y-8 border-t border-line py-12 sm:grid-cols-2">
          {points.map((name) => (
            <div key={name} className="flex gap-4">
              <span className="mt-1 text-accent">
                <Icon name={name} className="size-6" />
              </span>
              <div>
                <h2 className="text-lg font-semibold">{texts.points[name].title}</h2>
                <p className="text-muted">{texts.points[name].description}</p>
              </div>
            </div>
          ))}
        </section>
        <section className="mb-12 flex flex-wrap items-center justify-between gap-6 rounded-card bg-tint p-6 sm:p-10 lg:flex-nowrap">
          <div className="max-w-xl">
            <h2 className="font-display text-2xl font-semibold">{texts.developers}</h2>
            <p className="mt-1">{texts.developersBody}</p>
          </div>
          <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col lg:shrink-0">
            <AnchorButton href={documentation}>{texts.openDocs}</AnchorButton>
            <AnchorButton kind="quiet" href="/docs/reference">
              {texts.reference}
            </AnchorButton>
          </div>
        </section>
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-6 text-sm text-muted sm:px-8">
          <nav aria-label={texts.footer} className="flex flex-wrap gap-x-6">
            <FooterLink href={documentation}>{texts.docs}</FooterLink>
            <FooterLink href="/docs/reference">{texts.reference}</FooterLink>
            <FooterLink href={operatorLinks.contact}>{texts.contact}</FooterLink>
            <FooterLink href={operatorLinks.privacy}>{texts.privacy}</FooterLink>
            <FooterLink href={operatorLinks.terms}>{texts.terms}</FooterLink>
          </nav>
          <LanguageLinks label={texts.language} />
        </div>
      </footer>
    </>
  );
}

const FooterLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="inline-flex min-h-11 items-center hover:text-foreground">
    {children}
  </a>
);
