/**
 * Axes of a map: the values of a factor at equal distances, and places between them.
 *
 * @module
 */
import { elementOf } from "../../../../platform/lists/element_of.ts";
import { axisTitle, LEVEL_AXIS } from "./axis.ts";
import { factorName } from "../../workload.ts";

/** Plotly's axis over numbered values: the numbers are positions, the values their labels. */
export function mapAxis(
  name: string,
  values: readonly number[],
  unit = "",
): Record<string, unknown> {
  return {
    title: { text: axisTitle({ label: factorName(name), unit }, LEVEL_AXIS), standoff: 8 },
    type: "linear",
    range: [-0.5, values.length - 0.5],
    tickmode: "array",
    tickvals: values.map((_, number) => number),
    ticktext: values.map(String),
    showgrid: false,
    zeroline: false,
    automargin: true,
  };
}

/**
 * Position of a value on such an axis, between its neighbours by ratio, or by difference next to 0. Undefined
 * where it lies further beyond the ends than half a step.
 *
 * @example
 * ```ts
 * if (mapPosition([2, 8, 32], 4) !== 0.5 || mapPosition([2, 8, 32], 100) !== undefined) {
 *   throw new Error("4 lies midway between 2 and 8, and 100 beyond the map");
 * }
 * ```
 */
export function mapPosition(values: readonly number[], value: number): number | undefined {
  if (values.length < 2) return value === values[0] ? 0 : undefined;
  const next = values.findIndex((each) => each >= value);
  const high = next < 0 ? values.length - 1 : Math.max(1, next);
  const [from, to] = [elementOf(values, high - 1), elementOf(values, high)];
  const scale = from > 0 && value > 0 ? Math.log2 : Number;
  const position = high - 1 + (scale(value) - scale(from)) / (scale(to) - scale(from));
  return position < -0.5 || position > values.length - 0.5 ? undefined : position;
}
