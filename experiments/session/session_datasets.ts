/**
 * Datasets of a session: loaded as its options say, kept for the suites that follow, and described.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { loadDataset } from "../../datasets/load.ts";
import type { DatasetText } from "../../results/store/session_document.ts";
import { NO_DATASET } from "../lab.ts";
import type { Profile } from "../profiles.ts";
import { userGraphs } from "../user_graphs.ts";
import { otherGraph } from "./resume_conditions.ts";
import { type AskedDataset, KeptDatasets } from "./kept_datasets.ts";
import type { ReproOptions } from "./repro_options.ts";
import { datasetText } from "./session_texts.ts";

/** Options of a session that its datasets depend on. */
export interface DatasetOptions extends Pick<ReproOptions, "dataDir" | "strictData" | "stale"> {
  /** Seed of the stand-ins. */
  readonly seed: number;
  /** Profile, which sets the largest graph. */
  readonly profile: Profile;
  /** Called before a dataset is read or generated. */
  readonly onLoad: () => void;
}

/** Datasets that a session has loaded. */
export class SessionDatasets {
  readonly #options: DatasetOptions;
  readonly #kept = new KeptDatasets();
  readonly #texts: Map<string, DatasetText>;

  /** Takes the options, and the descriptions that an earlier run of the session has written. */
  constructor(options: DatasetOptions, earlier: readonly DatasetText[]) {
    this.#options = options;
    this.#texts = new Map(earlier.map((text) => [text.name, text]));
  }

  /** Descriptions of all datasets of the session. */
  get texts(): readonly DatasetText[] {
    return [...this.#texts.values()];
  }

  /**
   * Dataset of a workload; the empty one where it asks for none.
   *
   * @throws the errors of {@linkcode loadDataset}.
   */
  async load(asked: AskedDataset): Promise<LoadedDataset> {
    const { dataset: name, ids } = asked;
    if (name === undefined) return NO_DATASET;
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
    if (this.#texts.get(dataset.id)?.hash !== dataset.hash) {
      this.#texts.set(dataset.id, datasetText(dataset));
    }
    return dataset;
  }

  /**
   * Reads the user's own graphs among these, so that a damaged one is known before anything is timed, and
   * that a session has no numbers of two graphs under one name.
   *
   * @throws {UsageError} where the session has another graph of that name, and is not to rerun what has
   * changed; and the errors of {@linkcode loadDataset}.
   */
  async readOwn(session: string, asked: readonly AskedDataset[]): Promise<void> {
    const own = new Set(userGraphs().map(({ dataset }) => dataset));
    for (const each of asked) {
      if (each.dataset === undefined || !own.has(each.dataset)) continue;
      const before = this.#texts.get(each.dataset), { hash } = await this.load(each);
      if (before !== undefined && before.hash !== hash && !this.#options.stale) {
        throw otherGraph(session, each.dataset);
      }
    }
  }

  /** Whether the user wants this very dataset, so that a damaged one is an error of the run. */
  isWanted({ dataset }: AskedDataset): boolean {
    return this.#options.strictData === true || userGraphs().some((graph) => graph.dataset === dataset);
  }

  /** Drops all datasets but those that are asked for here. */
  keepOnly(asked: readonly AskedDataset[]): void {
    this.#kept.keepOnly(asked);
  }
}
