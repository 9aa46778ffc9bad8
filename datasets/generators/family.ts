/**
 * Families of stand-ins: one dataset's published statistics, the chosen parameters beside them, and the
 * resulting graphs at any scale. Parameters are frozen: they never change because of a result.
 *
 * @module
 */
import { OutOfMemoryError, UsageError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import type { Split } from "../dataset.ts";
import type { GraphMeasures } from "../graph_measures.ts";
import { drawCitations } from "./citations.ts";
import type { DrawnGraph } from "./drawn_graph.ts";
import { nestedCommunities } from "./nested_communities.ts";
import type { BoundedPowerLaw } from "./power_law.ts";
import { MIN_VERTICES, scaledCounts, type StandInScale } from "./stand_in.ts";
import { plural } from "../../platform/text/plural.ts";

/** Facts of families of all models. */
export interface FamilyFacts {
  /** Id of the dataset. */
  readonly id: string;
  /** Vertices at full size. */
  readonly vertices: number;
  /** Stored edges at full size. */
  readonly storedEdges: number;
  /** Communities at full size; the fields of a citation graph. */
  readonly communities: number;
  /** Law of the community sizes. */
  readonly communitySizes: BoundedPowerLaw;
  /** Share of the edges that leave their community (of a citation graph: of the references met at random). */
  readonly mixing: number;
  /** Vertices with a training, validation and test label at full size, where published. */
  readonly split?: readonly [train: number, validation: number, test: number];
  /** Publication of the published numbers. */
  readonly published: string;
  /** Unpublished parameters that were chosen, with reasons. */
  readonly chosen: string;
  /** Mean local clustering coefficient, where published. */
  readonly clustering?: number;
  /** Result of `measureGraph` on the real graph, where its files were read. No parameter comes from it. */
  readonly measured?: GraphMeasures;
}

/** Frozen parameters of planted communities. */
export interface CommunityFamily extends FamilyFacts {
  /** Model, drawn by `nestedCommunities`. */
  readonly model: "communities";
  /** Law of the expected degrees within a community. */
  readonly degrees: BoundedPowerLaw;
  /** Growth of degrees with community size (see `NestedCommunityParameters`). */
  readonly degreeBySize: 0 | 1;
  /**
   * Fall of edge probability with distance within a community (see `NestedCommunityParameters`). Of 0, 1, 2
   * and 3 the one whose graphs come nearest to the published clustering coefficient; {@link SCALE_FREE} where
   * none is published.
   */
  readonly locality: number;
}

/**
 * Locality where nothing is published: as many edges to parts of every size, the only exponent at which a
 * network can be searched (Kleinberg, NIPS 2001), found in an organisation's mail by Adamic and Adar (How to
 * search a social network, Social Networks 27(3), 2005).
 */
export const SCALE_FREE = 1;

/** Frozen parameters of a citation graph. */
export interface CitationFamily extends FamilyFacts {
  /** Model, drawn by `drawCitations`. */
  readonly model: "citations";
  /** Whether stored edges have a direction. */
  readonly directed: boolean;
  /** Law of the lengths of reference lists. */
  readonly references: BoundedPowerLaw;
  /** Share of the references that are taken from the list of an already cited paper. */
  readonly searched: number;
}

/** Frozen parameters of one dataset's stand-ins, at full size. */
export type StandInFamily = CommunityFamily | CitationFamily;

/** A stand-in with its split. */
export interface StandIn extends DrawnGraph {
  /** A split with the published shares, where those are published. */
  readonly split?: Split;
  /** Note on properties that the scale did not allow; may be empty. */
  readonly note: string;
}

/**
 * Peak memory of drawing in bytes: for an undirected edge its two ends (8), both buckets and both entries of
 * the adjacency (16); a set of the pairs that leave their community (up to 32 each); per vertex weights, ids
 * and offsets.
 */
function peakBytes(family: StandInFamily, vertices: number, storedEdges: number): number {
  const directed = family.model === "citations" && family.directed;
  const edges = directed ? storedEdges : storedEdges / 2;
  const pairs = family.model === "communities" ? 32 * family.mixing * edges : 0;
  return (directed ? 16 : 24) * edges + pairs + 64 * vertices;
}

/**
 * Refuses a graph that needs more memory than is available, before the system kills the process.
 *
 * @throws {OutOfMemoryError} naming the first scale that there is memory for.
 */
export function assertDrawable(id: string, scale: StandInScale, bytes: number, available: number): void {
  if (bytes <= available) return;
  throw new OutOfMemoryError({
    action: `draw ${id} at 1/${scale.scale}`,
    current: `about ${formatBytes(bytes)} to draw it in`,
    wanted: `at most the ${formatBytes(available)} that are free`,
    next: `use a scale from 1/${Math.ceil(scale.scale * bytes / available)}`,
  });
}

function drawSplit(family: StandInFamily, vertices: number, seed: number): Split | undefined {
  if (!family.split) return undefined;
  const order = randomPermutation(vertices, new RandomStream(seed, "stand-in split"));
  const scaled = (labelled: number) => Math.round(labelled * vertices / family.vertices);
  const [train, validation, test] = family.split;
  const first = scaled(train), second = first + scaled(validation);
  return {
    train: order.slice(0, first).sort(),
    validation: order.slice(first, second).sort(),
    test: order.slice(second, scaled(train + validation + test)).sort(),
  };
}

function draw(family: StandInFamily, scale: StandInScale, seed: number): DrawnGraph {
  const { vertices, storedEdges } = scaledCounts(family, scale);
  const communities = Math.max(1, Math.round(family.communities / scale.scale));
  const { ids } = scale;
  const { communitySizes, mixing } = family;
  switch (family.model) {
    case "communities": {
      const { degrees, degreeBySize, locality } = family;
      return nestedCommunities({
        vertices,
        storedEdges,
        communities,
        communitySizes,
        degrees,
        mixing,
        degreeBySize,
        locality,
        ids,
      }, seed);
    }
    case "citations": {
      const { directed, references, searched } = family;
      const citations = Math.round(storedEdges / (directed ? 1 : 2));
      return drawCitations({
        vertices,
        citations,
        directed,
        fields: communities,
        fieldSizes: communitySizes,
        references,
        mixing,
        searched,
        ids,
      }, seed);
    }
    default:
      family satisfies never;
      throw new TypeError("a family of an unknown model");
  }
}

/**
 * Draws a family's graph at a scale, within `available` bytes of memory.
 *
 * @throws {UsageError} if the scale leaves fewer than {@link MIN_VERTICES} vertices.
 * @throws {OutOfMemoryError} if too little memory is available.
 */
export function drawStandIn(
  family: StandInFamily,
  scale: StandInScale,
  seed: number,
  available = Infinity,
): StandIn {
  const { vertices, storedEdges } = scaledCounts(family, scale);
  if (vertices < MIN_VERTICES) {
    throw new UsageError({
      action: `draw ${family.id} at 1/${scale.scale}`,
      current: plural(vertices, "vertex", "vertices"),
      wanted: `at least ${MIN_VERTICES}`,
      next: `use a scale up to 1/${Math.floor(family.vertices / MIN_VERTICES)}`,
    });
  }
  assertDrawable(family.id, scale, peakBytes(family, vertices, storedEdges), available);
  const drawn = draw(family, scale, seed);
  const split = drawSplit(family, vertices, seed);
  return {
    ...drawn,
    ...(split ? { split } : {}),
    note: drawn.droppedEdges === 0
      ? ""
      : `${vertices} vertices have no room for ${storedEdges} stored edges: ${drawn.droppedEdges} were left out.`,
  };
}
