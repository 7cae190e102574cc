// A button to copy each snippet. The page is whole without it, and without a clipboard there is no button.
if (navigator.clipboard) {
  const voice = document.createElement("p");
  voice.className = "voice";
  voice.setAttribute("role", "status");
  document.body.append(voice);
  for (const block of document.querySelectorAll(".code:not(.text)")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const copied = await navigator.clipboard.writeText(block.querySelector("code").textContent).then(
        () => true,
        () => false,
      );
      voice.textContent = copied
        ? "Copied"
        : "The browser does not allow copying here; select the text instead.";
      button.textContent = copied ? "Copied" : "Not allowed";
      setTimeout(() => {
        button.textContent = "Copy";
        voice.textContent = "";
      }, 2000);
    });
    block.append(button);
  }
}

// The reference was one page once: #tag/invoices/post/invoices was the address of an operation.
const [, tag] = /^#tag\/([\w-]+)/.exec(location.hash) ?? [];
if (tag && location.pathname === "/docs/reference") location.replace(`/docs/reference/${tag}`);
// The language that the reader chose is shown in all snippets, on this page and the next.
const choices = [...document.querySelectorAll(".tabs input")];
const stored = "billfold-docs-language";

function choose(language) {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
}

function remembered() {
  try {
    return localStorage.getItem(stored);
  } catch {
    return null;
  }
}

function remember(language) {
  try {
    localStorage.setItem(stored, language);
  } catch {
    // A browser may forbid storage: the choice then holds for this page.
  }
}

choose(remembered());
for (const choice of choices) {
  choice.addEventListener("change", () => {
    // The snippets above change their height: the one that was clicked stays where it is.
    const before = choice.parentElement.getBoundingClientRect().top;
    choose(choice.value);
    remember(choice.value);
    scrollBy({ top: choice.parentElement.getBoundingClientRect().top - before, behavior: "instant" });
  });
}
