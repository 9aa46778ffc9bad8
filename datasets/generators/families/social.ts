/**
 * Stand-ins of social networks and of a web graph: small circles and great hubs.
 *
 * @module
 */
import { type CommunityFamily, SCALE_FREE } from "../family.ts";
import { communitiesFor } from "./clustering_rule.ts";
import { REAL_TWITTER } from "./real_measures.ts";

const MIXING = 0.2;

const CHOSEN =
  "One edge in five leaves its circle. The size of the circles follows from mean degree and clustering " +
  "coefficient (see communitiesFor), the greatest 20 times the smallest: round numbers, fixed before any run.";

const CIRCLES = {
  model: "communities",
  communitySizes: { exponent: 2, spread: 20 },
  mixing: MIXING,
  degreeBySize: 0,
} as const;

const SNAP = "Vertices and edges: EPPGCN, Table III. Clustering coefficient: SNAP's page of the dataset.";

const EXPONENT =
  "Exponent of the degrees about 2: Mislove et al., Measurement and analysis of online social " +
  "networks (IMC 2007).";

/** ego-Twitter: average degree 33. */
export const twitter: CommunityFamily = {
  ...CIRCLES,
  id: "twitter",
  vertices: 81_306,
  storedEdges: 2_684_592,
  communities: communitiesFor({
    vertices: 81_306,
    storedEdges: 2_684_592,
    clustering: 0.5653,
    mixing: MIXING,
  }),
  degrees: { exponent: 2, spread: 1000 },
  locality: 3,
  clustering: 0.5653,
  published: `${SNAP} ${EXPONENT}`,
  chosen: `The greatest degree is about 150 times the mean. ${CHOSEN}`,
  measured: REAL_TWITTER,
};

/** com-Youtube: average degree 5.3, very great hubs. */
export const comYoutube: CommunityFamily = {
  ...CIRCLES,
  id: "com-youtube",
  vertices: 1_134_890,
  storedEdges: 5_975_248,
  communities: communitiesFor({
    vertices: 1_134_890,
    storedEdges: 5_975_248,
    clustering: 0.0808,
    mixing: MIXING,
  }),
  degrees: { exponent: 2.1, spread: 10_000 },
  clustering: 0.0808,
  locality: 0,
  published: `${SNAP} ${EXPONENT}`,
  chosen: `The greatest degree is about 1,500 times the mean. ${CHOSEN}`,
};

/** soc-BlogCatalog: average degree 47, hubs that are joined to a tenth of the network. */
export const blog: CommunityFamily = {
  ...CIRCLES,
  id: "blog",
  vertices: 88_784,
  storedEdges: 4_186_390,
  communities: 60,
  degrees: { exponent: 2, spread: 1000 },
  mixing: 0.5,
  locality: SCALE_FREE,
  published: "Vertices and edges: EPPGCN, Table III.",
  chosen:
    "60 communities, the greatest 20 times the smallest; a half of the friendships leaves its community. Degrees have an exponent of 2 and vary by a factor of 1,000, so that the greatest reaches about a tenth of " +
    "the vertices: round numbers, fixed before any run.",
};

/** web-Google: average degree 9.9, pages of one site linked to each other. */
export const webGoogle: CommunityFamily = {
  ...CIRCLES,
  id: "web-google",
  vertices: 875_713,
  storedEdges: 8_644_102,
  communities: communitiesFor({ vertices: 875_713, storedEdges: 8_644_102, clustering: 0.5143, mixing: 0.1 }),
  degrees: { exponent: 2.1, spread: 2000 },
  mixing: 0.1,
  clustering: 0.5143,
  locality: 3,
  published: `${SNAP} Exponent 2.1 of in-links: Broder et al., Graph structure in the web (WWW 2000).`,
  chosen:
    "One link in ten leaves its site. Degrees vary by a factor of 2,000. The size of the sites follows from mean " +
    "degree and clustering coefficient (see communitiesFor), the greatest 20 times the smallest: round numbers, fixed " +
    "before any run.",
};
