import { scopeNames } from "../../../service/src/contract/access.ts";
import { useHasScope } from "../session.tsx";
import { scopeTexts } from "../texts/scopes.ts";
import { texts } from "../texts/settings/keys.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/inputs.tsx";

type ScopePickerProps = {
  chosen: readonly string[];
  onChange: (scopes: string[]) => void;
  /** The scopes that the key has already; they may stay even if the user does not have them. */
  held?: readonly string[];
  /** Scopes that are marked as unused. */
  unused?: readonly string[];
};

const groups = [...new Set(scopeNames.map((scope) => scopeTexts[scope]?.group ?? ""))];

/** The scopes that the user may grant, and a note about those that they may not. */
export function ScopePicker({ chosen, onChange, held = [], unused = [] }: ScopePickerProps) {
  const hasScope = useHasScope();
  const offered = scopeNames.filter((scope) => hasScope(scope) || held.includes(scope));
  const withheld = scopeNames.filter((scope) => !hasScope(scope));
  // Keeps the order of the list.
  const set = (wanted: (scope: string) => boolean) => onChange(offered.filter(wanted));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={() => set(() => true)}>
          {texts.all}
        </Button>
        <Button size="small" onClick={() => set((scope) => scope.endsWith(":read"))}>
          {texts.readOnly}
        </Button>
        <Button size="small" onClick={() => set(() => false)}>
          {texts.none}
        </Button>
      </div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups
          .filter((group) => offered.some((scope) => scopeTexts[scope]?.group === group))
          .map((group) => (
            <fieldset key={group}>
              <legend className="mb-1 w-full border-b border-line pb-1 text-sm font-semibold text-muted">
                {group}
              </legend>
              {offered
                .filter((scope) => scopeTexts[scope]?.group === group)
                .map((scope) => (
                  <Checkbox
                    key={scope}
                    checked={chosen.includes(scope)}
                    onChange={(isChosen) => set((one) => (one === scope ? isChosen : chosen.includes(one)))}
                    label={
                      <>
                        {scopeTexts[scope]?.title}{" "}
                        {unused.includes(scope) && <Badge tone="warn">{texts.unusedMark}</Badge>}
                      </>
                    }
                    hint={
                      <>
                        <code className="font-mono text-xs">{scope}</code> {scopeTexts[scope]?.description}
                      </>
                    }
                  />
                ))}
            </fieldset>
          ))}
      </div>
      {withheld.length > 0 && <p className="text-sm text-muted">{texts.notYours(withheld.join(", "))}</p>}
      {chosen.length === 0 && <p className="text-sm text-warn">{texts.noScopes}</p>}
    </div>
  );
}
