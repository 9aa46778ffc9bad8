/**
 * Partitioned programs timed on real ranks, with their results compared before and after.
 *
 * @module
 */
import { joinedWorld, runRanks } from "../../../distributed/communicator/mod.ts";
import { type PartitionedProgram, type RankShare, rankShare } from "../../../distributed/spmm/mod.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { canonicalJson } from "../../../platform/files/canonical_json.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Lab } from "../../lab.ts";
import type { RanOn } from "../../measurement.ts";
import { rankDevice, ranOn } from "./rank_device.ts";
import {
  concatenated,
  type OwnCase,
  type RankCase,
  type RankProgramInput,
  type RankTimes,
  type TimedRank,
  workingRanks,
} from "./timed_rank.ts";
import type { TimedRanks } from "./timed_ranks.ts";

/** A program, and the check of its result. */
export interface CheckedRankProgram {
  /** Program and numbers of one rank. */
  readonly whole: Pick<PartitionedProgram, "program" | "bindings" | "vertices">;
  /** Epochs of which the losses are compared; 0 where the scores of an inference are. */
  readonly epochs: number;
  /** Other numbers of the program's first input, for the comparison after timing. */
  readonly fresh?: Float32Array;
  /** Compares scores, or the losses of the first epochs; `isLast` after timing, on the fresh inputs. */
  readonly compare: (result: Float32Array, isLast: boolean) => CheckReport;
}

/** A program on ranks. */
export interface TimedCase extends Omit<RankCase, "epochs"> {
  /** The program. */
  readonly program: CheckedRankProgram;
  /** First row of each group of ranks, and the number of rows at the end; equal ranges when absent. */
  readonly offsets?: Uint32Array;
}

/** Measurements of one case. */
export interface RankedTimes {
  /** Number of ranks that worked. */
  readonly ranks: number;
  /** Device of a rank, for its rows. */
  readonly ranOn: RanOn;
  /** Milliseconds of the slowest rank, by round. */
  readonly ms: readonly number[];
  /** Executions that each of `ms` is the mean of. */
  readonly calls: number;
  /** Bytes that all ranks together received in one execution. */
  readonly receivedBytes: number;
  /** Bytes that all ranks together received before the first one. */
  readonly listBytes: number;
  /** Bytes of the largest share, on the host. */
  readonly shareBytes: number;
  /** Most bytes of a rank on its device. */
  readonly deviceBytes: number;
  /** Most bytes of a rank in which rows of others arrive. */
  readonly arrivalBytes: number;
  /**
   * Most bytes that the process of each rank held in a job of this case alone, without its link, where ranks
   * are processes.
   */
  readonly peakBytes?: readonly number[];
  /** Comparison before and after timing. */
  readonly check: CheckReport;
}

/** Shortest sample in milliseconds where the profile names none. */
const SAMPLE_MS = 20;

const MODULE = new URL("./timed_rank.ts", import.meta.url);

/**
 * Times all cases in one job of real ranks, in turns; the result is in the order of the cases. A time is that
 * of the slowest rank, from a barrier on.
 *
 * @param job Ranks with their threads, and the number of rounds: as many as context takes by default.
 */
export async function timeRankPrograms(
  lab: Lab,
  cases: readonly TimedCase[],
  { ranks, threads, rounds = lab.profile.contextRounds }: TimedRanks & { readonly rounds?: number },
): Promise<RankedTimes[]> {
  const { ranks: { engine }, profile, seed } = lab;
  const input: RankProgramInput = {
    cases: cases.map(({ program: { epochs }, offsets: _, ...settings }) => ({ ...settings, epochs })),
    rounds,
    sampleMs: profile.sampleMs ?? SAMPLE_MS,
    seed,
    device: rankDevice(lab, threads),
  };
  lab.say(`${ranks} ranks in turns`);
  const own = ownCases(cases, ranks);
  const real = await runRanks<TimedRank>({
    engine,
    ranks,
    module: MODULE,
    entry: "timeRankProgram",
    input,
    own,
  });
  const on = ranOn(input.device, real.map(({ device }) => device)), timed: RankedTimes[] = [];
  const peaksOf = new Map<string, readonly number[] | undefined>();
  for (const [place, each] of cases.entries()) {
    // A link delays messages: cases that differ in it alone hold the same, and it holds messages back itself.
    const { link: _, ...unlinked } = input.cases[place], key = unlinkedKey(cases, each);
    if (!peaksOf.has(key)) {
      peaksOf.set(key, await peaks(lab, { ...input, cases: [unlinked] }, own.map((of) => of[place])));
    }
    const peakBytes = peaksOf.get(key);
    timed.push({
      ...measured(each, real.flatMap((rank) => rank.cases[place] ?? [])),
      ranOn: on,
      ...(peakBytes && { peakBytes }),
    });
  }
  return timed;
}

