/**
 * Contenders of an experiment whose techniques are switches.
 *
 * @module
 */
import { type CompositionContender, effectContender, runContender } from "./composition_suite.ts";
import { effectId, pairId, TOGETHER } from "./switched_runs.ts";

/**
 * Contenders: every run with its switches as factors, every technique, every pair, and all together.
 *
 * @param runs Techniques that are on, by run.
 * @param techniques Names for readers, by id, in the order of the experiment.
 */
export function switchContenders(
  runs: ReadonlyMap<string, ReadonlySet<string>>,
  techniques: Readonly<Record<string, string>>,
): CompositionContender[] {
  const ids = Object.keys(techniques);
  const switches = (on: ReadonlySet<string>) =>
    Object.fromEntries(ids.map((id) => [id, on.has(id) ? "on" : "off"]));
  const spell = (on: ReadonlySet<string>) =>
    on.size === 0 ? "nothing" : on.size === ids.length ? "everything" : [...on].join(" + ");
  return [
    ...[...runs].map(([id, on]) => runContender(id, spell(on), switches(on))),
    ...ids.map((id) => effectContender(effectId(id), techniques[id])),
    ...ids.flatMap((a, i) => ids.slice(i + 1).map((b) => effectContender(pairId(a, b), `${a} x ${b}`))),
    effectContender(TOGETHER, "all together"),
  ];
}
