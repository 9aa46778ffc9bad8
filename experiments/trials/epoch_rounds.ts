/**
 * Epochs of several executors in turns: the whole program on the device, or host memory behind it.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { takeTurns } from "../../hardware/measuring/turn_loop.ts";
import { type HostTime, sampleBeside } from "../../hardware/measuring/waiting.ts";
import { type CheckReport, worstOf } from "../../kernels/checks/check_report.ts";
import { OutOfMemoryError, ReproError, UsageError, WrongResultError } from "../../platform/errors.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { trainForLosses } from "../../training/executors/epoch_losses.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import {
  checkSteps,
  recheckSteps,
  type StepSequence,
  wrongStep,
} from "../../training/executors/step_check.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { type CachingPolicy, ManagedExecutor, neededBytes } from "../../training/memory_manager/mod.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexClassification, type VertexTask } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import type { CheckedTimes } from "../metrics.ts";
import { type EpochPeer, EpochPeers } from "./epoch_peers.ts";
import { Outcomes } from "./outcomes.ts";
import { stepBounds } from "./step_bounds.ts";
import { plural } from "../../platform/text/plural.ts";

/** Contender whose epochs this project runs. */
export type EpochContender =
  & {
    /** Id, unique within the rounds. */
    readonly id: string;
    /** Device that it runs on; the lab's when absent. */
    readonly device?: Device;
  }
  & ({
    /** Kernels that are not to be the best known ones, where all data is on the device. */
    readonly kernels: KernelChoices;
  } | {
    /** Caching policy, where all data is in host memory. */
    readonly policy: CachingPolicy;
    /**
     * Device memory as a multiple of what the largest operation needs; all that the device has when absent.
     */
    readonly capacity?: number;
  });

/**
 * Times of one contender: milliseconds of an epoch, one entry a round. Where all data is on the device, the
 * check covers every step, before and after the rounds; where data is in host memory, it compares all losses
 * with those of a contender whose data is on the device.
 */
export interface EpochTimes extends CheckedTimes {
  /** Bytes that an epoch loads, counted and planned; 0 where all data is on the device. */
  readonly loadedBytes: number;
  /** Losses of the epochs that all have trained; the warm-up epoch comes first. None of a peer. */
  readonly losses: readonly number[];
  /** Milliseconds of a second epoch in each round, of a peer. */
  readonly again?: readonly number[];
}

/** Earlier end of rounds. */
export interface EpochEnd {
  /** Number of rounds of the first look. */
  readonly least: number;
  /**
   * Whether what is asked is certain. `msOf` gives the milliseconds of a contender or peer, one a round;
   * nothing of one that takes no turns.
   */
  isCertain(msOf: (id: string) => readonly number[] | undefined): boolean;
}

/** Steps of an epoch. */
const TIMED: readonly StepSequence[] = ["train"];
/** Largest relative difference of losses: sums of float32 in another order, amplified by some steps. */
const LOSS_TOLERANCE = 1e-3;
/** Epochs in the time of a wait at most, however little of the first epoch was work. */
const MOST_EPOCHS = 20;
/** Length of a turn over the least one. */
const SAFETY = 1.25;
/** Share of the first loss that a smaller loss is held against: of a loss near 0 only rounding is left. */
const SMALL_LOSS = 1e-3;

interface Runner {
  readonly id: string;
  readonly executor: DeviceExecutor | ManagedExecutor;
  /** Time of an epoch in each turn, the mean of so many. */
  readonly turns: (HostTime & { readonly calls: number })[];
  readonly losses: number[];
  /** Absent where steps cannot be checked one by one. */
  readonly steps?: CheckReport;
}

async function openRunner(
  lab: Lab,
  { task, data, contender }: {
    readonly task: VertexTask;
    readonly data: VertexData;
    readonly contender: EpochContender;
  },
): Promise<Runner> {
  const { device: own, seed } = lab;
  const { program } = task, bindings = bindVertexData(task, data), { device = own } = contender;
  const create = async () => {
    if ("kernels" in contender) return await DeviceExecutor.open(device, program, bindings, contender);
    const { policy, capacity } = contender;
    const roomy = await ManagedExecutor.open(device, program, bindings, { policy });
    if (capacity === undefined) return roomy;
    const { training, evaluation } = roomy.plan;
    roomy.close();
    const needed = Math.max(neededBytes(training.graph), neededBytes(evaluation.graph));
    const capacityBytes = Math.ceil(capacity * needed);
    return await ManagedExecutor.open(device, program, bindings, { policy, capacityBytes });
  };
  const executor = await create();
  try {
    initialise(executor, program, { seed });
    if (executor instanceof DeviceExecutor) {
      const steps = await checkSteps(executor, { ...stepBounds(lab), sequences: TIMED });
      if (!steps.ok) throw wrongStep(steps);
      initialise(executor, program, { seed });
      return { id: contender.id, executor, turns: [], losses: [], steps };
    }
  } catch (error) {
    executor.close();
    throw error;
  }
  return { id: contender.id, executor, turns: [], losses: [] };
}

