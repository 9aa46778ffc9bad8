/**
 * One training from its options to its record.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { loadDataset, type LoadOptions } from "../../datasets/load.ts";
import { markedName } from "../../datasets/marked_name.ts";
import { datasetOrFile } from "../../datasets/user_graph.ts";
import type { RankEngine } from "../../distributed/communicator/communicator.ts";
import { joinedWorld } from "../../distributed/communicator/mpi/world.ts";
import type { RankRunResult } from "../../distributed/runs/rank_run.ts";
import { instructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { type DeviceRequest, openDevice } from "../../hardware/open_device.ts";
import { UsageError } from "../../platform/errors.ts";
import { removeAbandoned } from "../../platform/files/durable_files.ts";
import { FolderLock } from "../../platform/files/folder_lock.ts";
import { pausing } from "../../platform/pausing.ts";
import { trainAlone } from "./alone.ts";
import { trainOverRanks } from "./over_ranks.ts";
import { progressLines } from "./progress_lines.ts";
import { cachedParts, namedParts } from "./stored_parts.ts";
import type { TrainOptions } from "./train_options.ts";
import { type TrainPlan, trainPlan } from "./train_plan.ts";
import {
  checkpointFolder,
  type DrawnSizes,
  readTrainingDocument,
  removeIfUnbegun,
  type TrainingDocument,
  trainingFolder,
  type TrainingIdentity,
  writeDocument,
} from "./training_folder.ts";
import { renderDrawn, type TrainingEnd } from "./training_text.ts";
import { counted } from "../../platform/text/plural.ts";

/** Plan of one kind. */
type PlanOf<Where extends TrainPlan["where"]> = Extract<TrainPlan, { readonly where: Where }>;

/**
 * Trains, or goes on with a training that an earlier run of the same options has begun.
 *
 * @throws {UsageError} for options that contradict each other; {@linkcode RankError} naming a rank that has
 * died; {@linkcode Interrupted} after a signal; {@linkcode ConflictError} where another process is at it.
 */
export async function train(options: TrainOptions): Promise<TrainingEnd> {
  const plan = trainPlan(options, joinedWorld());
  return plan.where === "alone" ? await alone(options, plan) : await overRanks(options, plan);
}

async function alone(options: TrainOptions, { settings }: PlanOf<"alone">): Promise<TrainingEnd> {
  const { epochs, evaluateEvery, quiet = false, signal } = options;
  const pause = pausing(signal), dataset = await loadDataset(datasetName(options), loadOptions(options));
  await pause();
  const { id, kind, hash } = dataset;
  const sizes = drawnSizesOf(options);
  const identity = { dataset: { id, kind, hash }, ...sizes, device: options.device, settings };
  return await inFolder(options, identity, async ({ folder, write, end }) => {
    const device = await openDevice(deviceRequest(options, navigator.hardwareConcurrency));
    const lines = progressLines({ epochs, quiet });
    try {
      lines.say(`note: ${markedName(dataset)}; on ${device.backend}, ${device.name}`);
      if (dataset.note !== "") lines.warn(`note: ${dataset.note}`);
      let earlier = 0, drawn: readonly string[] = [];
      const onDrawn = (parts: readonly string[]) => {
        drawn = parts;
        renderDrawn(drawn).forEach(lines.warn);
      };
      const run = { dataset, settings, ...sizes, checkpoints: checkpointFolder(folder), onDrawn };
      const records = await trainAlone(device, run, {
        epochs,
        evaluateEvery,
        ...(signal && { signal }),
        onResume(done, damaged) {
          earlier = done;
          lines.onResume(done, damaged);
        },
        async onEpoch(records) {
          await write({ drawn, ranks: [], epochs: records });
          lines.onEpoch(records);
        },
      });
      return await end({ drawn, ranks: [], epochs: records, earlier });
    } finally {
      device.close();
    }
  });
}

async function overRanks(options: TrainOptions, plan: PlanOf<"ranks">): Promise<TrainingEnd> {
  const { epochs, evaluateEvery, quiet = false, seed, stall, signal } = options, { settings, engine } = plan;
  const device = { ...deviceRequest(options, 1), device: rankDevice(options.device, engine) };
  await assertCpuDevice(device);
  const { say, warn } = progressLines({ epochs, quiet }), sizes = drawnSizesOf(options);
  const request = { ...plan, dataset: datasetName(options) };
  const { folder: partition, manifest, notes } = plan.partition === undefined
    ? await cachedParts(request, { load: loadOptions(options), seed, ...sizes, signal, say })
    : await namedParts(plan.partition, request);
  const { dataset: { id, kind, hash }, shape: { ranks } } = manifest;
  say(`note: ${markedName({ id, kind })}; ${counted(ranks, "part")} in ${partition}`);
  for (const note of notes) warn(`note: ${note}`);
  const { drawn } = manifest;
  renderDrawn(drawn).forEach(warn);
  const identity = {
    dataset: { id, kind, hash },
    ...sizes,
    device: options.device,
    settings: { ...settings, ranks },
    partition: manifest.partition,
  };
  return await inFolder(options, identity, async ({ folder, end }) => {
    const checkpoints = checkpointFolder(folder);
    const run = { partition, checkpoints, device, settings, epochs, evaluateEvery };
    const header = { ...identity, command: options.command ?? [], drawn };
    const job = {
      ranks,
      engine,
      ...(stall !== undefined && { stallSeconds: stall }),
      ...(signal && { signal }),
    };
    return await end({ drawn, ...await trainOverRanks(job, { run, folder, header, quiet }) });
  });
}

