/**
 * Columns of a row that one lane of a WGSL kernel takes at once, by the format of X and the bytes of a load.
 *
 * @module
 */
import type { NumberFormat } from "../../../../hardware/number_format.ts";
import type { Parameter } from "../../../kernel.ts";
import type { PanelPair } from "../../../plans/panel_pairs_webgpu.ts";
import { csrRowsSource } from "../csr_plan_webgpu.ts";
import bf16ByEight from "./bf16_by_eight.wgsl" with { type: "text" };
import bf16ByFour from "./bf16_by_four.wgsl" with { type: "text" };
import f32ByFour from "./f32_by_four.wgsl" with { type: "text" };
import f32ByTwo from "./f32_by_two.wgsl" with { type: "text" };
import sum from "./row_sum.wgsl" with { type: "text" };

/**
 * Lanes that share a row where its columns allow, those of a workgroup: rows in one subgroup or workgroup
 * wait for the longest. By `tune` on an NVIDIA H200 this makes row-split of 64 columns 1.4 to 1.5 times as
 * fast (`results/recorded`).
 */
const LANES_OF_ROW = 64;

/** Parameter of kernels over a lane's columns. */
export const LOAD: Parameter = {
  meaning:
    `most bytes of X that a lane loads at once, 8 or 16: with 8 twice as many lanes share a row; 0 takes 16, ` +
    `but 8 for float32 where fewer than ${LANES_OF_ROW} lanes would share one`,
  default: 0,
  range: [0, 16],
};

/** Bytes that a load of 0 stands for where rows have so many columns of float32. */
export const defaultLoad = (columns: number): 8 | 16 => columns / 4 >= LANES_OF_ROW ? 16 : 8;

/** Columns of a lane. */
interface LaneColumns {
  readonly columns: 2 | 4 | 8;
  /** Bytes of a load of them. */
  readonly bytes: 8 | 16;
  /** WGSL of their type, their load, and the bindings of X and Y. */
  readonly text: string;
}

/** Columns of a lane for each format, the widest first. */
const LANE_COLUMNS: Readonly<Record<NumberFormat, readonly LaneColumns[]>> = {
  f32: [{ columns: 4, bytes: 16, text: f32ByFour }, { columns: 2, bytes: 8, text: f32ByTwo }],
  bf16: [{ columns: 8, bytes: 16, text: bf16ByEight }, { columns: 4, bytes: 8, text: bf16ByFour }],
};

/** Form of a kernel over a lane's columns. */
export interface LaneForm {
  /** Complete WGSL of the kernel. */
  readonly source: string;
  /** Columns of a lane. */
  readonly vector: 2 | 4 | 8;
  /** Lanes that share a row of a pair. */
  readonly lanes: number;
}

/** Forms of a kernel over X of one format. */
export interface LaneForms {
  /** Text of all forms, for the kernel's `source`. */
  readonly source: string;
  /**
   * The form of the widest load, of at most `load` bytes, that is aligned in both panels of a pair. 0 stands
   * for {@linkcode defaultLoad} over float32, and for the widest over bf16, of which no other was measured.
   */
  formFor(pair: PanelPair, given: { readonly load: number; readonly workgroup: number }): LaneForm;
}

/** Whether rows of both panels, and the parts of them that the pair shares, are multiples of `columns`. */
function divides(columns: number, { vectors, xStride, xOffset, yStride, yOffset }: PanelPair): boolean {
  return [vectors, xStride, xOffset, yStride, yOffset].every((count) => count * 4 % columns === 0);
}

/**
 * Lanes that share a row of `columns` lane's columns: one for each where a workgroup has as many, else as
 * many as give the fewest passes of equal length.
 */
function lanesPerRow(columns: number, workgroup: number): number {
  return Math.ceil(columns / Math.ceil(columns / workgroup));
}

/** Forms of a kernel whose text uses a lane's `Columns`, or `rowSum` over them, behind WGSL directives. */
export function laneForms(features: NumberFormat, kernel: string, directives = ""): LaneForms {
  const forms = LANE_COLUMNS[features].map(({ text, ...form }) => ({
    ...form,
    source: directives + csrRowsSource + text + sum + kernel,
  }));
  return {
    source: forms.map(({ source }) => source).join(""),
    formFor(pair, { load, workgroup }) {
      const narrowest = forms[forms.length - 1];
      const most = load || (features === "f32" ? defaultLoad(pair.vectors * 4) : 16);
      const { columns, source } =
        forms.find(({ columns, bytes }) => bytes <= most && divides(columns, pair)) ?? narrowest;
      return { source, vector: columns, lanes: lanesPerRow(pair.vectors * 4 / columns, workgroup) };
    },
  };
}
