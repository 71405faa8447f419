// The search: all words of a query must be in a section. The index is loaded when the field is used first.
(() => {
  "use strict";
  const root = document.body.dataset.root;
  const field = document.getElementById("search");
  const list = document.getElementById("found");
  const MOST = 12;
  const AROUND = 60;

  document.querySelector(".menu").open = matchMedia("(min-width: 60.01rem)").matches;

  let loading;
  const index = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = () => resolve(window.sections);
    script.onerror = () => reject(new Error("no search index"));
    document.head.append(script);
  });

  const score = (section, words) => {
    const heading = (section.page + " " + section.heading).toLowerCase();
    const text = section.text.toLowerCase();
    let sum = 0;
    for (const word of words) {
      if (!heading.includes(word) && !text.includes(word)) return 0;
      sum += heading.includes(word) ? 10 : 1;
    }
    return sum;
  };

  const excerpt = (section, word) => {
    const at = section.text.toLowerCase().indexOf(word);
    const from = Math.max(0, at - AROUND);
    const part = section.text.slice(from, from + 3 * AROUND);
    return (from > 0 ? "…" : "") + part + (from + part.length < section.text.length ? "…" : "");
  };

  const item = (section, words) => {
    const link = document.createElement("a");
    link.href = root + section.address;
    link.textContent = section.heading === section.page ? section.page : section.page + " › " + section.heading;
    const small = document.createElement("small");
    small.textContent = excerpt(section, words[0]);
    link.append(small);
    const row = document.createElement("li");
    row.append(link);
    return row;
  };

  const nothing = () => {
    const row = document.createElement("li");
    const text = document.createElement("p");
    text.textContent = "Nothing found.";
    row.append(text);
    return row;
  };

  const show = async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
    const sections = await index();
    if (words.length === 0) {
      list.hidden = true;
      return;
    }
    const found = sections.map(section => [score(section, words), section]).filter(pair => pair[0] > 0);
    found.sort((a, b) => b[0] - a[0]);
    list.replaceChildren(...(found.length ? found.slice(0, MOST).map(pair => item(pair[1], words)) : [nothing()]));
    list.hidden = false;
  };

  field.addEventListener("focus", index);
  field.addEventListener("input", show);
  field.addEventListener("keydown", event => {
    if (event.key === "Enter") list.querySelector("a")?.click();
    if (event.key === "Escape") list.hidden = true;
  });
  document.addEventListener("click", event => {
    if (!event.target.closest("search")) list.hidden = true;
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
  });
})();
