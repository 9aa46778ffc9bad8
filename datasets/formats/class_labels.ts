/**
 * Class labels and splits as packings store them: numbers, some of them absent.
 *
 * @module
 */
import type { Split } from "../dataset.ts";
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import { forEachNpyBatch } from "./numpy/npy.ts";
import type { NpyHeader } from "./numpy/npy_header.ts";
import type { PlaceInFile } from "./bytes/reading_budget.ts";
import { plural } from "../../platform/text/plural.ts";

/** Greatest number of classes; a greater label means damage. */
export const MAX_CLASS = 2 ** 16;

/** Labels of all vertices. */
export interface ClassLabels {
  /** Class of each vertex, -1 where it has none. */
  readonly labels: Int32Array;
  /** One more than the greatest class. */
  readonly classes: number;
}

/** Collects labels; NaN and negative numbers mean none. */
export class LabelList {
  readonly #file: string;
  readonly #placeOf: (index: number) => PlaceInFile;
  readonly #labels: Int32Array;
  #count = 0;
  #classes = 0;

  /**
   * Prepares a list for this many vertices; `file` and the place of the label at an index are for messages.
   */
  constructor(vertices: number, file: string, placeOf: (index: number) => PlaceInFile) {
    this.#labels = new Int32Array(vertices).fill(-1);
    this.#file = file;
    this.#placeOf = placeOf;
  }

  /** Adds the label of the next vertex. */
  push(label: number): void {
    if (this.#count === this.#labels.length) this.#fail("more labels", this.#count);
    const vertex = this.#count++;
    if (Number.isNaN(label) || label < 0) return;
    if (!Number.isInteger(label) || label >= MAX_CLASS) {
      this.#fail(`the label ${label} of vertex ${vertex}`, vertex);
    }
    this.#labels[vertex] = label;
    if (label >= this.#classes) this.#classes = label + 1;
  }

  /** Labels, once every vertex has one. */
  done(): ClassLabels {
    if (this.#count !== this.#labels.length) this.#fail(plural(this.#count, "label"), this.#count);
    return { labels: this.#labels, classes: this.#classes };
  }

  #fail(current: string, index: number): never {
    throw new DataError({ file: this.#file, ...this.#placeOf(index) }, {
      current,
      wanted: `one class from 0, or none, for each of ${plural(this.#labels.length, "vertex", "vertices")}`,
      next: "download the file again",
    });
  }
}

/**
 * Reads labels from an array with one value a vertex, of any numeric type.
 *
 * @throws {DataError} if the array has another number of values, or values that are not classes.
 */
export async function readNpyLabels(source: ByteSource, vertices: number): Promise<ClassLabels> {
  let opened: NpyHeader | undefined;
  const list = new LabelList(
    vertices,
    source.name,
    (index) => ({ offset: opened!.dataOffset + index * opened!.itemBytes }),
  );
  await forEachNpyBatch(source, (header) => {
    opened = header;
  }, (values, _, length) => {
    for (let i = 0; i < length; i++) list.push(values[i]);
  });
  return list.done();
}

/** Split by part numbers, where `part[v]` is 1 for training, 2 for validation, 3 for test and else none. */
export function splitByPart(part: Uint8Array): Split {
  const of = (wanted: number) => {
    const vertices: number[] = [];
    for (let v = 0; v < part.length; v++) if (part[v] === wanted) vertices.push(v);
    return Uint32Array.from(vertices);
  };
  return { train: of(1), validation: of(2), test: of(3) };
}
