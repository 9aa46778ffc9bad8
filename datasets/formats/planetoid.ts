/**
 * The packing of Yang et al. (Planetoid, ICML 2016): `ind.<name>.{x,tx,allx,y,ty,ally,graph}` as pickles and
 * `ind.<name>.test.index` as text.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { DataError } from "../../platform/errors.ts";
import { type ByteSource, readAllBytes } from "./bytes/byte_source.ts";
import type { FileSet, GraphFormat } from "./format.ts";
import { GrowingEdges, type ReadEdges } from "./edges/growing_edges.ts";
import { gunzipped } from "./bytes/gzip.ts";
import { readPickle } from "./pickle/pickle.ts";
import { latin1, PickleArray, PickleCsr, PickleTuple, type PickleValue } from "./pickle/pickle_values.ts";
import { type ReadingBudget, readingBudget } from "./bytes/reading_budget.ts";
import { forEachLine, quoteBytes } from "./bytes/text_lines.ts";
import { plural } from "../../platform/text/plural.ts";
import { assertPlausibleWidth } from "./edges/plausible_sizes.ts";

/** Greatest size of a file; the largest of the three datasets has 8 MB. */
const MAX_FILE_BYTES = 2 ** 28;
/** Number of validation vertices, which follow the training vertices. */
const VALIDATION = 500;

function damaged(file: string, current: string, wanted: string): DataError {
  return new DataError({ file }, { current, wanted, next: "fetch the dataset again from its publisher" });
}

async function readValue(source: ByteSource): Promise<PickleValue> {
  const bytes = await readAllBytes(gunzipped(source), MAX_FILE_BYTES);
  return readPickle(bytes, source.name, await source.fileBytes());
}

function readAdjacency(value: PickleValue, budget: ReadingBudget): ReadEdges {
  const { file } = budget;
  if (!(value instanceof Map)) throw damaged(file, "no dictionary", "vertex -> list of neighbours");
  const edges = new GrowingEdges(budget);
  const vertices = value.size;
  for (const [key, neighbours] of value) {
    if (typeof key !== "number" || key < 0 || key >= vertices || !Array.isArray(neighbours)) {
      throw damaged(
        file,
        `the key ${JSON.stringify(key)}`,
        `vertices 0 to ${vertices - 1}, each with a list`,
      );
    }
    for (const neighbour of neighbours) {
      if (typeof neighbour !== "number" || neighbour < 0 || neighbour >= vertices) {
        const shown = typeof neighbour === "number" ? neighbour : "a value that is no number";
        throw damaged(file, `${shown} as neighbour of ${key}`, `vertices 0 to ${vertices - 1}`);
      }
      edges.push(neighbour, key);
    }
  }
  return { vertices, source: edges.source, target: edges.target, count: edges.count };
}

function int32s(value: PickleValue | undefined, file: string): Int32Array {
  if (!(value instanceof PickleArray) || value.dtype !== "i4") throw damaged(file, "another array", "int32");
  return new Int32Array(value.bytes.slice().buffer);
}

/** Reads the class of each row of a one-hot matrix; a row without a one has none (-1). */
function readClasses(value: PickleValue, file: string): { labels: Int32Array; classes: number } {
  if (!(value instanceof PickleArray) || value.shape.length !== 2) {
    throw damaged(file, "no matrix", "one-hot labels, a row a vertex");
  }
  const [rows, classes] = value.shape;
  const cells = int32s(value, file);
  const labels = new Int32Array(rows).fill(-1);
  for (let i = 0; i < cells.length; i++) {
    const row = Math.floor(i / classes);
    if (cells[i] === 0) continue;
    if (cells[i] !== 1 || labels[row] >= 0) throw damaged(file, `another value in row ${row}`, "one 1 a row");
    labels[row] = i % classes;
  }
  return { labels, classes };
}

/** Reads a SciPy CSR matrix; columns must ascend within a row. */
async function readSparse(source: ByteSource): Promise<CsrMatrix> {
  return sparseMatrix(await readValue(source), await readingBudget(source));
}

