/**
 * Differences between two sessions outside their cells: device, environment, data, code.
 *
 * @module
 */
import type { JournalEntry } from "../store/journal.ts";
import { formatNumber, formatShare } from "../report/number.ts";
import type { SessionContents } from "../store/store.ts";
import { differingConditions } from "./conditions.ts";

/** One difference between two sessions. */
export interface SessionChange {
  /** Part of the session that it belongs to. */
  readonly part: "session" | "device" | "environment" | "dataset" | "suite" | "code";
  /** Name of the fact. */
  readonly name: string;
  /** Value in the first session; empty where it has none. */
  readonly a: string;
  /** Value in the second session. */
  readonly b: string;
}

type Facts = Readonly<Record<string, string>>;

function differing(part: SessionChange["part"], a: Facts, b: Facts): SessionChange[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => a[name] !== b[name])
    .map((name) => ({ part, name, a: a[name] ?? "", b: b[name] ?? "" }));
}

function sessionFacts({ document }: SessionContents): Facts {
  const { profile, seed } = document;
  return { profile, seed: String(seed) };
}

function deviceFacts({ document: { device } }: SessionContents): Facts {
  const { name, backend, adapterKind, threads } = device;
  return { name, backend, adapter: adapterKind, threads: String(threads) };
}

/** Speed of a device by the session's own probes; on one device it varies from session to session. */
function probeFacts({ document: { calibration } }: SessionContents): Facts {
  return calibration === null ? {} : {
    clock: calibration.timer,
    "bandwidth by probe": `${formatNumber(calibration.bandwidthGBs, 3)} GB/s`,
    "arithmetic by probe": `${formatNumber(calibration.gflops, 3)} GFLOP/s`,
    "smallest difference seen": formatShare(calibration.smallestDifference),
  };
}

function datasetFacts({ document }: SessionContents): Facts {
  return Object.fromEntries(
    document.datasets.map(({ name, kind, hash }) => [name, `${kind}, ${hash.slice(0, 12)}`]),
  );
}

function suiteFacts({ document }: SessionContents): Facts {
  return Object.fromEntries(document.suites.flatMap(({ id, contenders, settings }) => [
    [`${id} contenders`, contenders.map((contender) => contender.id).join(", ")],
    ...Object.entries(settings).map(([name, value]) => [`${id} ${name}`, value]),
  ]));
}

/** Last entry of each comparison. */
function lastEntries({ journal }: SessionContents): Map<string, JournalEntry> {
  return new Map(journal.map((entry) => [JSON.stringify([entry.suite, entry.workload]), entry]));
}

/** Kernel texts of a suite that differ, among those that both sessions name. */
function kernelChanges(suite: string, pairs: readonly (readonly [JournalEntry, JournalEntry])[]) {
  const texts = pairs.flatMap(([{ subject: a }, { subject: b }]) =>
    Object.entries(a?.kernels ?? {}).filter(([id]) => b?.kernels[id] !== undefined)
      .map(([id, text]) => text !== b!.kernels[id])
  );
  const others = texts.filter((differs) => differs).length;
  return others === 0 ? [] : [{
    name: `${suite} kernel texts`,
    a: `${texts.length} cells`,
    b: `${others} of them with another text`,
  }];
}

/**
 * Content keys of a suite that differ. They include the device, so on two devices they say nothing about
 * code.
 */
function keyChanges(suite: string, pairs: readonly (readonly [JournalEntry, JournalEntry])[]) {
  const others = pairs.filter(([a, b]) => a.key !== b.key).length;
  return others === 0 ? [] : [{
    name: `${suite} content keys`,
    a: `${pairs.length} comparisons`,
    b: `${others} of them with another key: kernel text, parameters or data`,
  }];
}

/** Differences of code, by suite. */
function codeChanges(a: SessionContents, b: SessionContents): SessionChange[] {
  const entriesB = lastEntries(b);
  const pairs = [...lastEntries(a)].flatMap(([name, entry]): [JournalEntry, JournalEntry][] => {
    const other = entriesB.get(name);
    return other === undefined ? [] : [[entry, other]];
  });
  const underOneKey = differingConditions(a.document, b.document).length === 0;
  return [...Map.groupBy(pairs, ([{ suite }]) => suite)].flatMap(([suite, own]) => {
    const named = own.every(([one, other]) => one.subject !== undefined && other.subject !== undefined);
    const changes = named ? kernelChanges(suite, own) : underOneKey ? keyChanges(suite, own) : [];
    return changes.map((change) => ({ part: "code" as const, ...change }));
  });
}

/** Lists all differences, devices and environments first, since they affect every number. */
export function sessionChanges(a: SessionContents, b: SessionContents): SessionChange[] {
  const probes = differingConditions(a.document, b.document).includes("two devices")
    ? differing("device", probeFacts(a), probeFacts(b))
    : [];
  const device = [...differing("device", deviceFacts(a), deviceFacts(b)), ...probes];
  // The environment names the device too.
  const environment = differing("environment", a.document.environment, b.document.environment)
    .filter((change) => !device.some((other) => other.a === change.a && other.b === change.b));
  return [
    ...device,
    ...differing("session", sessionFacts(a), sessionFacts(b)),
    ...environment,
    ...differing("dataset", datasetFacts(a), datasetFacts(b)),
    ...codeChanges(a, b),
    ...differing("suite", suiteFacts(a), suiteFacts(b)),
  ];
}
