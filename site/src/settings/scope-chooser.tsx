import { useState } from "react";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/keys.ts";
import { FieldGroup } from "../ui/field.tsx";
import { Radio } from "../ui/inputs.tsx";
import { ScopePicker } from "./scope-picker.tsx";
import { type PresetName, scopesOf } from "./scope-presets.ts";

type ScopeChooserProps = {
  /** Undefined until something is chosen: no scope is granted unasked. */
  chosen: readonly string[] | undefined;
  onChange: (scopes: string[]) => void;
  error?: string | undefined;
};

const presets = Object.keys(texts.presets) as PresetName[];

/** What a new key may do: one of the common sets, or scope by scope. */
export function ScopeChooser({ chosen, onChange, error }: ScopeChooserProps) {
  const hasScope = useHasScope();
  const [preset, setPreset] = useState<PresetName>();
  const choose = (name: PresetName) => {
    setPreset(name);
    onChange(name === "custom" ? [...(chosen ?? [])] : scopesOf(name, hasScope));
  };
  return (
    <div className="flex flex-col gap-4">
      <FieldGroup label={texts.purpose} hint={texts.scopesHint} error={error}>
        {presets.map((name) => (
          <Radio
            key={name}
            name="purpose"
            label={texts.presets[name].title}
            hint={texts.presets[name].description}
            checked={preset === name}
            onChange={() => choose(name)}
          />
        ))}
      </FieldGroup>
      {preset === "custom" && <ScopePicker chosen={chosen ?? []} onChange={onChange} />}
      {preset && preset !== "custom" && chosen && (
        <p className="text-sm text-muted wrap-anywhere">
          {texts.includes} {chosen.join(", ")}
        </p>
      )}
    </div>
  );
}