function sparseMatrix(value: PickleValue, budget: ReadingBudget): CsrMatrix {
  const { file } = budget;
  if (!(value instanceof PickleCsr)) throw damaged(file, "another value", "a SciPy CSR matrix");
  const shape = value.state.get("_shape");
  const data = value.state.get("data");
  if (!(shape instanceof PickleTuple) || latin1(value.state.get("format")) !== "csr") {
    throw damaged(file, "another state", "a SciPy CSR matrix");
  }
  if (!(data instanceof PickleArray) || data.dtype !== "f4") throw damaged(file, "another array", "float32");
  const [rows, cols] = shape.items;
  const rowPtr = int32s(value.state.get("indptr"), file);
  const colIdx = int32s(value.state.get("indices"), file);
  const values = new Float32Array(data.bytes.slice().buffer);
  if (
    typeof rows !== "number" || typeof cols !== "number" || rowPtr.length !== rows + 1 || rowPtr[0] !== 0 ||
    rowPtr[rows] !== colIdx.length || values.length !== colIdx.length
  ) throw damaged(file, "arrays of other lengths", "indptr, indices and data that fit the shape");
  assertPlausibleWidth(cols, colIdx.length, budget);
  for (let row = 0; row < rows; row++) {
    if (rowPtr[row + 1] < rowPtr[row] || rowPtr[row + 1] > colIdx.length) {
      throw damaged(file, `row ${row} from ${rowPtr[row]} to ${rowPtr[row + 1]}`, "ascending offsets");
    }
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) {
      if (colIdx[e] < 0 || colIdx[e] >= cols || (e > rowPtr[row] && colIdx[e] <= colIdx[e - 1])) {
        throw damaged(file, `column ${colIdx[e]} in row ${row}`, `ascending columns below ${cols}`);
      }
      if (!Number.isFinite(values[e])) throw damaged(file, `${values[e]} in row ${row}`, "finite values");
    }
  }
  return { rows, cols, rowPtr: Uint32Array.from(rowPtr), colIdx: Uint32Array.from(colIdx), values };
}

/**
 * Reads the vertices of the test rows, in the order of `tx` and `ty`: each once, from `least` on and below
 * `vertices`.
 */
async function readTestIndex(source: ByteSource, least: number, vertices: number): Promise<Uint32Array> {
  const ids: number[] = [];
  const seen = new Set<number>();
  await forEachLine(gunzipped(source), (bytes, begin, end, line) => {
    const text = String.fromCharCode(...bytes.subarray(begin, Math.min(end, begin + 16)));
    const id = /^[0-9]{1,10}$/.test(text) ? Number(text) : vertices;
    if (id < least || id >= vertices || seen.has(id)) {
      throw new DataError({ file: source.name, line }, {
        current: quoteBytes(bytes, begin, end),
        wanted: `a vertex from ${least} to ${vertices - 1} that was not named before`,
        next: "fetch the dataset again from its publisher",
      });
    }
    seen.add(id);
    ids.push(id);
  });
  return Uint32Array.from(ids);
}

/**
 * Joins the rows of `allx` for vertices 0..A-1 and the rows of `tx` at the vertices of the test index; others
 * are empty.
 */
function joinFeatures(allx: CsrMatrix, tx: CsrMatrix, test: Uint32Array, vertices: number): CsrMatrix {
  const from = new Int32Array(vertices).fill(-1);
  for (let row = 0; row < allx.rows; row++) from[row] = row;
  for (let i = 0; i < test.length; i++) from[test[i]] = allx.rows + i;
  const part = (row: number): [CsrMatrix, number] => row < allx.rows ? [allx, row] : [tx, row - allx.rows];
  const rowPtr = new Uint32Array(vertices + 1);
  for (let v = 0; v < vertices; v++) {
    const [matrix, row] = part(from[v]);
    rowPtr[v + 1] = rowPtr[v] + (from[v] < 0 ? 0 : matrix.rowPtr[row + 1] - matrix.rowPtr[row]);
  }
  const colIdx = new Uint32Array(rowPtr[vertices]);
  const values = new Float32Array(rowPtr[vertices]);
  for (let v = 0; v < vertices; v++) {
    if (from[v] < 0) continue;
    const [matrix, row] = part(from[v]);
    colIdx.set(matrix.colIdx.subarray(matrix.rowPtr[row], matrix.rowPtr[row + 1]), rowPtr[v]);
    values.set(matrix.values!.subarray(matrix.rowPtr[row], matrix.rowPtr[row + 1]), rowPtr[v]);
  }
  return { rows: vertices, cols: allx.cols, rowPtr, colIdx, values };
}

