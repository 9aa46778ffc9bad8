/**
 * Differences between sessions outside their cells: device, environment, data, code.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { JournalEntry } from "../store/journal.ts";
import { environmentText } from "../environment_text.ts";
import { countDisturbed, disturbedText } from "../others_load.ts";
import { formatNumber, formatShare } from "../../platform/text/number.ts";
import { countingEntries } from "../store/counting_rows.ts";
import type { SessionContents } from "../store/store.ts";
import { differingConditions } from "./conditions.ts";

/** One difference between sessions. */
export interface SessionChange {
  /** Part of the session that it belongs to. */
  readonly part: "session" | "device" | "environment" | "dataset" | "suite" | "code";
  /** Name of what differs, such as `driver`. */
  readonly name: string;
  /** Value in each session, in their order; empty where it has none. */
  readonly values: readonly string[];
}

type Facts = Readonly<Record<string, string>>;

function differing(part: SessionChange["part"], facts: readonly Facts[]): SessionChange[] {
  const names = new Set(facts.flatMap((each) => Object.keys(each)));
  return [...names].filter((name) => new Set(facts.map((each) => each[name])).size > 1)
    .map((name) => ({ part, name, values: facts.map((each) => each[name] ?? "") }));
}

function sessionFacts(contents: SessionContents): Facts {
  const { profile, seed } = contents.document;
  const disturbed = disturbedText(countDisturbed(countingEntries(contents)));
  return {
    profile,
    seed: String(seed),
    ...(disturbed !== undefined && { "disturbed by other programs": disturbed }),
  };
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

/** Comparisons of a suite that two sessions have, each with both entries. */
type Shared = readonly (readonly [JournalEntry, JournalEntry])[];

/** Kernel texts of a suite that differ, among those that both sessions name. */
function otherTexts(shared: Shared): string {
  const texts = shared.flatMap(([{ subject: a }, { subject: b }]) =>
    Object.entries(a?.kernels ?? {}).filter(([id]) => b?.kernels[id] !== undefined)
      .map(([id, text]) => text !== b!.kernels[id])
  );
  const others = texts.filter((differs) => differs).length;
  return others === 0 ? "" : `${others} of ${texts.length} with another text`;
}

/**
 * Content keys of a suite that differ. They include the device, so on two devices they say nothing about
 * code.
 */
function otherKeys(shared: Shared): string {
  const others = shared.filter(([a, b]) => a.key !== b.key).length;
  return others === 0
    ? ""
    : `${others} of ${shared.length} with another key: kernel text, parameters or data`;
}

/** Differences of one session's code from the baseline's, in words, by what differs. */
function otherCode(a: SessionContents, b: SessionContents): Facts {
  const entriesB = lastEntries(b);
  const pairs = [...lastEntries(a)].flatMap(([name, entry]): [JournalEntry, JournalEntry][] => {
    const other = entriesB.get(name);
    return other === undefined ? [] : [[entry, other]];
  });
  const underOneKey = differingConditions(a.document, b.document).length === 0;
  return Object.fromEntries([...groupBy(pairs, ([{ suite }]) => suite)].flatMap(([suite, shared]) => {
    const named = shared.every(([one, other]) => one.subject !== undefined && other.subject !== undefined);
    const [name, text] = named
      ? [`${suite} kernel texts`, otherTexts(shared)]
      : [`${suite} content keys`, underOneKey ? otherKeys(shared) : ""];
    return text === "" ? [] : [[name, text]];
  }));
}

/**
 * Whether a difference says no more than that not all sessions have a dataset or a suite; there are many
 * where the sessions ran different parts.
 */
export function isAbsence({ part, values }: SessionChange): boolean {
  return (part === "dataset" || part === "suite") && values.includes("");
}

/** Lists all differences, devices and environments first, since they affect every number. */
export function sessionChanges(
  baseline: SessionContents,
  others: readonly SessionContents[],
): SessionChange[] {
  const all = [baseline, ...others];
  const otherDevice = others.some(({ document }) =>
    differingConditions(baseline.document, document).includes("two devices")
  );
  const device = [
    ...differing("device", all.map(deviceFacts)),
    ...(otherDevice ? differing("device", all.map(probeFacts)) : []),
  ];
  // The environment names the device too.
  const environment = differing(
    "environment",
    all.map(({ document }) => environmentText(document.environment)),
  )
    .filter((change) =>
      !device.some((other) => other.values.every((value, i) => value === change.values[i]))
    );
  return [
    ...device,
    ...differing("session", all.map(sessionFacts)),
    ...environment,
    ...differing("dataset", all.map(datasetFacts)),
    ...differing("code", [{}, ...others.map((other) => otherCode(baseline, other))]),
    ...differing("suite", all.map(suiteFacts)),
  ];
}
