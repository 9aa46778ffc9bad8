/**
 * A graph as one archive of arrays, SciPy matrices under a prefix: `adj_matrix.*`, `attr_matrix.*` and
 * `labels` (PPRGo, Graph2Gauss), `adj_*` (GraphGallery), or the arrays of `scipy.sparse.save_npz` themselves.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import { readNpyLabels } from "./class_labels.ts";
import { type GraphFormat, onlyFile } from "./format.ts";
import { openNpz } from "./numpy/npz.ts";
import { readSparseMatrix, readSparsePattern, readSparseWidth } from "./numpy/scipy_sparse.ts";

/** Names of adjacency and features. */
const PREFIXES = [["adj_matrix.", "attr_matrix."], ["adj_", "attr_"], ["", ""]] as const;

/** Reader of SciPy matrices in one `.npz`. */
export const scipyNpz: GraphFormat = {
  id: "scipy-npz",
  title: "SciPy matrices in one npz",
  async read(files) {
    const npz = await openNpz(onlyFile(files));
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
          width: await readSparseWidth(npz, attributes),
          load: () => readSparseMatrix(npz, attributes),
        } as const,
      }
      : {};
    return { edges, ...labels, ...features, note: "" };
  },
};
