/**
 * The contract of an audit: a paper's technique, its baseline in three set-ups, and the times of all four.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Lab } from "../../lab.ts";
import type { RanOn, Trial } from "../../measurement.ts";
import type { CheckedTimes } from "../../metrics.ts";
import type { ProfileId } from "../../profiles.ts";
import { measureSideBySide } from "../../trials/side_by_side.ts";

/** Set-ups of a baseline, each at least as favourable to it as the one before is meant to be. */
export const BASELINES = ["printed", "recommended", "tuned"] as const;

/** Id of the technique among the contenders. */
export const TECHNIQUE = "technique";

/** Id of a set-up. */
export type SetupId = typeof BASELINES[number] | typeof TECHNIQUE;

/** All set-ups, the technique last. */
export const SETUPS: readonly SetupId[] = [...BASELINES, TECHNIQUE];

/** A set-up, and the place in the paper's own text that it is taken from. */
export interface Setup {
  /** Parts and settings, in a few words: `row-split, ids as they come`. */
  readonly is: string;
  /** Section, table or figure of the paper, with what it says there. */
  readonly source: string;
}

/** Times of a set-up. */
export interface SetupTimes {
  /** Milliseconds, one a round, with their check; those of rounds of all set-ups are paired. */
  readonly times: CheckedTimes;
  /**
   * Milliseconds, one a round, that follow from the measured ones by a model, and stand for the set-up in
   * their place. Absent where what was measured is the set-up.
   */
  readonly modelledMs?: readonly number[];
  /** Milliseconds of the preparation of its kernels; absent where none is apart. */
  readonly preparation?: CheckedTimes;
  /** Bytes that it copies or loads; absent where nothing counts them. */
  readonly loadedBytes?: number;
  /** Settings that tuning has chosen, in words; absent where there was nothing to choose. */
  readonly chosen?: string;
  /** Columns of rows of ranks. */
  readonly ranOn?: RanOn;
}

/** An audit of one paper's baseline. */
export interface Audit {
  /** Paper whose technique it is, by its id; also the workload's. */
  readonly id: string;
  /** Technique in a few words, as a subject of a sentence: `dense tiles`. */
  readonly technique: string;
  /** The unit of work that is timed: `a product`. */
  readonly timed: string;
  /** Model that is trained; absent where products are. */
  readonly model?: string;
  /** Dataset in each profile. */
  readonly datasets: Readonly<Record<ProfileId, string>>;
  /** The four set-ups. */
  readonly setups: Readonly<Record<SetupId, Setup>>;
  /** Times all set-ups in turns; the result gives the times of one, or throws the error that ended it. */
  measure(lab: Lab, dataset: LoadedDataset): Promise<(id: SetupId) => SetupTimes>;
}

/** A trial of a set-up, with the settings that tuning has chosen. */
export interface SetupTrial {
  /** The trial. */
  readonly trial: Trial;
  /** Settings in words; absent where there was nothing to choose. */
  readonly chosen?: string;
}

/** Budget of an audit's comparison as a multiple of the profile's. */
const PATIENCE = 4;

/**
 * Checks and times the trials of all set-ups in turns. Where the unit of work has several parts, each with a
 * trial of its own, its time in a round is the sum of theirs.
 */
export async function measureSetups(
  lab: Lab,
  open: (id: SetupId, part: number) => Promise<SetupTrial>,
  parts = 1,
): Promise<(id: SetupId) => SetupTimes> {
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const name = (id: SetupId, part: number) => `${id}, part ${part + 1}`;
  const chosen = new Map<string, string>();
  const trials = new Map(SETUPS.flatMap((id) =>
    numbers.map((part) =>
      [name(id, part), async () => {
        const { trial, chosen: text } = await open(id, part);
        if (text !== undefined) chosen.set(name(id, part), text);
        return trial;
      }] as const
    )
  ));
  const sides = await measureSideBySide(lab, trials, { patience: PATIENCE });
  return (id) => {
    const names = numbers.map((part) => name(id, part));
    const texts = names.flatMap((each) => chosen.get(each) ?? []);
    const bytes = sumOf(names, (each) => Number(sides.of(each).facts.loaded_bytes ?? 0));
    return {
      times: summed(names.map((each) => sides.times(each))),
      preparation: summed(names.map((each) => sides.preparation(each))),
      ...(bytes > 0 && { loadedBytes: bytes }),
      ...(texts.length > 0 && { chosen: texts.join(" then ") }),
    };
  };
}

/** Times of several parts together, round by round. */
function summed(parts: readonly CheckedTimes[]): CheckedTimes {
  const [{ ms, timer, preparations }] = parts;
  return {
    ms: ms.map((_, round) => sumOf(parts, (part) => part.ms[round])),
    check: worstOf(parts.map(({ check }) => check)),
    timer,
    ...(preparations && { preparations }),
  };
}
