/**
 * Gathers the logs of a training's ranks from the folders of all hosts into one table, `ranks.csv`: a row a
 * rank and epoch, with its phases, bytes and memory. Says which ranks are missing or have stopped before the
 * others.
 *
 *     deno run --allow-read --allow-write examples/cluster/gather.ts OUT FOLDER...
 *
 * @module
 */
import { join } from "node:path";

/** Line of a rank's log. */
interface Line {
  readonly kind: string;
  readonly rank: number;
  readonly partition?: string;
  readonly host?: string;
  readonly memory?: Readonly<Record<"idle" | "part" | "halo", number>>;
  readonly epoch?: number;
  readonly seconds?: number;
  readonly outcome?: {
    readonly loss: number;
    readonly seeds: number;
    readonly phases: Readonly<Record<string, number>>;
    readonly counts: Readonly<Record<string, number>>;
  };
  readonly peak?: Readonly<Record<"process" | "device", number>>;
}

/** Lines of a log; the last one may be torn, where its rank was ended while it wrote. */
function linesOf(text: string): Line[] {
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

/** Logs below a folder, by rank. */
function* logsBelow(folder: string): Generator<[rank: number, lines: Line[]]> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name), rank = /^rank-(\d+)\.jsonl$/.exec(name)?.[1];
    if (isDirectory) yield* logsBelow(path);
    else if (rank !== undefined) yield [Number(rank), linesOf(Deno.readTextFileSync(path))];
  }
}

const [out, ...folders] = Deno.args;
if (out === undefined || folders.length === 0) {
  console.error("usage: gather.ts OUT FOLDER...");
  Deno.exit(2);
}
const logs = new Map<number, Line[]>(folders.flatMap((folder) => [...logsBelow(folder)]));
const ready = new Map(
  [...logs].map(([rank, lines]) => [rank, lines.findLast(({ kind }) => kind === "ready")]),
);
const partitions = new Set([...ready.values()].map((line) => line?.partition));
if (logs.size === 0 || partitions.size !== 1) {
  console.error(`error: found logs of ${partitions.size} partitions, wanted those of one training`);
  Deno.exit(1);
}
const ranks = [...logs.keys()].sort((a, b) => a - b);
// An epoch after the last checkpoint was trained again by the next run: the later line counts.
const epochs = ranks.map((rank) => {
  const own = logs.get(rank)!.filter(({ kind }) => kind === "epoch").map((line) =>
    [line.epoch!, line] as const
  );
  return [...new Map(own).values()].sort((a, b) => a.epoch! - b.epoch!);
});
const names = (of: "phases" | "counts") => [
  ...new Set(epochs.flat().flatMap(({ outcome }) => Object.keys(outcome![of]))),
];
const [phases, counts] = [names("phases"), names("counts")];
const header = [
  ...["rank", "host", "epoch", "seconds", "loss", "seeds", ...phases.map((name) => `${name} ms`), ...counts],
  ...["idle bytes", "part bytes", "halo bytes", "peak bytes", "activation bytes"],
];
const rows = ranks.flatMap((rank, i) =>
  epochs[i].map(({ epoch, seconds, outcome, peak }) => {
    const { host, memory } = ready.get(rank)!;
    return [
      ...[rank, host, epoch, seconds, outcome!.loss, outcome!.seeds],
      ...phases.map((name) => outcome!.phases[name]),
      ...counts.map((name) => outcome!.counts[name]),
      ...[memory!.idle, memory!.part, memory!.halo, peak!.process, peak!.device],
    ];
  })
);
Deno.mkdirSync(out, { recursive: true });
const path = join(out, "ranks.csv");
Deno.writeTextFileSync(path, [header, ...rows].map((row) => `${row.join(",")}\n`).join(""));
const last = Math.max(0, ...epochs.map((own) => own.at(-1)?.epoch ?? 0)), size = Math.max(...ranks) + 1;
for (let rank = 0; rank < size; rank++) {
  const at = epochs[ranks.indexOf(rank)]?.at(-1)?.epoch;
  if (!ranks.includes(rank)) console.log(`rank ${rank}: no log`);
  else if ((at ?? 0) < last) {
    console.log(`rank ${rank}: stopped at epoch ${at ?? 0} of ${last}, on ${ready.get(rank)!.host}`);
  }
}
console.log(`${ranks.length} ranks, ${last} epochs: ${path}`);
