/**
 * Trials of executions that take no time and say that they take 30 ms.
 *
 * @module
 */
import type { PreparedTrial, Trial } from "../../../../experiments/measurement.ts";

/** Check of a result that is right. */
export const RIGHT = { ok: true, relErr: 0, tolerance: 1, checkedRows: 1 } as const;

/** One thread of a CPU. */
export const ON_CPU = { threads: 1, adapterKind: "none", timer: "wall" } as const;

/** A trial whose result is right. */
export function instantTrial(
  { ranOn = ON_CPU, prepared = {} }: {
    /** Device that it runs on; one thread of a CPU by default. */
    readonly ranOn?: NonNullable<Trial["ranOn"]>;
    /** Members of the prepared trial that are otherwise. */
    readonly prepared?: Partial<Omit<PreparedTrial, "time">>;
  } = {},
): Trial {
  return {
    ...{ identity: {}, bytes: 0, facts: { size: 7 }, ranOn },
    work: { multiplyAdds: 1e6, compulsoryBytes: 8, bytesWithoutReuse: 8 },
    prepare: () =>
      Promise.resolve({
        prepareMs: 1,
        time: (calls) => Promise.resolve(30 * calls),
        check: () => Promise.resolve(RIGHT),
        recheck: () => Promise.resolve(),
        destroy: () => {},
        ...prepared,
      }),
  };
}
