// Reads the page's data, draws charts when they come into view, sorts and filters tables, gives files.
// Ink, grey, grid, cloud, then the palette: what stands for each on a dark page.
const INK = {
  light: ["#1A1A1A", "#595959", "#E3E3E3", "#B9C3CC", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9"],
  dark: ["#F0F0F0", "#B8B8B8", "#454B54", "#5A646E", "#4DA3E0", "#FF8A45", "#3CCF9B", "#E3A3C8", "#9AD4F5"],
};
const dark = window.matchMedia("(prefers-color-scheme: dark)");
let printing = false;

async function unpackAll() {
  const text = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function rowsOf(packed) {
  return packed.values.map((row) => Object.fromEntries(packed.names.map((name, at) => [name, row[at]])));
}

// Charts.

function recoloured(node, from, to) {
  if (Array.isArray(node)) return node.map((one) => recoloured(one, from, to));
  if (typeof node === "string") {
    const at = from.indexOf(node);
    return at < 0 ? node : to[at];
  }
  if (node && typeof node === "object")
    return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, recoloured(one, from, to)]));
  return node;
}

function themed(spec) {
  if (printing || !dark.matches) return spec;
  // Data keep their words; only marks and the configuration change colour.
  const { datasets, data, ...rest } = spec;
  const changed = recoloured(rest, INK.light, INK.dark);
  if (datasets) changed.datasets = datasets;
  if (data) changed.data = data;
  return changed;
}

const drawn = new Map();

async function draw(element, spec, rows) {
  const options = { actions: false, renderer: "svg", tooltip: { theme: dark.matches && !printing ? "dark" : "light" } };
  const before = drawn.get(element.id);
  if (before) before.view.finalize();
  const { view } = await window.vegaEmbed(element, themed(spec), options);
  name(element, spec.description);
  drawn.set(element.id, { view, spec, rows });
  element.dataset.state = "drawn";
}

// One picture with one name: its hundreds of marks have none of their own, and the table beside it has their figures.
function name(element, description) {
  const svg = element.querySelector("svg");
  for (const mark of svg.querySelectorAll("[role], [aria-roledescription], [aria-label]"))
    for (const attribute of ["role", "aria-roledescription", "aria-label"]) mark.removeAttribute(attribute);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", description || element.getAttribute("aria-label"));
}

function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function csv(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

async function download(id, form) {
  const one = drawn.get(id);
  if (!one) return;
  if (form === "csv") save(`${id}.csv`, new Blob([csv(one.rows)], { type: "text/csv" }));
  else if (form === "svg") save(`${id}.svg`, new Blob([await one.view.toSVG()], { type: "image/svg+xml" }));
  else {
    const address = await one.view.toImageURL("png", 2);
    save(`${id}.png`, await (await fetchData(address)));
  }
}

// A data address as a file, without asking the network.
async function fetchData(address) {
  const [head, body] = address.split(",");
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: head.slice(5, head.indexOf(";")) });
}

// Choosing.

function chooser(box, pattern, start) {
  const selects = [...box.querySelectorAll("select")];
  const element = document.getElementById(`drawing-${pattern.id}`);
  const labels = (level, chosen) =>
    [...new Set(pattern.keys.filter((key) => chosen.every((one, at) => key[at] === one)).map((key) => key[level]))];

  function fill(level) {
    const chosen = selects.slice(0, level).map((select) => select.value);
    const wanted = selects[level].value || (start && start[level]);
    const known = labels(level, chosen);
    selects[level].replaceChildren(...known.map((label) => new Option(label, label)));
    if (known.includes(wanted)) selects[level].value = wanted;
    if (level + 1 < selects.length) fill(level + 1);
  }

  async function show() {
    const chosen = selects.map((select) => select.value);
    const at = pattern.keys.findIndex((key) => key.every((one, level) => one === chosen[level]));
    const { text, heading, ...packed } = pattern.choices[at];
    document.getElementById(`heading-${pattern.id}`).textContent = heading;
    document.getElementById(`text-${pattern.id}`).textContent = text;
    const datasets = Object.fromEntries(Object.entries(packed).map(([name, one]) => [name, rowsOf(one)]));
    const rows = Object.entries(datasets).flatMap(([part, own]) => own.map((row) => ({ part, ...row })));
    await draw(element, { ...pattern.spec, datasets }, rows);
  }

  selects.forEach((select, level) =>
    select.addEventListener("change", () => {
      if (level + 1 < selects.length) fill(level + 1);
      show();
    }),
  );
  fill(0);
  return show;
}

