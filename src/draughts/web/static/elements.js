// Making the elements of a page.

export function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

export function button(text, action, className = "") {
  const made = element("button", text, className);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}
