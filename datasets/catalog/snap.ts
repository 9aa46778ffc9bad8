/**
 * Edge lists of the Stanford Network Analysis Project (SNAP) and of collections that publish in its form:
 * EPPGCN's Twitter, Amazon, Google, Youtube and Blog, and three real graphs that no paper uses.
 *
 * @module
 */
import type { DatasetRecord, GraphRule, PrintedCounts } from "../dataset.ts";

const LICENCE = "none stated; SNAP asks to cite";
const ONCE = "every undirected edge once, directed edges made undirected";
const DIRECTED: GraphRule = { listed: "directed", symmetrise: true, selfLoops: "drop" };

function tableThree(name: string, vertices: number, edges: number): PrintedCounts {
  return { paper: "eppgcn", artifact: "Table III", name, vertices, edges, convention: ONCE };
}

/** Counts of an undirected graph without self-loops. */
function undirected(vertices: number, undirectedEdges: number): DatasetRecord["counts"] {
  return { vertices, storedEdges: 2 * undirectedEdges, undirectedEdges };
}

/** ego-Twitter (EPPGCN): a renumbered copy with a known checksum, or SNAP's original. */
export const twitter: DatasetRecord = {
  id: "twitter",
  title: "ego-Twitter",
  publisher: "J. McAuley, J. Leskovec (SNAP); renumbered copy by limetreeestate/graph-datasets",
  licence: "none stated by either publisher; SNAP asks to cite",
  citation: "McAuley, Leskovec: Learning to Discover Social Circles in Ego Networks, NIPS 2012",
  printed: [tableThree("Twitter", 81306, 1342296)],
  sources: [{
    title: "renumbered edge list, compressed",
    format: "snap",
    files: [{
      name: "edgeListTwitterTEstDinix.txt.gz",
      need: "graph",
      bytes: 3521704,
      sha256: "65dff158db128b7a565bfc01c161ba220aa4cb46b06fd42ee8c8778f9e13a9ec",
    }],
    rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop" },
    obtain: "No direct URL of the compressed file; twitter/edgeListTwitterTEstDinix.zip of " +
      "limetreeestate/graph-datasets (commit 99dd7d097c91c9b24ed693815a24079b60e76fcb) holds the text, to be " +
      "compressed with gzip -9n.",
  }, {
    title: "SNAP's twitter_combined",
    format: "snap",
    files: [{
      name: "twitter_combined.txt.gz",
      need: "graph",
      url: "https://snap.stanford.edu/data/twitter_combined.txt.gz",
    }],
    rule: { ...DIRECTED, compactIds: true },
  }],
  counts: undirected(81306, 1342296),
  countsFrom: "measured",
  standIn: true,
};

/** amazon0505 (EPPGCN's Amazon; not the Amazon of ROC). */
export const amazon0505: DatasetRecord = {
  id: "amazon0505",
  title: "Amazon product co-purchasing network of 5 May 2003 (amazon0505)",
  publisher: "J. Leskovec, L. Adamic, B. Adamic (SNAP)",
  licence: LICENCE,
  citation: "Leskovec, Adamic, Adamic: The Dynamics of Viral Marketing, ACM TWEB 1(1), 2007",
  printed: [tableThree("Amazon", 410236, 2439437)],
  sources: [{
    title: "SNAP edge list",
    format: "snap",
    files: [{
      name: "amazon0505.txt.gz",
      need: "graph",
      url: "https://snap.stanford.edu/data/amazon0505.txt.gz",
    }],
    rule: { ...DIRECTED, compactIds: true },
  }],
  counts: undirected(410236, 2439437),
  countsFrom: "published",
  standIn: true,
};

/** web-Google (EPPGCN). */
export const webGoogle: DatasetRecord = {
  id: "web-google",
  title: "Google web graph (web-Google)",
  publisher: "Google programming contest 2002 (SNAP)",
  licence: LICENCE,
  citation:
    "Leskovec, Lang, Dasgupta, Mahoney: Community Structure in Large Networks, Internet Mathematics 6(1), 2009",
  printed: [tableThree("Google", 875713, 4322051)],
  sources: [{
    title: "SNAP edge list",
    format: "snap",
    files: [{
      name: "web-Google.txt.gz",
      need: "graph",
      url: "https://snap.stanford.edu/data/web-Google.txt.gz",
    }],
    rule: { ...DIRECTED, compactIds: true },
  }],
  counts: undirected(875713, 4322051),
  countsFrom: "published",
  standIn: true,
};

/** com-Youtube (EPPGCN). */
export const comYoutube: DatasetRecord = {
  id: "com-youtube",
  title: "Youtube social network (com-Youtube)",
  publisher: "J. Yang, J. Leskovec (SNAP)",
  licence: LICENCE,
  citation: "Yang, Leskovec: Defining and Evaluating Network Communities based on Ground-truth, ICDM 2012",
  printed: [tableThree("Youtube", 1134890, 2987624)],
  sources: [{
    title: "SNAP edge list, undirected",
    format: "snap",
    files: [{
      name: "com-youtube.ungraph.txt.gz",
      need: "graph",
      url: "https://snap.stanford.edu/data/bigdata/communities/com-youtube.ungraph.txt.gz",
    }],
    rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop", compactIds: true },
  }],
  counts: undirected(1134890, 2987624),
  countsFrom: "published",
  standIn: true,
  note: "Ids in the file have gaps (the largest is reported as 1,157,806) and are renumbered.",
};

