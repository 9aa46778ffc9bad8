/**
 * Mini-batches of a rank's own part, halo vertices as leaves: what all policies share but that which samples across ranks; and the
 * one that drops all halo vertices.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { SampledBatch } from "../../graph/sampling/block.ts";
import { type LocalBatch, localBatch, type LocalBlock } from "../local_batch/local_batch.ts";
import { withoutMisses } from "../local_batch/missed_sources.ts";
import type { LifeSpanUnit } from "../embedding_cache/historical_embedding_cache.ts";
import type { ExchangePlace, HaloPolicy, HaloPolicyParts, ReceivedLayer, SolidInput } from "./halo_policy.ts";
import type { RankData } from "./rank_data.ts";
import { type LayerTraffic, noTraffic, type TrafficTally } from "./rank_iteration.ts";

/** The policy `drop`. Others change what they receive. */
export class LocalHalo implements HaloPolicy {
  /** What it was made from. */
  protected readonly parts: HaloPolicyParts;

  /** Allocates nothing. */
  constructor(parts: HaloPolicyParts) {
    this.parts = parts;
  }

  /** The rank's part. */
  get graph(): CsrMatrix {
    return this.parts.data.part.graph;
  }

  /** The training vertices themselves. */
  seeds(training: Uint32Array): Uint32Array {
    return training;
  }

  /** Without rows for halo vertices. */
  batch(sampled: SampledBatch): LocalBatch {
    return localBatch(sampled, this.parts.data.part);
  }

  /** None: halo vertices are leaves. */
  remoteDestinations(_block: LocalBlock): number {
    return 0;
  }

  /** Drops all halo vertices. */
  receive(_layer: number, input: SolidInput, _place: ExchangePlace): Promise<ReceivedLayer> {
    const { transport } = this.parts, traffic = noTraffic();
    const rows = this.solidRows(input, traffic);
    const start = transport.now();
    const { block, droppedEdges } = withoutMisses(input.block);
    traffic.loadMs += transport.now() - start;
    return Promise.resolve({ block, rows, droppedEdges, traffic });
  }

  /** Nothing is exchanged. */
  idle(_layer: number, _place: ExchangePlace): Promise<LayerTraffic> {
    return Promise.resolve(noTraffic());
  }

  /** Nothing grows old. */
  tick(_ended: LifeSpanUnit): void {}

  /** Nothing is under way. */
  finish(): Promise<void> {
    return Promise.resolve();
  }

  /** The rows that came from below, or else the rank's own features. */
  protected solidRows(
    { block: { sources, solid }, solidRows }: SolidInput,
    traffic: TrafficTally,
  ): Float32Array {
    if (solidRows) return solidRows;
    const { transport, data } = this.parts, start = transport.now();
    const rows = gatherRows(data, sources.subarray(0, solid));
    traffic.gatherMs += transport.now() - start;
    return rows;
  }
}

/** Rows of some of a rank's solid vertices. */
export function gatherRows({ features: { width, values } }: RankData, vertices: Uint32Array): Float32Array {
  const rows = new Float32Array(vertices.length * width);
  for (let i = 0; i < vertices.length; i++) {
    const from = vertices[i] * width;
    rows.set(values.subarray(from, from + width), i * width);
  }
  return rows;
}