/** Facts that a run adds to the document. */
type RunFacts = Omit<RankRunResult, "earlier"> & Required<Pick<TrainingDocument, "drawn">>;

/** Folder of a training, and what writes its document. */
interface OpenFolder {
  readonly folder: string;
  readonly write: (facts: RunFacts) => Promise<TrainingDocument>;
  /**
   * Writes the document of a run that has ended. One that had nothing left to train leaves the document as it
   * is: its memory is that of no training, and earlier runs may have trained more epochs.
   */
  readonly end: (result: RunFacts & Pick<RankRunResult, "earlier">) => Promise<TrainingDocument>;
}

/** Works in the folder of a training, which no other process may write meanwhile. */
async function inFolder(
  { out, command = [] }: TrainOptions,
  identity: TrainingIdentity,
  work: (open: OpenFolder) => Promise<TrainingDocument>,
): Promise<TrainingEnd> {
  const folder = trainingFolder(out, identity);
  using lock = await FolderLock.acquire(folder, "train with another --seed or into another --out");
  await Deno.mkdir(checkpointFolder(folder), { recursive: true });
  const write: OpenFolder["write"] = (facts) => writeDocument(folder, { ...identity, command, ...facts });
  const end: OpenFolder["end"] = async ({ earlier, ...facts }) => {
    const { epochs } = facts,
      before = earlier < epochs.length ? undefined : await readTrainingDocument(folder);
    if (before === undefined || before.epochs.length < epochs.length) return await write(facts);
    return { ...before, epochs };
  };
  try {
    return { folder, document: await work({ folder, write, end }) };
  } finally {
    // A rank that was ended while it wrote has left a part of a file.
    for (const each of [folder, checkpointFolder(folder)]) await removeAbandoned(each, 0);
    await removeIfUnbegun(lock);
  }
}

/** Name of the dataset that the options mean. That of parts may be a file's that is not here. */
function datasetName({ graph, symmetrise, partition }: TrainOptions): string {
  if (partition !== undefined && !existsSync(graph)) return graph;
  return datasetOrFile(graph, { ...(symmetrise && { symmetrise }) });
}

/** Sizes of drawn data, where they were asked for. */
function drawnSizesOf({ width, classes }: TrainOptions): { readonly drawnSizes?: DrawnSizes } {
  const drawnSizes = {
    ...(width !== undefined && { randomWidth: width }),
    ...(classes !== undefined && { classes }),
  };
  return Object.keys(drawnSizes).length > 0 ? { drawnSizes } : {};
}

function loadOptions({ seed, dataDir, strictData }: TrainOptions): LoadOptions {
  return { seed, ...(dataDir !== undefined && { dataDir }), ...(strictData && { strict: true }) };
}

/**
 * Device of each rank. A worker that has opened a GPU takes the process with it when it is ended, so local
 * ranks compute on the CPU.
 */
function rankDevice(device: string, engine: RankEngine): string {
  if (engine === "mpi" || device === "wasm" || device === "x86") return device;
  if (device === "auto") return instructionSet().isa === "none" ? "wasm" : "x86";
  throw new UsageError({
    action: `train local ranks on ${device}`,
    current: "ranks that are workers of one process",
    wanted: "a CPU, or a process for each rank",
    next: "pass --engine mpi, or --device auto",
  });
}

/** Refuses a CPU device that a rank could not open, before a dataset is cut for it. */
async function assertCpuDevice(request: DeviceRequest): Promise<void> {
  if (request.device === "wasm" || request.device === "x86") (await openDevice(request)).close();
}

/** Device with as many threads as were asked for. */
function deviceRequest(options: TrainOptions, defaultThreads: number): DeviceRequest {
  const { device, threads = defaultThreads, deviceMemory: memoryBytes, adapter, webgpu } = options;
  return {
    device,
    threads,
    ...(memoryBytes !== undefined && { memoryBytes }),
    ...(adapter !== undefined && { adapter }),
    ...(webgpu !== undefined && { webgpu }),
  };
}
