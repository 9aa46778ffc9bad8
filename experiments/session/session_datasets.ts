/**
 * Datasets of a session: loaded as its options say, kept for the suites that follow, and described.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { loadDataset } from "../../datasets/load.ts";
import { DataError } from "../../platform/errors.ts";
import { systemError } from "../../platform/system_error.ts";
import type { DatasetSummary } from "../../results/store/session_document.ts";
import { NO_DATASET } from "../lab.ts";
import type { Profile } from "../profiles.ts";
import { userGraphs } from "../user_graphs.ts";
import { otherGraph } from "./resume_conditions.ts";
import { type AskedDataset, KeptDatasets } from "./kept_datasets.ts";
import type { ReproOptions } from "./repro_options.ts";
import { datasetSummary } from "./session_texts.ts";

/** Options of a session that its datasets depend on. */
export interface DatasetOptions extends Pick<ReproOptions, "dataDir" | "strictData" | "stale"> {
  /** Seed of the stand-ins. */
  readonly seed: number;
  /** Profile, which sets the largest graph. */
  readonly profile: Profile;
  /** Called before a dataset is read or generated. */
  readonly onLoad: () => void;
  /**
   * Receives a sentence on each dataset that is not as its record says, and the note on each graph of the
   * user's; nobody does when absent.
   */
  readonly onWarning?: (text: string) => void;
}

/**
 * The error of a graph's file that is damaged or that the system does not let us read.
 *
 * @throws what was thrown, where it is another error.
 */
function unreadableFile(name: string, thrown: unknown): DataError {
  if (thrown instanceof DataError) return thrown;
  const refused = systemError(thrown, `read ${JSON.stringify(name)}`);
  if (refused === undefined) throw thrown;
  const { current, wanted, next } = refused.parts;
  return new DataError({ file: name }, { current, wanted, next }, { cause: thrown });
}

/** Datasets that a session has loaded. */
export class SessionDatasets {
  readonly #options: DatasetOptions;
  readonly #kept = new KeptDatasets();
  readonly #summaries: Map<string, DatasetSummary>;
  /** Graphs of the user's that cannot be read, each with the reason. */
  readonly #unreadable = new Map<string, DataError>();

  /** Takes the options, and the summaries that an earlier run of the session has written. */
  constructor(options: DatasetOptions, earlier: readonly DatasetSummary[]) {
    this.#options = options;
    this.#summaries = new Map(earlier.map((summary) => [summary.name, summary]));
  }

  /** Summaries of all datasets of the session. */
  get summaries(): readonly DatasetSummary[] {
    return [...this.#summaries.values()];
  }

  /**
   * Dataset of a workload; the empty one where it asks for none.
   *
   * @throws the errors of {@linkcode loadDataset}.
   */
  async load(asked: AskedDataset): Promise<LoadedDataset> {
    const { dataset: name, ids } = asked;
    if (name === undefined) return NO_DATASET;
    const unreadable = this.#unreadable.get(name);
    if (unreadable !== undefined) throw unreadable;
    const { dataDir, strictData = false, seed, profile: { maxStoredEdges }, onLoad } = this.#options;
    const dataset = await this.#kept.get(asked, () => {
      onLoad();
      return loadDataset(name, {
        ...(dataDir === undefined ? {} : { dataDir }),
        ...(ids === undefined ? {} : { ids }),
        strict: strictData,
        seed,
        maxStoredEdges,
      });
    });
    // A stand-in is compared with the real graph once, however many suites load it.
    if (this.#summaries.get(dataset.id)?.hash !== dataset.hash) {
      this.#summaries.set(dataset.id, datasetSummary(dataset));
      if (dataset.otherCounts !== undefined) {
        this.#options.onWarning?.(`warning: ${dataset.id}: ${dataset.otherCounts}`);
      }
    }
    return dataset;
  }

  /**
   * Reads the user's own graphs among these, so that a damaged one is known before anything is timed, and
   * that a session has no numbers of two graphs under one name. `onWarning` gets the note on each, such as
   * which columns of a table were passed over. Where others can be read, a damaged one costs
   * its own cells alone: `onWarning` gets its sentence, and {@linkcode SessionDatasets.load} throws it.
   *
   * @throws {UsageError} where the session has another graph of that name, and is not to rerun what has
   * changed.
   * @throws {DataError} where none can be read; and the other errors of {@linkcode loadDataset}.
   */
  async readOwn(session: string, asked: readonly AskedDataset[]): Promise<void> {
    const graphs = new Set(userGraphs().map(({ dataset }) => dataset));
    const own = asked.filter(({ dataset }) => dataset !== undefined && graphs.has(dataset));
    const names = new Set(own.map(({ dataset }) => dataset!)), notes = new Set<string>();
    for (const each of own) {
      const name = each.dataset!, before = this.#summaries.get(name);
      if (this.#unreadable.has(name)) continue;
      const read = await this.load(each).catch((thrown) => unreadableFile(name, thrown));
      if (read instanceof DataError) {
        this.#unreadable.set(name, read);
        if (this.#unreadable.size === names.size) throw read;
      } else if (before !== undefined && before.hash !== read.hash && !this.#options.stale) {
        throw otherGraph(session, name);
      } else if (read.note !== "") notes.add(`note: ${read.id}: ${read.note}`);
    }
    for (const note of notes) this.#options.onWarning?.(note);
    for (const { message } of this.#unreadable.values()) this.#options.onWarning?.(`warning: ${message}`);
  }

  /** Whether the user wants this very dataset, so that a damaged one is an error of the run. */
  isWanted({ dataset }: AskedDataset): boolean {
    if (this.#options.strictData === true) return true;
    return userGraphs().some((graph) => graph.dataset === dataset && !this.#unreadable.has(graph.dataset));
  }

  /** Drops all datasets but those that are asked for here. */
  keepOnly(asked: readonly AskedDataset[]): void {
    this.#kept.keepOnly(asked);
  }
}
