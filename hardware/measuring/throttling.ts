/**
 * Throttling: a measurement in which the driver held the GPU's clocks down is repeated once, then marked.
 *
 * @module
 */
import { type GpuState, gpuStateText } from "../gpu_state.ts";
import type { GpuLooks } from "./gpu_looks.ts";

/**
 * Bits of NVML's reasons that slow a GPU below what it runs at under load. An idle GPU, a set clock and the
 * power cap (0x1, 0x2, 0x4), which is how a GPU runs under full load, are none.
 */
const SLOWDOWNS: Readonly<Record<number, string>> = {
  0x8: "hardware slowdown",
  0x20: "software thermal slowdown",
  0x40: "hardware thermal slowdown",
  0x80: "power brake",
};
/** Share of the clock before a measurement below which the clock after it has fallen, hot. */
const FALLEN = 0.85;
const HOT_CELSIUS = 80;

/** Why a measurement between two states was throttled, in a few words; `undefined` where it was not. */
export function throttledBy(before: GpuState | undefined, after: GpuState | undefined): string | undefined {
  if (after === undefined) return undefined;
  const bits = (before?.throttleReasons ?? 0) | (after.throttleReasons ?? 0);
  const names = Object.entries(SLOWDOWNS).filter(([bit]) => (bits & Number(bit)) !== 0).map(([, name]) =>
    name
  );
  const fell = before?.clockMHz !== undefined && after.clockMHz !== undefined &&
    after.clockMHz < FALLEN * before.clockMHz && (after.celsius ?? 0) >= HOT_CELSIUS;
  if (names.length === 0 && !fell) return undefined;
  const text = [...names, ...fell ? [`clock fell from ${before!.clockMHz} MHz`] : []].join(", ");
  return `throttled: ${text} (${gpuStateText(after)})`;
}

/** A measurement, and why it is marked if it is. */
export interface Unthrottled<T> {
  /** The measurement that counts: the second one, where the first was throttled. */
  readonly measured: T;
  /** State of the GPU after it, where the driver tells. */
  readonly after?: GpuState;
  /** Reason for the mark: both measurements were throttled. */
  readonly throttled?: string;
}

/**
 * Measures between two looks at the GPU's state, and once more if the first measurement was throttled.
 *
 * @param forget Called after each throttled measurement, also one that failed: drops what it left for others
 * to find.
 */
export async function measureUnthrottled<T>(
  measure: () => Promise<T>,
  looks: Pick<GpuLooks, "before" | "after">,
  forget: () => Promise<void> = () => Promise.resolve(),
): Promise<Unthrottled<T>> {
  const once = async (): Promise<Unthrottled<T>> => {
    const before = await looks.before();
    const judge = async () => {
      const after = await looks.after(), throttled = throttledBy(before, after);
      if (throttled !== undefined) await forget();
      return { after, throttled };
    };
    const measured = await measure().catch(async (error) => {
      await judge();
      throw error;
    });
    const { after, throttled } = await judge();
    return {
      measured,
      ...(after !== undefined && { after }),
      ...(throttled !== undefined && { throttled }),
    };
  };
  const first = await once();
  return first.throttled === undefined ? first : await once();
}
