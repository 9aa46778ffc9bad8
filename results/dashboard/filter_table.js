// Hides the lines of a table that do not pass the filters. Runs in the page.
(() => {
  const form = document.getElementById("table-filters");
  const lines = [...document.querySelectorAll("#filtered tbody tr")];
  const selects = [...form.querySelectorAll("select")];
  const passes = (line, { name, value }) =>
    value === "*" ||
    (name === "status" ? line.dataset.status.split(" ").includes(value) : line.dataset[name] === value);

  function apply() {
    let shown = 0;
    for (const line of lines) {
      line.hidden = !selects.every((select) => passes(line, select));
      if (!line.hidden) shown++;
    }
    document.getElementById("shown").textContent = `${shown} of ${lines.length} lines`;
  }

  form.hidden = false;
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
})();
