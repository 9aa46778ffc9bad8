/**
 * Times of dense products that the tiles of kernel `register-tiled` and a card's limits predict, for the verb
 * `describe`: numbers that a recording of the card can prove wrong.
 *
 * @module
 */
import { CURRENT_CARDS, type CurrentCardId } from "../hardware/models/current_cards.ts";
import { tileShape } from "../kernels/gemm/register_tiled/tile_shape.ts";
import { textTable } from "../platform/text_table.ts";

/** Rows and columns that an invocation computes. */
const SIDE = 8;
/** FLOP and bytes of workgroup memory of a multiprocessor of Hopper in a clock (CUDA programming guide). */
const FLOP_A_CLOCK = 256, WORKGROUP_BYTES_A_CLOCK = 128;
/** Numbers that an invocation holds of the factors of one term. */
const FACTORS = 2 * SIDE;
/** Numbers of a block of 4 x 4. */
const BLOCK = 16;

/** Rows, terms and columns of products: layers of Reddit as published, and a square one. */
const SHAPES = [[232_965, 602, 256], [232_965, 256, 41], [232_965, 602, 16], [4096, 4096, 4096]] as const;

/** Prediction for one product. */
export interface GemmPrediction {
  /** Rows and columns of a tile. */
  readonly tile: readonly [rows: number, columns: number];
  /** FLOP for a byte that an invocation reads from workgroup memory. */
  readonly flopPerWorkgroupByte: number;
  /** FLOP for a byte that a workgroup reads from global memory. */
  readonly flopPerGlobalByte: number;
  /** Registers of an invocation for sums, factors and the blocks on their way, without addresses. */
  readonly registers: number;
  /** Seconds of arithmetic, columns of tiles that are none of the result included. */
  readonly arithmetic: number;
  /** Seconds of reading workgroup memory. */
  readonly workgroup: number;
  /** Seconds of moving each byte once between card and memory. */
  readonly memory: number;
}

/** Prediction for a product of `rows x inner` by `inner x cols` on a card. */
export function predictGemm(
  [rows, inner, cols]: readonly [rows: number, inner: number, cols: number],
  id: CurrentCardId,
): GemmPrediction {
  const { peakGflops, dramGBs } = CURRENT_CARDS[id], { lanes, parts, blocks } = tileShape(cols);
  const tile = [SIDE * parts, SIDE * lanes] as const;
  const computed = Math.ceil(cols / tile[1]) * tile[1];
  const arithmetic = 2 * rows * inner * computed / (peakGflops * 1e9);
  const flopPerWorkgroupByte = 2 * SIDE * SIDE / (4 * FACTORS);
  return {
    tile,
    flopPerWorkgroupByte,
    flopPerGlobalByte: 2 * tile[0] * tile[1] / (4 * (tile[0] + tile[1])),
    registers: SIDE * SIDE + FACTORS + BLOCK * blocks,
    arithmetic,
    workgroup: arithmetic * FLOP_A_CLOCK / (flopPerWorkgroupByte * WORKGROUP_BYTES_A_CLOCK),
    memory: 4 * (rows * inner + inner * cols + rows * cols) / (dramGBs * 1e9),
  };
}

/** Predictions for layers of Reddit and a square product as text. */
export function describeGemmOnCard(id: CurrentCardId): string {
  const { name, peakGflops, dramGBs, sources } = CURRENT_CARDS[id];
  const lines = SHAPES.map((shape) => {
    const found = predictGemm(shape, id), { arithmetic, workgroup, memory } = found;
    const least = Math.max(arithmetic, workgroup, memory), [rows, inner, cols] = shape;
    const ms = [arithmetic, workgroup, memory].map((seconds) => (1000 * seconds).toPrecision(3));
    return [
      ...[shape.join(" x "), found.tile.join(" x "), found.flopPerWorkgroupByte.toFixed(1)],
      ...[found.flopPerGlobalByte.toFixed(1), found.registers, ...ms],
      (2 * rows * inner * cols / least / 1e12).toFixed(1),
    ];
  });
  return [
    `gemm/register-tiled on ${name}: ${dramGBs} GB/s (${sources.dramGBs.where}),`,
    `${peakGflops} GFLOP/s (${sources.peakGflops.where}),`,
    `${FLOP_A_CLOCK} FLOP and ${WORKGROUP_BYTES_A_CLOCK} B of workgroup memory a clock and multiprocessor. Nothing was run.`,
    "",
    textTable(
      [
        ...["rows x terms x columns", "tile", "FLOP/B workgroup", "FLOP/B global", "registers"],
        ...["ms, arithmetic", "ms, workgroup memory", "ms, memory", "TFLOP/s at most"],
      ],
      lines,
    ),
    "",
    "A rate in own/bench-gemm above the last column proves this wrong. The kernel has arithmetic and workgroup memory in",
    "balance: one that hides neither behind the other reaches half of it, and less says that registers spilled.",
  ].join("\n");
}