/** Trains some epochs, and records the time of one of them and all losses. */
async function runEpochs(
  { executor, turns, losses }: Runner,
  { program }: VertexTask,
  count: number,
): Promise<void> {
  const trained = await trainForLosses(executor, program, { after: losses.length, count });
  turns.push({ ms: trained.ms / count, waits: trained.waits / count, calls: count });
  losses.push(...trained.losses);
}

/**
 * Number of epochs of a turn, by runner, after the first: as many as make a wait for the device short beside
 * them, and the same for all that have their data on it. Transfers of the memory manager wait in every epoch,
 * and need no more than one. Forgets the turns until then, which warm up.
 */
async function turnLengths(
  runners: readonly Runner[],
  task: VertexTask,
): Promise<(runner: Runner) => number> {
  const resident = runners.filter(({ executor }) => executor instanceof DeviceExecutor);
  const least = ({ executor: { device: { waitMs } }, turns }: Runner) =>
    waitMs === 0
      ? 1
      : Math.ceil(sampleBeside(waitMs) / Math.max(turns.at(-1)!.ms - waitMs, waitMs / MOST_EPOCHS));
  let epochs = Math.max(1, ...resident.map(least));
  if (epochs > 1) {
    // A first epoch is slower than those that follow it.
    for (const runner of resident) await runEpochs(runner, task, epochs);
    epochs = Math.max(
      epochs,
      ...resident.map(({ executor: { device }, turns }) =>
        Math.ceil(SAFETY * sampleBeside(device.waitMs) / turns.at(-1)!.ms)
      ),
    );
  }
  for (const { turns } of runners) turns.splice(0);
  return ({ executor }) => executor instanceof DeviceExecutor ? epochs : 1;
}

/** Compares the losses of a training with those of a checked one, epoch by epoch. */
export function lossCheck(losses: readonly number[], wanted: readonly number[]): CheckReport {
  const scales = wanted.map((loss) => Math.max(Math.abs(loss), SMALL_LOSS * Math.abs(wanted[0])));
  const errors = wanted.map((loss, epoch) => {
    const error = Math.abs(losses[epoch] - loss) / scales[epoch];
    return Number.isFinite(error) ? error : Infinity;
  });
  const row = errors.indexOf(Math.max(...errors));
  const relErr = errors[row], worst = { row, got: losses[row], wanted: wanted[row] };
  return {
    ok: relErr <= LOSS_TOLERANCE,
    relErr,
    tolerance: LOSS_TOLERANCE,
    checkedRows: losses.length,
    worst: { ...worst, allowed: LOSS_TOLERANCE * scales[row] },
  };
}

/**
 * Bytes that an epoch loaded.
 *
 * @throws {WrongResultError} where the plan says another number.
 */
function loadedBytes({ id, executor, losses }: Runner): number {
  if (executor instanceof DeviceExecutor) return 0;
  const { plan: { trainBytes }, transfers } = executor;
  const counted = transfers.loadedBytes / losses.length;
  if (counted === trainBytes) return counted;
  throw wrong(id, `${plural(counted, "byte")} loaded an epoch, where the plan says ${trainBytes}`);
}

/**
 * Times whole epochs, each contender once a round in a random order; on a GPU a turn has many epochs and one
 * wait. A warm-up epoch comes first, on whose loss all contenders have to agree. One that its device has no
 * room for leaves the others to run.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 * @throws {OutOfMemoryError} where no contender fits that has all data on the device, by which the others
 * are checked.
 * @throws {UsageError} where no contender has all data on the device.
 * @throws {WrongResultError} where a step or a loss is wrong, or other bytes move than were planned.
 */
