/**
 * Citation graphs: papers arrive one after another and cite earlier ones, of their own field or another, met
 * at random or found in the reference lists of what they cite already (Jackson, Rogers: Meeting strangers and
 * friends of friends, American Economic Review 97(3), 2007). Without the fields this is their model;
 * in-degrees get a power-law tail of exponent 1 + 1 / `searched`, and searched references close triangles.
 *
 * @module
 */
import { csrFromEdges } from "../../graph/edges.ts";
import { RandomStream } from "../../platform/random.ts";
import type { DrawnGraph } from "./drawn_graph.ts";
import { drawIds, type IdOrder } from "./id_order.ts";
import { type BoundedPowerLaw, partitionByLaw, powerLawQuantile } from "./power_law.ts";

/** Parameters of a citation graph. */
export interface CitationParameters {
  /** Number of papers. */
  readonly vertices: number;
  /** Wanted number of citations. */
  readonly citations: number;
  /** Whether the graph keeps their direction (from the citing paper) or stores both. */
  readonly directed: boolean;
  /** Number of fields; at most half as many as papers are made. */
  readonly fields: number;
  /** Law of the field sizes. */
  readonly fieldSizes: BoundedPowerLaw;
  /** Law of the lengths of reference lists. */
  readonly references: BoundedPowerLaw;
  /** Share of the references met at random that lie in any field. */
  readonly mixing: number;
  /** Share of the references that are taken from the list of an already cited paper. */
  readonly searched: number;
  /** Order of the ids. */
  readonly ids: IdOrder;
}

/** Number of draws for a reference before the paper drops it and a later one gets it. */
const MAX_TRIES = 8;
/** Greatest growth of a list while earlier papers, with too little to cite, have left references over. */
const MAX_CATCH_UP = 2;

/** Field of each paper, in the order of arrival: sizes by the law, arrivals at random. */
function drawFields(
  { vertices, fieldSizes }: CitationParameters,
  fields: number,
  seed: number,
): { readonly fieldOf: Uint32Array; readonly starts: Uint32Array } {
  const starts = partitionByLaw(vertices, fields, fieldSizes);
  const fieldOf = new Uint32Array(vertices);
  for (let f = 0; f < fields; f++) fieldOf.fill(f, starts[f], starts[f + 1]);
  return { fieldOf: new RandomStream(seed, "citation fields").shuffle(fieldOf), starts };
}

/**
 * Starts of the papers' reference lists if all lists could be filled: lengths by the law, `citations` in
 * total.
 */
function drawLists({ vertices, citations, references }: CitationParameters, seed: number): Float64Array {
  const stream = new RandomStream(seed, "citation lists");
  const cumulative = new Float64Array(vertices + 1);
  for (let t = 0; t < vertices; t++) {
    cumulative[t + 1] = cumulative[t] + powerLawQuantile(stream.uniform(), references);
  }
  const scale = citations / cumulative[vertices];
  for (let t = 1; t <= vertices; t++) cumulative[t] = Math.round(cumulative[t] * scale);
  return cumulative;
}

/**
 * Draws the graph; the community of a vertex is its field. The same parameters and seed give the same graph
 * everywhere. Within a field a paper meets recent papers most: the age is log-uniform in the papers of the
 * field. References that the first papers could not place are placed by later ones; what never finds a place
 * is dropped and counted. Memory: a word a citation for the lists and one for the citing papers, besides what
 * `csrFromEdges` needs.
 */
export function drawCitations(parameters: CitationParameters, seed: number): DrawnGraph {
  const { vertices, citations, mixing, searched } = parameters;
  const fields = Math.max(1, Math.min(parameters.fields, Math.floor(vertices / 2)));
  const { fieldOf, starts } = drawFields(parameters, fields, seed);
  const lists = drawLists(parameters, seed);
  const stream = new RandomStream(seed, "citations");

  const cited = new Uint32Array(citations);
  const listStart = new Uint32Array(vertices + 1);
  // members[starts[f] + i] is the i-th paper of field f.
  const members = new Uint32Array(vertices);
  const arrived = new Uint32Array(fields);
  let count = 0;
  for (let t = 0; t < vertices; t++) {
    const field = fieldOf[t], base = starts[field], rank = arrived[field]++;
    members[base + rank] = t;
    const drawn = lists[t + 1] - lists[t];
    const length = Math.min(t, lists[t + 1] - count, MAX_CATCH_UP * drawn);
    const begin = count;
    for (let reference = 0; reference < length; reference++) {
      const search = count > begin && stream.uniform() < searched;
      const anywhere = rank === 0 || stream.uniform() < mixing;
      // The way of finding a paper is drawn once, so that retries do not shift the shares.
      for (let tries = MAX_TRIES; tries > 0; tries--) {
        let paper = -1;
        if (search) {
          const known = cited[begin + Math.floor(stream.uniform() * (count - begin))];
          const from = listStart[known], size = listStart[known + 1] - from;
          if (size > 0) paper = cited[from + Math.floor(stream.uniform() * size)];
        }
        if (paper < 0) {
          paper = anywhere
            ? stream.below(t)
            : members[base + rank - Math.max(1, Math.floor((rank + 1) ** stream.uniform()))];
        }
        let known = false;
        for (let e = begin; e < count && !known; e++) known = cited[e] === paper;
        if (known) continue;
        cited[count++] = paper;
        break;
      }
    }
    listStart[t + 1] = count;
  }

  return numbered({ fieldOf, members, listStart, cited, count }, parameters, seed);
}

/** Papers and their references, by arrival. */
interface Citing {
  /** Field of each paper. */
  readonly fieldOf: Uint32Array;
  /** Papers by field, and within one by arrival. */
  readonly members: Uint32Array;
  /** Place in `cited` at which each paper's references begin, and behind which the last one's end. */
  readonly listStart: Uint32Array;
  /** Cited papers; overwritten by their ids. */
  readonly cited: Uint32Array;
  /** Number of references that found a place. */
  readonly count: number;
}

/** Numbers the papers, and makes their references a graph. */
function numbered(
  { fieldOf, members, listStart, cited, count }: Citing,
  { vertices, citations, directed, ids }: CitationParameters,
  seed: number,
): DrawnGraph {
  const degree = new Uint32Array(vertices);
  for (let t = 0; t < vertices; t++) degree[t] = listStart[t + 1] - listStart[t];
  for (let e = 0; e < count; e++) degree[cited[e]]++;
  // By community: by field, and within one by arrival.
  const placeOf = new Uint32Array(vertices);
  members.forEach((paper, place) => placeOf[paper] = place);
  const newId = drawIds(degree, ids, new RandomStream(seed, "stand-in ids"), placeOf);
  const citing = new Uint32Array(count);
  for (let t = 0; t < vertices; t++) citing.fill(newId[t], listStart[t], listStart[t + 1]);
  for (let e = 0; e < count; e++) cited[e] = newId[cited[e]];
  const community = new Uint32Array(vertices), places = new Uint32Array(vertices);
  for (let t = 0; t < vertices; t++) {
    community[newId[t]] = fieldOf[t];
    places[newId[t]] = placeOf[t];
  }
  return {
    graph: csrFromEdges({ vertices, source: citing, target: cited, count, symmetrise: !directed }),
    community,
    places,
    droppedEdges: (citations - count) * (directed ? 1 : 2),
  };
}
