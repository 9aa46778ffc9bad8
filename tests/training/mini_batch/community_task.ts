/**
 * Labelled community graph with weakly informative features, for tests of mini-batch training.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { MiniBatchData } from "../../../training/mini_batch/mini_batch_data.ts";
import { graphOf } from "../../graph/graph_fixture.ts";

/** Sizes of the planted graph. */
export interface CommunityOptions {
  /** Number of vertices. */
  readonly vertices: number;
  /** Number of classes; vertex v has class v modulo this number. */
  readonly classes: number;
  /** First of the vertices without an edge. */
  readonly isolated?: number;
  /** Columns of the features; 8 by default. */
  readonly width?: number;
  /** Whether a vertex has several labels instead of one. */
  readonly several?: boolean;
}

/** Plants a graph with six edges a vertex, nine of ten within its class. */
export function plantedGraph({ vertices, classes, isolated = vertices }: CommunityOptions): CsrMatrix {
  const stream = new RandomStream(1, "community graph");
  const pairs: [number, number][] = [];
  for (let v = 0; v < isolated; v++) {
    for (let i = 0; i < 6; i++) {
      const anyone = stream.below(isolated);
      const peer = anyone - anyone % classes + v % classes;
      pairs.push([stream.uniform() < 0.9 && peer < isolated ? peer : anyone, v]);
    }
  }
  return graphOf(vertices, pairs, { symmetrise: true, selfLoops: "drop" });
}

/** Draws features, noise with a weak mark of the class, and truth; two of three vertices train. */
export function communityData(options: CommunityOptions): MiniBatchData {
  const { vertices, classes, width = 8, several } = options;
  const stream = new RandomStream(1, "community features");
  const values = new Float32Array(vertices * width);
  for (let i = 0; i < values.length; i++) {
    const v = Math.floor(i / width);
    values[i] = stream.normal() + (i % width === v % classes ? 1 : 0);
  }
  return {
    features: { rows: vertices, width, values },
    truth: several
      ? {
        targets: Float32Array.from({ length: vertices * classes }, (_, i) =>
          Math.floor(i / classes) % classes === i % classes ? 1 : 0),
      }
      : { labels: Uint32Array.from({ length: vertices }, (_, v) => v % classes) },
    classes,
    training: Uint32Array.from({ length: vertices }, (_, v) => v).filter((v) => v % 3 < 2),
  };
}