async function readFeatures(files: FileSet, vertices: number, test: Uint32Array): Promise<CsrMatrix> {
  const part = (suffix: string) => files.get(partName(files, suffix));
  const [all, tests] = [part("allx"), part("tx")];
  const [allx, tx] = [await readSparse(all), await readSparse(tests)];
  if (allx.cols !== tx.cols || tx.rows !== test.length || allx.rows > vertices) {
    throw damaged(
      tests.name,
      `${tx.rows} x ${tx.cols} beside ${allx.rows} x ${allx.cols} for ${
        plural(vertices, "vertex", "vertices")
      }`,
      `${test.length} test rows of the same width`,
    );
  }
  return joinFeatures(allx, tx, test, vertices);
}

function partName(files: FileSet, suffix: string): string {
  return files.names.find((name) => name.endsWith(`.${suffix}`)) ?? `ind.${files.dataset}.${suffix}`;
}

/**
 * Reader of Planetoid's eight files. The standard split: 20 training vertices a class, 500, and the test
 * index.
 */
export const planetoid: GraphFormat = {
  id: "planetoid",
  title: "Planetoid pickles (ind.<name>.*)",
  async read(files) {
    const part = (suffix: string) => files.get(partName(files, suffix));
    const graph = part("graph");
    const edges = readAdjacency(await readValue(graph), await readingBudget(graph));
    const { vertices } = edges;
    const missing = ["y", "ally", "ty", "test.index"].map((suffix) => partName(files, suffix)).filter((
      name,
    ) => !files.has(name));
    if (missing.length > 0) return { edges, note: `No labels: ${missing.join(", ")} not found.` };

    const [y, ally, ty] = [part("y"), part("ally"), part("ty")];
    const train = readClasses(await readValue(y), y.name);
    const test = await readTestIndex(part("test.index"), train.labels.length + VALIDATION, vertices);
    const all = readClasses(await readValue(ally), ally.name);
    const tests = readClasses(await readValue(ty), ty.name);
    const shown = ({ labels, classes }: { labels: Int32Array; classes: number }) =>
      `${labels.length} x ${classes}`;
    if (
      all.labels.length > vertices || tests.labels.length !== test.length ||
      train.labels.length + VALIDATION > vertices || tests.classes !== all.classes ||
      train.classes !== all.classes
    ) {
      throw damaged(
        ty.name,
        [`${shown(tests)} test`, `${shown(all)} other`, `${shown(train)} training labels`].join(", "),
        `${test.length} test labels, all within ${
          plural(vertices, "vertex", "vertices")
        }, and the same classes everywhere`,
      );
    }
    const labels = new Int32Array(vertices).fill(-1);
    labels.set(all.labels);
    for (let i = 0; i < test.length; i++) labels[test[i]] = tests.labels[i];

    const first = train.labels.length;
    const range = (from: number, to: number) => Uint32Array.from({ length: to - from }, (_, i) => from + i);
    const x = files.has(partName(files, "tx")) ? await readSparse(part("tx")) : undefined;
    return {
      edges,
      labels,
      classes: all.classes,
      split: { train: range(0, first), validation: range(first, first + VALIDATION), test },
      ...(x
        ? {
          features: {
            kind: "sparse",
            width: x.cols,
            load: () => readFeatures(files, vertices, test),
          } as const,
        }
        : {}),
      note: files.has(partName(files, "allx")) ? "" : `No features: ${partName(files, "allx")} not found.`,
    };
  },
};
