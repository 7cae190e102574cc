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
