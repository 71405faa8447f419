// The menu, and the search: all words of a query must be in a section. The index is loaded when the field is used first.
(() => {
  "use strict";
  const root = document.body.dataset.root;
  const field = document.getElementById("search");
  const list = document.getElementById("found");
  const MOST = 12;
  const AROUND = 60;

  // A wide window has the menu beside the text, without the line that opens it.
  const wide = matchMedia("(min-width: 60.01rem)");
  const fitMenu = () => { document.querySelector(".menu").open = wide.matches; };
  fitMenu();
  wide.addEventListener("change", fitMenu);

  let loading;
  const index = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = () => resolve(window.sections);
    script.onerror = () => reject(new Error("no search index"));
    document.head.append(script);
  }).catch(error => {
    loading = undefined;
    throw error;
  });

  // Without the signs of a sentence around them; an option keeps its dashes.
  const words = () => field.value.toLowerCase().split(/\s+/)
    .map(word => word.replace(/^["'`“”‘’«([{]+|["'`“”‘’»)\]}?!.,;:…]+$/g, ""))
    .filter(word => word);

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

  const sentence = content => {
    const row = document.createElement("li");
    const text = document.createElement("p");
    text.textContent = content;
    row.append(text);
    return row;
  };

  const open = rows => {
    list.replaceChildren(...rows);
    list.hidden = false;
  };

  const close = () => {
    list.replaceChildren();
    list.hidden = true;
  };

  const show = async () => {
    let sections;
    try {
      sections = await index();
    } catch {
      open([sentence("The index of the search cannot be loaded.")]);
      return;
    }
    const query = words();
    if (query.length === 0) {
      close();
      return;
    }
    const found = sections.map(section => [score(section, query), section]).filter(pair => pair[0] > 0);
    found.sort((a, b) => b[0] - a[0]);
    open(found.length ? found.slice(0, MOST).map(pair => item(pair[1], query)) : [sentence("Nothing found.")]);
  };

  field.addEventListener("focus", show);
  field.addEventListener("input", show);
  field.addEventListener("keydown", event => {
    if (event.key === "Enter") list.querySelector("a")?.click();
    if (event.key === "Escape") close();
  });
  document.addEventListener("click", event => {
    if (!event.target.closest("search")) close();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
  });
})();
