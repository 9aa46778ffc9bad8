/**
 * What a session says in words about its suites, papers and datasets, so that a report needs nothing but the session.
 *
 * @module
 */
import type { LoadedDataset } from "../datasets/dataset.ts";
import { fidelityOf } from "../datasets/fidelity.ts";
import type { DatasetText, PaperText, SuiteText } from "../results/session_document.ts";
import { findPaper } from "./papers.ts";
import type { Suite } from "./suite.ts";

/** A suite as a reader sees it, with the command that repeats it. */
export function suiteText(suite: Suite): SuiteText {
  const { id, paper, artifact, title, question, contenders, baseline, metrics, plots, settings, notes } =
    suite;
  const command = `deno task repro ${paper} --artifact ${JSON.stringify(artifact.toLowerCase())}`;
  return {
    id,
    paper,
    artifact,
    title,
    question,
    contenders: contenders.map(({ id, label }) => ({ id, label })),
    baseline,
    metrics,
    plots,
    settings,
    notes,
    command,
  };
}

/** A dataset as it was loaded; a stand-in with how near it comes to what it stands for. */
export function datasetText(dataset: LoadedDataset): DatasetText {
  const { id, kind, hash, counts, note } = dataset;
  return {
    name: id,
    kind,
    hash,
    vertices: counts.vertices,
    storedEdges: counts.storedEdges,
    note,
    fidelity: fidelityOf(dataset),
  };
}

/** A paper as a reader sees it. */
export function paperText(id: string): PaperText {
  const { title, reference, hardware } = findPaper(id);
  return {
    id,
    title,
    reference: reference === null
      ? "questions of this harness itself"
      : `${reference.authors.join(", ")}. ${reference.title}. ${reference.venue}, ${reference.year}.`,
    url: reference?.url ?? "",
    hardware: hardware ?? "",
  };
}