export async function epochRounds(
  lab: Lab,
  contenders: readonly EpochContender[],
  { data, layers, rounds, end, peers = [] }: {
    readonly data: VertexData;
    readonly layers: readonly Layer[];
    /** Number of rounds; the most where `end` may end them earlier. */
    readonly rounds: number;
    /** Looks at which rounds may end, by the times so far; none when absent. */
    readonly end?: EpochEnd | undefined;
    /** Peers that take turns with the contenders; none when absent. */
    readonly peers?: readonly EpochPeer[];
  },
): Promise<Outcomes<EpochTimes>> {
  const { seed, signal } = lab;
  refuseEmulated(lab, "time epochs");
  const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adam(), seed });
  const runners: Runner[] = [], outcomes = new Outcomes<EpochTimes>();
  const openPeers = new EpochPeers();
  let noRoom: OutOfMemoryError | undefined;
  try {
    for (const contender of contenders) {
      try {
        runners.push(await openRunner(lab, { task, data, contender }));
      } catch (error) {
        if (!(error instanceof OutOfMemoryError)) throw error;
        noRoom ??= error;
        outcomes.fail(contender.id, error);
      }
    }
    const reference = runners.find(({ steps }) => steps !== undefined);
    if (reference === undefined) throw noRoom ?? uncheckable();
    for (const runner of runners) await runEpochs(runner, task, 1);
    assertEqualLosses(runners, reference);
    for (const peer of peers) {
      const refused = await openPeers.open(peer);
      if (refused !== undefined) outcomes.fail(peer.id, refused);
    }
    const lengthOf = await turnLengths(runners, task);
    const turns = runners.map((runner) => ({
      id: runner.id,
      take: () => runEpochs(runner, task, lengthOf(runner)),
    }));
    const msOf = (id: string) =>
      runners.find((runner) => runner.id === id)?.turns.map(({ ms }) => ms) ?? openPeers.msOf(id);
    const taken = await takeTurns([...turns, ...openPeers.turns()], {
      rounds,
      seed,
      end: end && { least: end.least, isCertain: () => end.isCertain(msOf) },
      signal,
    });
    for (const [id, times] of await openPeers.times(taken)) {
      if (times instanceof ReproError) outcomes.fail(id, times);
      else outcomes.set(id, { ...times, losses: [], loadedBytes: 0 });
    }
    const common = Math.min(...runners.map(({ losses }) => losses.length));
    const wanted = reference.losses.slice(0, common);
    for (const runner of runners) {
      // Throws the error that ended its turns, if one did.
      taken.of(runner.id);
      outcomes.set(runner.id, await epochTimes(runner, { wanted, seed }));
    }
    return outcomes;
  } finally {
    for (const { executor } of runners) executor.close();
    openPeers.close();
  }
}

/**
 * Compares first losses.
 *
 * @throws {WrongResultError} naming a runner whose first loss is not the reference's.
 */
function assertEqualLosses(runners: readonly Runner[], reference: Runner): void {
  const [wanted] = reference.losses;
  for (const { id, losses: [loss] } of runners) {
    if (Math.abs(loss - wanted) <= LOSS_TOLERANCE * Math.abs(wanted)) continue;
    throw wrong(id, `a first loss of ${loss}, where ${reference.id} has ${wanted}`);
  }
}

/**
 * Times of a runner's turns, checked once more after the last one: step by step where that is possible, else
 * by the losses of the reference.
 */
async function epochTimes(
  runner: Runner,
  { wanted, seed }: { readonly wanted: readonly number[]; readonly seed: number },
): Promise<EpochTimes> {
  const { executor, turns, steps } = runner;
  const losses = runner.losses.slice(0, wanted.length);
  const check = executor instanceof DeviceExecutor && steps !== undefined
    ? worstOf([steps, await recheckSteps(executor, seed + 1, TIMED)])
    : lossCheck(losses, wanted);
  return {
    ms: turns.map(({ ms }) => ms),
    waits: turns.map(({ waits }) => waits),
    calls: turns.map(({ calls }) => calls),
    check,
    timer: "wall",
    losses,
    loadedBytes: loadedBytes(runner),
  };
}

function wrong(id: string, current: string): WrongResultError {
  return new WrongResultError({
    action: `time epochs of ${id}`,
    current,
    wanted: "equal numbers within the tolerance",
    next: "check the kernels on this device: deno task check:kernels",
  });
}

function uncheckable(): UsageError {
  return new UsageError({
    action: "time epochs",
    current: "no contender that has all data on the device",
    wanted: "one, by whose losses the others are checked",
    next: "add a contender with kernels",
  });
}
