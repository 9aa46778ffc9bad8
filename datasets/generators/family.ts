/**
 * A family of stand-ins: one dataset's published statistics, what had to be chosen beside them, and the graphs that come
 * of it at any scale. Parameters are frozen: they never change because of a result.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import type { Split } from "../dataset.ts";
import {
  type BoundedPowerLaw,
  type CommunityGraph,
  degreeCorrectedCommunities,
} from "./degree_corrected_communities.ts";
import { archaea } from "./archaea.ts";
import { reddit } from "./reddit.ts";
import { MIN_VERTICES, scaledCounts, type StandInScale } from "./stand_in.ts";

/** Frozen parameters of one dataset's stand-ins, at full size. */
export interface StandInFamily {
  /** The dataset's id. */
  readonly id: string;
  /** Vertices at full size. */
  readonly vertices: number;
  /** Stored edges at full size. */
  readonly storedEdges: number;
  /** Communities at full size. */
  readonly communities: number;
  /** Law of the community sizes. */
  readonly communitySizes: BoundedPowerLaw;
  /** Law of the expected degrees within a community. */
  readonly degrees: BoundedPowerLaw;
  /** Share of the edges that join two communities. */
  readonly mixing: number;
  /** How degrees grow with community size (see `CommunityGraphParameters`). */
  readonly degreeBySize: 0 | 1;
  /** Vertices with a training, validation and test label at full size, where published. */
  readonly split?: readonly [train: number, validation: number, test: number];
  /** Where the published numbers are published. */
  readonly published: string;
  /** What is not published and was chosen, and why so. */
  readonly chosen: string;
}

/** A stand-in and what goes with it. */
export interface StandIn extends CommunityGraph {
  /** A split with the published shares, where those are published. */
  readonly split?: Split;
  /** What the scale did not allow; empty where it allowed all. */
  readonly note: string;
}

/** `:fill` keeps the number of communities and shrinks them, to this many vertices on average and no further. */
const MIN_FILL_COMMUNITY = 16;

const families: ReadonlyMap<string, StandInFamily> = new Map(
  [reddit, archaea].map((family) => [family.id, family]),
);

/** The family of a dataset, or nothing. */
export function standInFamily(id: string): StandInFamily | undefined {
  return families.get(id);
}

function drawSplit(family: StandInFamily, vertices: number, seed: number): Split | undefined {
  if (!family.split) return undefined;
  const order = randomPermutation(vertices, new RandomStream(seed, "stand-in split"));
  const [train, validation] = family.split.map((part) => Math.round(part * vertices / family.vertices));
  return {
    train: order.slice(0, train).sort(),
    validation: order.slice(train, train + validation).sort(),
    test: order.slice(train + validation).sort(),
  };
}

/**
 * Draws a family's graph at a scale.
 *
 * @throws {UsageError} if the scale leaves fewer than {@link MIN_VERTICES} vertices.
 */
export function drawStandIn(family: StandInFamily, scale: StandInScale, seed: number): StandIn {
  const { vertices, storedEdges } = scaledCounts(family, scale);
  if (vertices < MIN_VERTICES) {
    throw new UsageError({
      action: `draw ${family.id} at 1/${scale.scale}`,
      current: `${vertices} vertices`,
      wanted: `at least ${MIN_VERTICES}`,
      next: `use a scale up to 1/${Math.floor(family.vertices / MIN_VERTICES)}`,
    });
  }
  const drawn = degreeCorrectedCommunities({
    vertices,
    storedEdges,
    communities: scale.variant === "fill"
      ? Math.min(family.communities, Math.floor(vertices / MIN_FILL_COMMUNITY))
      : Math.max(1, Math.round(family.communities / scale.scale)),
    communitySizes: family.communitySizes,
    degrees: family.degrees,
    mixing: family.mixing,
    degreeBySize: family.degreeBySize,
    ids: scale.variant === "drift" ? "drift" : "shuffled",
  }, seed);
  const split = drawSplit(family, vertices, seed);
  return {
    ...drawn,
    ...(split ? { split } : {}),
    note: drawn.droppedEdges === 0
      ? ""
      : `${vertices} vertices have no room for ${storedEdges} stored edges: ${drawn.droppedEdges} were left out.`,
  };
}