/** Shares of all cases, by rank; cases of one cut have one share. */
function ownCases(cases: readonly TimedCase[], ranks: number): (OwnCase | undefined)[][] {
  return Array.from({ length: ranks }, (_, rank) => {
    const cuts: { readonly of: TimedCase; readonly own: OwnCase }[] = [];
    return cases.map((each): OwnCase | undefined => {
      const { program: { whole, fresh }, scheme, offsets, inTurn } = each;
      if (rank >= workingRanks(each)) return undefined;
      const known = cuts.find(({ of }) =>
        of.program === each.program && of.offsets === offsets && of.scheme.ranks === scheme.ranks &&
        of.scheme.replication === scheme.replication && of.inTurn === inTurn
      );
      if (known) return known.own;
      const ranks = inTurn ? Array.from({ length: scheme.ranks }, (_, r) => r) : [rank];
      const shares = ranks.map((r) => rankShare({ ...whole, scheme, ...(offsets && { offsets }) }, r));
      const own = { shares, ...(fresh && { fresh: shares.map((share) => ownRows(fresh, share)) }) };
      cuts.push({ of: each, own });
      return own;
    });
  });
}

/** Rows of a rank in a matrix of one row a vertex. */
function ownRows(
  rows: Float32Array,
  { rank, offsets, vertices, scheme: { replication } }: RankShare,
): Float32Array {
  const width = rows.length / vertices, group = Math.floor(rank / replication);
  return rows.slice(offsets[group] * width, offsets[group + 1] * width);
}

/** Key that cases share which differ in their link alone. */
function unlinkedKey(
  cases: readonly TimedCase[],
  { link: _, program, offsets, ...settings }: TimedCase,
): string {
  const [ofProgram, ofOffsets] = [
    cases.findIndex((each) => each.program === program),
    cases.findIndex((each) => each.offsets === offsets),
  ];
  return canonicalJson({ ofProgram, ofOffsets, ...settings });
}

/** Runs a case alone for the memory of its ranks, where each is a process that began for it. */
async function peaks(
  { ranks: { engine } }: Lab,
  input: RankProgramInput,
  own: (OwnCase | undefined)[],
): Promise<number[] | undefined> {
  if (engine !== "mpi" || joinedWorld()) return undefined;
  const ranks = workingRanks(input.cases[0]);
  return await runRanks<number>({
    engine,
    ranks,
    module: MODULE,
    entry: "peakOfRank",
    input,
    own: own.slice(0, ranks).map((each) => [each]),
  });
}

function measured(
  { program: { epochs, compare }, ...settings }: TimedCase,
  own: readonly RankTimes[],
): Omit<RankedTimes, "ranOn"> {
  const sum = (of: (times: RankTimes) => number) => sumOf(own, of);
  const most = (of: (times: RankTimes) => number) => Math.max(...own.map(of));
  const results = own[0].results.map((result, i) =>
    epochs > 0 ? result : concatenated(own.map((times) => times.results[i]))
  );
  return {
    ranks: workingRanks(settings),
    ms: own[0].ms.map((_, round) => most(({ ms }) => ms[round])),
    calls: own[0].calls,
    receivedBytes: sum(({ receivedBytes }) => receivedBytes),
    listBytes: sum(({ listBytes }) => listBytes),
    shareBytes: most(({ shareBytes }) => shareBytes),
    deviceBytes: most(({ deviceBytes }) => deviceBytes),
    arrivalBytes: most(({ arrivalBytes }) => arrivalBytes),
    check: worstOf(results.map((result, i) => compare(result, i > 0))),
  };
}
