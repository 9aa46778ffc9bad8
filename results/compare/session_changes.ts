/**
 * What is not the same in two sessions: device, environment, code, data.
 *
 * @module
 */
import type { SessionContents } from "../store.ts";

/** Something that differs. */
export interface SessionChange {
  /** What kind of thing. */
  readonly part: "session" | "device" | "environment" | "dataset" | "suite" | "code";
  /** Its name. */
  readonly name: string;
  /** In the first session; empty where it has none. */
  readonly a: string;
  /** In the second. */
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

/** Last content key of each comparison: it changes with kernel text, parameters, data, device and schema. */
function contentKeys({ journal }: SessionContents): Map<string, string> {
  return new Map(journal.map(({ suite, workload, key }) => [`${suite}:${workload}`, key]));
}

/** Comparisons by suite whose content keys differ. */
function codeChanges(a: SessionContents, b: SessionContents): SessionChange[] {
  const [keysA, keysB] = [contentKeys(a), contentKeys(b)];
  const both = [...keysA.keys()].filter((name) => keysB.has(name));
  const bySuite = Map.groupBy(both, (name) => name.slice(0, name.indexOf(":")));
  return [...bySuite].flatMap(([suite, names]) => {
    const others = names.filter((name) => keysA.get(name) !== keysB.get(name)).length;
    return others === 0 ? [] : [{
      part: "code" as const,
      name: `${suite} content keys`,
      a: `${names.length} comparisons`,
      b: `${others} of them with another key: kernel text, parameters, data or device`,
    }];
  });
}

/** Everything that differs, what matters most first. */
export function sessionChanges(a: SessionContents, b: SessionContents): SessionChange[] {
  return [
    ...differing("session", sessionFacts(a), sessionFacts(b)),
    ...differing("device", deviceFacts(a), deviceFacts(b)),
    ...codeChanges(a, b),
    ...differing("environment", a.document.environment, b.document.environment),
    ...differing("dataset", datasetFacts(a), datasetFacts(b)),
    ...differing("suite", suiteFacts(a), suiteFacts(b)),
  ];
}
