/**
 * A graph as one archive of arrays, SciPy matrices under a prefix: `adj_matrix.*`, `attr_matrix.*` and
 * `labels` (PPRGo, Graph2Gauss), `adj_*` (GraphGallery), or the arrays of `scipy.sparse.save_npz` themselves.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import { bytesSource, readAllBytes, type SeekableSource } from "./bytes/byte_source.ts";
import { gunzipped } from "./bytes/gzip.ts";
import { readNpyLabels } from "./class_labels.ts";
import { type FileSet, type GraphFormat, onlyFile } from "./format.ts";
import { openNpz } from "./numpy/npz.ts";
import { readSparseMatrix, readSparsePattern, readSparseWidth } from "./numpy/scipy_sparse.ts";

/** Names of adjacency and features. */
const PREFIXES = [["adj_matrix.", "attr_matrix."], ["adj_", "attr_"], ["", ""]] as const;

/** Greatest size of an archive that gzip has packed once more, and that is held in memory. */
const MAX_UNPACKED_BYTES = 2 ** 31;

/** The archive as something to seek in. */
async function archiveOf(files: FileSet): Promise<SeekableSource> {
  const file = onlyFile(files);
  if (!file.name.toLowerCase().endsWith(".gz")) return file;
  const bytes = await readAllBytes(gunzipped(file), MAX_UNPACKED_BYTES);
  return bytesSource(file.name, bytes, await file.fileBytes());
}

/** Reader of SciPy matrices in one `.npz`. */
export const scipyNpz: GraphFormat = {
  id: "scipy-npz",
  title: "SciPy matrices in one npz, optionally gzip",
  async read(files) {
    const npz = await openNpz(await archiveOf(files));
    const prefixes = PREFIXES.find(([prefix]) => npz.has(`${prefix}shape`));
    if (prefixes === undefined) {
      throw new DataError({ file: npz.name }, {
        current: `the arrays ${npz.names.join(", ").slice(0, 200)}`,
        wanted: "a square matrix as scipy.sparse.save_npz writes it",
        next:
          "make a matrix of them, such as coo_matrix((ones, (sources, targets)), shape=(n, n)), and save that",
      });
    }
    const [adjacency, attributes] = prefixes;
    const edges = await readSparsePattern(npz, adjacency);
    const labels = npz.has("labels") ? await readNpyLabels(npz.array("labels"), edges.vertices) : {};
    const features = attributes !== "" && npz.has(`${attributes}indices`)
      ? {
        features: {
          kind: "sparse",
          width: await readSparseWidth(npz, attributes, edges.vertices),
          load: () => readSparseMatrix(npz, attributes),
        } as const,
      }
      : {};
    return { edges, ...labels, ...features, note: "" };
  },
};