/** soc-BlogCatalog (EPPGCN's Blog; "Catalog" in its Table IV). */
export const blog: DatasetRecord = {
  id: "blog",
  title: "BlogCatalog friendships (soc-BlogCatalog)",
  publisher: "R. Zafarani, H. Liu (https://blogcatalog.datasets.syr.edu/)",
  licence: "none stated",
  citation: "Zafarani, Liu: Social Computing Data Repository, Arizona State University, 2009",
  printed: [tableThree("Blog", 88784, 2093195)],
  sources: [{
    title: "edges.csv of the publisher",
    format: "snap",
    files: [{ name: "edges.csv", folder: "blog", need: "graph" }],
    rule: { listed: "undirected, both directions", symmetrise: true, selfLoops: "drop", compactIds: true },
    obtain:
      "No direct URL is known; take edges.csv from https://blogcatalog.datasets.syr.edu/ and put it into a " +
      'folder named "blog". The BlogCatalog graphs of 10,312 and of 5,196 vertices are different ones.',
  }],
  counts: undirected(88784, 2093195),
  countsFrom: "published",
  standIn: true,
};

/** web-NotreDame, a real web graph that no paper uses. */
export const webNotreDame: DatasetRecord = {
  id: "web-notredame",
  title: "University of Notre Dame web graph (web-NotreDame)",
  publisher: "R. Albert, H. Jeong, A.-L. Barabasi (SNAP)",
  licence: LICENCE,
  citation: "Albert, Jeong, Barabasi: Diameter of the World-Wide Web, Nature 401, 1999",
  printed: [],
  sources: [{
    title: "SNAP edge list",
    format: "snap",
    files: [{
      name: "web-NotreDame.txt.gz",
      need: "graph",
      bytes: 3708538,
      sha256: "d4f4916db2b45060d4dde21fca2d6d757f245f4397528f72230eff3bb57e499e",
      url: "https://snap.stanford.edu/data/web-NotreDame.txt.gz",
    }],
    rule: DIRECTED,
  }],
  counts: undirected(325729, 1090108),
  countsFrom: "measured",
  standIn: false,
  note: "1,497,134 directed edges, 27,455 of them self-loops, made undirected.",
};

/** soc-Epinions1, a real social graph that no paper uses. */
export const socEpinions1: DatasetRecord = {
  id: "soc-epinions1",
  title: "Epinions who-trusts-whom network (soc-Epinions1)",
  publisher: "M. Richardson, R. Agrawal, P. Domingos (SNAP)",
  licence: LICENCE,
  citation: "Richardson, Agrawal, Domingos: Trust Management for the Semantic Web, ISWC 2003",
  printed: [],
  sources: [{
    title: "SNAP edge list",
    format: "snap",
    files: [{
      name: "soc-Epinions1.txt.gz",
      need: "graph",
      bytes: 1630437,
      sha256: "69a2dab71fa5e3a0715487599fc16ca17ddc847379325a6c765bbad6e3e36938",
      url: "https://snap.stanford.edu/data/soc-Epinions1.txt.gz",
    }],
    rule: { ...DIRECTED, compactIds: true },
  }],
  counts: undirected(75879, 405740),
  countsFrom: "measured",
  standIn: false,
  note: "508,837 directed edges, made undirected; 9 unused ids are closed up.",
};

/** p2p-Gnutella31, which no paper uses: a sample of MatrixMarket with explicit zeros. */
export const p2pGnutella31: DatasetRecord = {
  id: "p2p-gnutella31",
  title: "Gnutella peer-to-peer network of 31 August 2002 (p2p-Gnutella31)",
  publisher: "SNAP; as MatrixMarket by dgSPARSE-Lib",
  licence: "MIT-style (dgSPARSE-Lib, Copyright 2021-2023 dgSPARSE); SNAP asks to cite",
  citation: "Ripeanu, Foster, Iamnitchi: Mapping the Gnutella Network, IEEE Internet Computing 6(1), 2002",
  printed: [],
  sources: [{
    title: "MatrixMarket, coordinate real general, compressed",
    format: "matrix-market",
    files: [{
      name: "p2p-Gnutella31.mtx.gz",
      need: "graph",
      bytes: 665631,
      sha256: "36683498591c349b1212d1716df7cbc5ef48f30e757634ae395375978095e380",
    }],
    rule: DIRECTED,
    obtain: "No direct URL of the compressed file; compress example/data/p2p-Gnutella31.mtx of " +
      "dgSPARSE/dgSPARSE-Lib (commit 973a97275ec4b0e1c924a493011f05c682c79c42) with gzip -9n.",
  }],
  counts: undirected(62586, 147892),
  countsFrom: "measured",
  standIn: false,
  note:
    "147,892 directed edges, made undirected. The file's values were made up by its publisher: the pattern counts.",
};
