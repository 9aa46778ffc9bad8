/**
 * The Facebook page-page network of MUSAE, which no paper uses: a labelled graph of Pubmed's size with
 * complete features.
 *
 * @module
 */
import type { DatasetRecord } from "../dataset.ts";

/** Facebook page-page network. */
export const facebook: DatasetRecord = {
  id: "musae-facebook",
  title: "Facebook page-page network (MUSAE)",
  publisher:
    "B. Rozemberczki, C. Allen, R. Sarkar (benedekrozemberczki/MUSAE); copy by EdisonLeeeee/GraphData",
  licence: "MIT (copy's repository); no terms of the original publisher were read; SNAP asks to cite",
  citation: "Rozemberczki, Allen, Sarkar: Multi-scale Attributed Node Embedding, 2019",
  printed: [],
  sources: [{
    title: "MUSAE CSV and JSON, compressed",
    format: "musae",
    files: [
      {
        name: "edges.csv.gz",
        need: "graph",
        bytes: 638600,
        sha256: "da260bc35ec8f83d5f37b79bdfd45cdf48e1930b246eda7f41da50e0e9befffe",
      },
      {
        name: "target.csv.gz",
        need: "labels",
        bytes: 547240,
        sha256: "35920efc74bc79194ef082250b76b459b93c968dbfa168cd1bb655e1205e6129",
      },
      {
        name: "features.json.gz",
        need: "features",
        bytes: 497881,
        sha256: "b45f4b8305e24d2836a1a5a8f8fdf37d063c8684c35cc792d5374d61d099ab2e",
      },
    ],
    rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop" },
    obtain:
      "No direct URL of the compressed files; compress datasets/musae/facebook/* of EdisonLeeeee/GraphData " +
      "(commit f8022c26b917346f2a461ffec0ec5ae24b36de68) with gzip -9n. SNAP has the same graph as " +
      "https://snap.stanford.edu/data/facebook_large.zip.",
  }],
  counts: { vertices: 22470, storedEdges: 341646, undirectedEdges: 170823 },
  countsFrom: "measured",
  featureWidth: 4714,
  classes: 4,
  standIn: false,
  note: "179 self-loops in the file are dropped. The publisher sets no split.",
};
