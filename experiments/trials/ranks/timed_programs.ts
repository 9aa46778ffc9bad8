/**
 * A partitioned program timed on real ranks, with its result compared before and after.
 *
 * @module
 */
import { runRanks } from "../../../distributed/communicator/mod.ts";
import { type CheckReport, worstOf } from "../../../kernels/check.ts";
import type { Lab } from "../../lab.ts";
import type { RanOn } from "../../measurement.ts";
import { rankDevice, ranOn } from "./rank_device.ts";
import type { RankCase, RankProgramInput, RankReport } from "./rank_program.ts";
import type { TimedRanks } from "./timed_ranks.ts";

/** A program on ranks, and the check of its result. */
export interface CheckedRankProgram extends Pick<RankProgramInput, "whole" | "epochs" | "fresh"> {
  /** Compares scores, or the losses of the first epochs; `isLast` after timing, on the fresh inputs. */
  readonly compare: (result: Float32Array, isLast: boolean) => CheckReport;
}

/** Measurements of one case. */
export interface RankedTimes {
  /** Number of ranks. */
  readonly ranks: number;
  /** Device of a rank, for its rows. */
  readonly ranOn: RanOn;
  /** Milliseconds of the slowest rank, by round. */
  readonly ms: readonly number[];
  /** Bytes that all ranks together received in one execution. */
  readonly receivedBytes: number;
  /** Comparison before and after timing. */
  readonly check: CheckReport;
}

/** Shortest sample in milliseconds where the profile names none. */
const SAMPLE_MS = 20;

/**
 * Times all cases in one job of real ranks, in turns, for context; the result is in the order of the cases. A
 * time is that of the slowest rank, from a barrier on.
 */
export async function timeRankPrograms(
  lab: Lab,
  { compare, ...program }: CheckedRankProgram,
  { ranks, threads, cases }: TimedRanks & { readonly cases: readonly RankCase[] },
): Promise<RankedTimes[]> {
  const { ranks: { engine }, profile, seed } = lab;
  const input: RankProgramInput = {
    ...program,
    cases,
    rounds: profile.contextRounds,
    sampleMs: profile.sampleMs ?? SAMPLE_MS,
    seed,
    device: rankDevice(lab, threads),
  };
  lab.say(`${ranks} ranks in turns`);
  const module = new URL("./rank_program.ts", import.meta.url);
  const real = await runRanks<RankReport>({ engine, ranks, module, entry: "timeRankProgram", input });
  const on = ranOn(lab, real.map(({ device }) => device));
  return cases.map((_, i): RankedTimes => {
    const own = real.map((all) => all.cases[i]), [{ results }] = own;
    return {
      ranks,
      ranOn: on,
      ms: own[0].ms.map((_, round) => Math.max(...own.map(({ ms }) => ms[round]))),
      receivedBytes: own.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0),
      check: worstOf(results.map((result, i) => compare(result, i > 0))),
    };
  });
}
