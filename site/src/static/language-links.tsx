import { languages } from "../../../service/src/contract/languages.ts";
import { languageNames } from "../shell/language.ts";
import { texts } from "../texts/ui.ts";

/** The page in its other languages; the service remembers the choice. */
export function LanguageLinks({ label }: { label: string }) {
  return (
    <nav aria-label={label} className="flex gap-x-4">
      {languages.map((language) => (
        <a
          key={language}
          href={`?language=${language}`}
          lang={language}
          hrefLang={language}
          aria-current={language === texts.language ? "true" : undefined}
          className="inline-flex min-h-11 items-center hover:text-foreground aria-[current]:font-semibold aria-[current]:text-foreground"
        >
          {languageNames[language]}
        </a>
      ))}
    </nav>
  );
}
