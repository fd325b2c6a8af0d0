// The coverage grid: rows from the page's data, narrowed by what is typed and by status.
document.addEventListener("DOMContentLoaded", () => {
  const grid = document.getElementById("coverage-grid");
  if (!grid) return;
  const rows = JSON.parse(document.getElementById("coverage-data").textContent);
  const typed = grid.querySelector("input[type=search]");
  const boxes = [...grid.querySelectorAll("input[type=checkbox]")];
  const body = grid.querySelector("tbody");
  const shown = 500;
  const show = () => {
    const words = typed.value.toLowerCase();
    const kinds = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const found = rows.filter(([name, kind, missing]) => kinds.has(kind) && (name + " " + missing).toLowerCase().includes(words));
    body.replaceChildren(...found.slice(0, shown).map((cells) => {
      const row = document.createElement("tr");
      for (const cell of cells) row.appendChild(document.createElement("td")).textContent = cell;
      return row;
    }));
    document.getElementById("grid-count").textContent =
      found.length + " names" + (found.length > shown ? ", the first " + shown + " shown" : "");
  };
  typed.addEventListener("input", show);
  boxes.forEach((box) => box.addEventListener("change", show));
  show();
});

// Operations by aspect: counts of cases, below 0 where one differs.
document.addEventListener("DOMContentLoaded", () => {
  const grid = document.getElementById("aspects-grid");
  if (!grid) return;
  const rows = JSON.parse(document.getElementById("aspects-data").textContent);
  const aspects = [...grid.querySelectorAll("th")].map((head) => head.textContent);
  const typed = grid.querySelector("input[type=search]");
  const only = grid.querySelector("input[type=checkbox]");
  const body = grid.querySelector("tbody");
  const show = () => {
    const words = typed.value.toLowerCase();
    const asked = aspects.indexOf(words);  // an aspect by its name: the operations that have it
    const found = rows.filter((row) => (asked > 0 ? row[asked] : row[0].toLowerCase().includes(words)) &&
      (!only.checked || (asked > 0 ? row[asked] < 0 : row.some((count) => count < 0))));
    body.replaceChildren(...found.map((row) => {
      const line = document.createElement("tr");
      row.forEach((count, place) => {
        const cell = line.appendChild(document.createElement("td"));
        cell.textContent = place === 0 ? count : count < 0 ? "\u2260" : count || "";
        if (place && count) cell.className = count < 0 ? "differs" : "agrees";
      });
      return line;
    }));
    grid.querySelector("span").textContent = found.length + " operations";
  };
  typed.addEventListener("input", show);
  only.addEventListener("change", show);
  show();
});