// Tables.

function sortBy(header) {
  const table = header.closest("table");
  const column = [...header.parentNode.children].indexOf(header);
  const down = header.getAttribute("aria-sort") === "ascending";
  for (const other of header.parentNode.children) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0];
  const numeric = header.classList.contains("number");
  const key = (row) => {
    const value = row.cells[column].dataset.value;
    return numeric && value !== "" && !Number.isNaN(Number(value)) ? Number(value) : value;
  };
  const order = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));
  const last = (value) => value === 1e308;
  const rows = [...body.rows].map((row) => [key(row), row]);
  rows.sort(([a], [b]) => (last(a) || last(b) ? Number(last(a)) - Number(last(b)) : down ? order(b, a) : order(a, b)));
  body.append(...rows.map(([, row]) => row));
}

function filterBy(input) {
  const table = document.getElementById(input.dataset.filters);
  const words = input.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of table.tBodies[0].rows) {
    const text = row.textContent.toLocaleLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    shown += !row.hidden;
  }
  document.getElementById(`count-${table.id}`).textContent = `${shown} row${shown === 1 ? "" : "s"}`;
}

function tableCsv(table) {
  const titles = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden);
  return csv(rows.map((row) => Object.fromEntries([...row.cells].map((cell, at) => [titles[at], cell.textContent]))));
}

// Start.

for (const button of document.querySelectorAll("th .sort")) button.addEventListener("click", () => sortBy(button.closest("th")));
for (const input of document.querySelectorAll("input[data-filters]")) input.addEventListener("input", () => filterBy(input));
for (const button of document.querySelectorAll("button[data-csv-of]"))
  button.addEventListener("click", () => {
    const id = button.dataset.csvOf;
    save(`${id}.csv`, new Blob([tableCsv(document.getElementById(id))], { type: "text/csv" }));
  });
for (const group of document.querySelectorAll(".downloads"))
  for (const button of group.querySelectorAll("button"))
    button.addEventListener("click", () => download(group.dataset.for, button.dataset.get));

const data = await unpackAll();
const waiting = new Map();
for (const [id, one] of Object.entries(data.figures))
  waiting.set(document.getElementById(id), () => draw(document.getElementById(id), one.spec, rowsOf(one.rows)));
for (const box of document.querySelectorAll(".chooser")) {
  const id = box.dataset.pattern;
  const start = JSON.parse(document.body.dataset.start || "{}")[id];
  waiting.set(document.getElementById(`drawing-${id}`), chooser(box, { id, ...data.patterns[id] }, start));
}
waiting.delete(null);

const watcher = new IntersectionObserver(
  (entries) => {
    for (const entry of entries)
      if (entry.isIntersecting && waiting.has(entry.target)) {
        const start = waiting.get(entry.target);
        waiting.delete(entry.target);
        watcher.unobserve(entry.target);
        start();
      }
  },
  { rootMargin: "600px" },
);
for (const element of waiting.keys()) watcher.observe(element);

async function drawAll() {
  const open = [...waiting.values()];
  waiting.clear();
  await Promise.all(open.map((start) => start()));
}
// Charts that are drawn later would push away what a link leads to.
for (const link of document.querySelectorAll("nav a"))
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    await drawAll();
    const target = document.querySelector(link.getAttribute("href"));
    history.replaceState(null, "", link.getAttribute("href"));
    target.scrollIntoView({ behavior: "instant" });
    target.querySelector("h2").setAttribute("tabindex", "-1");
    target.querySelector("h2").focus({ preventScroll: true });
  });
async function redraw() {
  await Promise.all([...drawn].map(([id, one]) => draw(document.getElementById(id), one.spec, one.rows)));
}
dark.addEventListener("change", redraw);
window.addEventListener("beforeprint", () => { printing = true; drawAll().then(redraw); });
window.addEventListener("afterprint", () => { printing = false; redraw(); });
window.hatscore = { drawAll, drawn };
document.body.dataset.ready = "true";
