import { useState } from "react";
import { texts } from "../texts/editor.ts";
import { Button } from "../ui/button.tsx";

const storageKey = "billfold.preview";
/** Here the preview is beside the editor, and here it starts there; on narrower screens it takes the editor's place. */
const beside = "(min-width: 80rem)";
const wide = "(min-width: 90rem)";

/** Whether the preview is shown: as it was left on a wide screen, and on demand on others. */
export function usePreview() {
  const [isShown, setShown] = useState(
    () => matchMedia(wide).matches && localStorage.getItem(storageKey) !== "hidden",
  );
  const onToggle = () => {
    if (matchMedia(wide).matches) localStorage.setItem(storageKey, isShown ? "hidden" : "shown");
    setShown(!isShown);
  };
  /** For errors in the form, which must not stay hidden behind the preview. */
  const showForm = () => {
    if (!matchMedia(beside).matches) setShown(false);
  };
  return { isShown, onToggle, showForm };
}

export function PreviewButton({ isShown, onToggle }: Omit<ReturnType<typeof usePreview>, "showForm">) {
  return (
    <Button icon={isShown ? "edit" : "eye"} onClick={onToggle}>
      {isShown ? (
        <>
          <span className="xl:hidden">{texts.preview.edit}</span>
          <span className="max-xl:hidden">{texts.preview.hide}</span>
        </>
      ) : (
        texts.preview.show
      )}
    </Button>
  );
}
