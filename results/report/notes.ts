/**
 * Notes that a reader needs before trusting a suite's numbers: stand-ins, simulations, models, deviations.
 *
 * @module
 */
import { countDisturbed, type DisturbedCount, loadText } from "../others_load.ts";
import type { Row } from "../row.ts";
import type { DatasetSummary, SuiteText } from "../store/session_document.ts";
import { html, type Markup } from "./markup.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { sentinelNote } from "./sentinel_section.ts";
import type { SessionView } from "./session_view.ts";
import { renderFacts, renderTable } from "./tables/table.ts";

/** Metrics that a note names; of more, it says how many there are. */
const NAMED_METRICS = 4;

/** Names of the metrics that have rows of a source, in the order of the rows; the first few of many. */
function listMetrics(rows: readonly Row[], source: Row["source"]): string {
  const own = new Set(rows.filter((row) => row.source === source).map(({ metric }) => metric));
  const names = [...own].map((metric) => metric.replaceAll("_", " "));
  const more = names.length - NAMED_METRICS;
  return more <= 1
    ? names.join(", ")
    : `${names.slice(0, NAMED_METRICS).join(", ")} and ${more} more metrics, as their rows say`;
}

/** A note for each stand-in that has something to say, and one that names the others. */
function standInNotes(names: ReadonlySet<string>, datasets: readonly DatasetSummary[]): string[] {
  const noteOf = (name: string) => datasets.find((dataset) => dataset.name === name)?.note;
  const noted = [...names].flatMap((name) => {
    const note = noteOf(name);
    return note ? [`${name} is a stand-in: ${note}`] : [];
  });
  const others = [...names].filter((name) => !noteOf(name));
  const [only] = others;
  if (others.length === 0) return noted;
  return [...noted, others.length === 1 ? `${only} is a stand-in.` : `Stand-ins: ${others.join(", ")}.`];
}

/** A note on the comparisons that other programs disturbed; none where there are none. */
function othersNotes({ disturbed, told, greatest }: DisturbedCount): string[] {
  if (greatest === undefined) return [];
  const load = `other programs kept ${disturbed === 1 ? "" : "up to "}${loadText(greatest)} busy`;
  return [
    `While ${disturbed} of ${counted(told, "comparison")} ${
      disturbed === 1 ? "was" : "were"
    } timed, ${load}; rows.csv says so beside each time.`,
  ];
}

/** Renders the suite's own notes, and notes that follow from its rows and from the drift of the machine. */
export function renderNotes(
  suite: SuiteText,
  rows: readonly Row[],
  { document: { datasets, calibration }, sentinel, journal }: Pick<
    SessionView,
    "document" | "sentinel" | "journal"
  >,
): Markup {
  const moved = sentinelNote(sentinel, suite.id, calibration?.smallestDifference ?? 0);
  const standIns = new Set(rows.filter((row) => row.dataset_kind === "stand-in").map((row) => row.dataset));
  const simulated = listMetrics(rows, "simulated");
  const modelled = listMetrics(rows, "modelled");
  const notes = [
    ...(moved === undefined ? [] : [moved]),
    ...othersNotes(countDisturbed(journal.filter((entry) => entry.suite === suite.id))),
    ...suite.notes,
    ...standInNotes(standIns, datasets),
    ...(simulated ? [`Simulated, not measured: ${simulated}.`] : []),
    ...(modelled ? [`From a model, not measured: ${modelled}.`] : []),
    ...(rows.some((row) => row.adapter_kind === "software")
      ? ["Timed on a software adapter: no published number is beside it."]
      : []),
  ];
  return html`${
    notes.length > 0 && html`
      <details>
        <summary>What to know: ${counted(notes.length, "note")}</summary>
        <ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>
      </details>
    `
  }`;
}

/** Renders the fixed settings, and the command that repeats the suite, folded. */
export function renderRepeat(suite: SuiteText): Markup {
  const settings = Object.entries(suite.settings);
  return html`<details><summary>Settings, and the command that repeats <code>${suite.id}</code></summary>${
    settings.length > 0 && renderFacts(settings)
  }<pre><code>${suite.command}</code></pre></details>`;
}

/** Renders the datasets of a session, with the fidelity of stand-ins. */
export function renderDatasets(datasets: readonly DatasetSummary[], limit: number): Markup {
  if (datasets.length === 0) return html``;
  return html`<section aria-labelledby="datasets"><h2 id="datasets">Datasets</h2>${
    renderTable({
      caption: "Datasets as loaded",
      columns: [
        { heading: "Name" },
        { heading: "Kind" },
        { heading: "Vertices", kind: "number" },
        { heading: "Stored edges", kind: "number" },
        { heading: "Fidelity: measure, wanted, got", kind: "wide" },
        { heading: "Note", kind: "wide" },
        { heading: "Hash" },
      ],
      rows: datasets.map((dataset) => [
        dataset.name,
        dataset.kind,
        formatNumber(dataset.vertices),
        formatNumber(dataset.storedEdges),
        dataset.fidelity.map(({ measure, wanted, got }, i) =>
          html`${i > 0 && html`<br>`}${measure}: ${
            wanted === undefined ? "unknown" : formatNumber(wanted, 3)
          }, ${formatNumber(got, 3)}`
        ),
        dataset.note,
        html`<code>${dataset.hash.slice(0, 12)}</code>`,
      ]),
      limit,
      file: "session.json",
      stacks: true,
    })
  }</section>`;
}
