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
