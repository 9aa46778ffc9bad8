/**
 * Results that a session keeps in its folder from one long computation to the next, such as a training, so
 * that a run that was stopped within a comparison of many goes on with the next of them.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { contentKey, sha256Folder } from "../../platform/files/digest.ts";
import { FileCache } from "../../platform/files/file_cache.ts";

/** Folders whose code a training runs, beside that of its paper. */
const TRAINING_CODE = [
  "../../platform",
  "../../graph",
  "../../hardware",
  "../../datasets",
  "../../kernels",
  "../../training",
  "../../distributed",
  "../trials",
];

/** Name of the folder within a session's. */
const KEPT_FOLDER = "kept";

/** Form of what sessions keep; since 2 it has the load of other programs beside each result. */
const FORM = 2;

const digestOf = (folder: string) => sha256Folder(fileURLToPath(new URL(folder, import.meta.url)));

/** Origin of a result, beside the conditions that a session is resumed under. */
export interface KeptOrigin {
  /** `<paper>/<name>` of the computation. */
  readonly name: string;
  /** Digest of the dataset. */
  readonly dataset: string;
  /** Settings of the computation, plain data. */
  readonly settings: unknown;
}

/** Results in a session's folder, each under its origin and the digest of the code that computes it. */
export class KeptResults {
  readonly #files: FileCache;
  #shared: Promise<readonly string[]> | undefined;
  readonly #papers = new Map<string, Promise<string | undefined>>();

  /** Keeps results in this session's folder; creates nothing before the first. */
  constructor(session: string) {
    this.#files = new FileCache(join(session, KEPT_FOLDER));
  }

  /**
   * Result of this origin that an earlier run has left, else the one that `compute` gives, which is then
   * kept: numbers come back bit by bit. The code of a paper from outside the repository has no digest, and
   * its results are not kept.
   */
  async get<Result>(origin: KeptOrigin, compute: () => Result | Promise<Result>): Promise<Result> {
    const key = await this.#key(origin);
    if (key === undefined) return await compute();
    const known = await this.#files.get(key);
    // Only results of this computation, by this code, lie under its key.
    if (known !== undefined) return deserialize(Buffer.from(known)) as Result;
    const result = await compute();
    await this.#files.put(key, serialize(result));
    return result;
  }

  /** Removes the result of this origin: it was measured while the device was not itself. */
  async forget(origin: KeptOrigin): Promise<void> {
    const key = await this.#key(origin);
    if (key !== undefined) await this.#files.remove(key);
  }

  /** Removes all of them, once every comparison of the session has its rows. */
  async remove(): Promise<void> {
    try {
      await Deno.remove(this.#files.folder, { recursive: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  /** Key of an origin; `undefined` for a paper from outside the repository. */
  async #key(origin: KeptOrigin): Promise<string | undefined> {
    const paper = await this.#paper(origin.name.slice(0, origin.name.indexOf("/")));
    if (paper === undefined) return undefined;
    const shared = await (this.#shared ??= Promise.all(TRAINING_CODE.map(digestOf)));
    return contentKey({ ...origin, form: FORM, code: [...shared, paper], deno: Deno.version.deno });
  }

  #paper(id: string): Promise<string | undefined> {
    const known = this.#papers.get(id) ?? digestOf(`../${id}`).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    });
    this.#papers.set(id, known);
    return known;
  }
}
