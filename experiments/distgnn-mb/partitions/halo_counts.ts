/**
 * Counts of halo vertices by their definition (Section 3.1).
 *
 * @module
 */
import { rankData } from "../../../distributed/training/mod.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { CutGraph } from "../cut_graph.ts";

/** Halo vertices by their definition, entry by entry of the whole graph, against those that ranks have. */
export function haloCounts({ rowPtr, colIdx, rows }: CsrMatrix, { ranks, parts }: CutGraph) {
  let otherHalo = 0, oneSided = 0, withFeatures = 0;
  const isHalo = ranks.map(({ vertices, solid }) => new Set(vertices.subarray(solid)));
  const defined = ranks.map(() => new Set<number>());
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
      const u = colIdx[e];
      if (parts[u] === parts[v]) continue;
      defined[parts[v]].add(u);
      if (!isHalo[parts[v]].has(u) || !isHalo[parts[u]].has(v)) oneSided++;
    }
  }
  const features = { rows, width: 1, values: new Float32Array(rows) };
  const data = { features, truth: { labels: new Uint32Array(rows) }, classes: 1 };
  ranks.forEach((part, rank) => {
    otherHalo += isHalo[rank].symmetricDifference(defined[rank]).size;
    withFeatures += rankData(part, data).features.values.length - part.solid;
  });
  return { other_halo: otherHalo, one_sided_cuts: oneSided, halo_with_features: withFeatures };
}
