/** Conditions of whole sessions that differ, and their words. @module */
import assert from "node:assert/strict";
import { compareSessions } from "../../../results/compare/compare.ts";
import { conditionText } from "../../../results/compare/condition_text.ts";
import {
  areOfTwoDevices,
  differingConditions,
  type SessionCondition,
} from "../../../results/compare/conditions.ts";
import type { SessionDocument } from "../../../results/store/session_document.ts";
import type { TunedChoice } from "../../../results/store/tuned_choice.ts";
import { sessionDocument } from "../session_fixture.ts";
import { timedSession } from "./timed_session.ts";

const { device, environment } = sessionDocument();
const withFact = (name: string, value: string) => ({ environment: { ...environment, [name]: value } });

/** A condition with two documents that differ in it alone, and whether it makes two devices of one. */
const TABLE: readonly (readonly [
  SessionCondition,
  one: Partial<SessionDocument>,
  other: Partial<SessionDocument>,
  twoDevices: boolean,
])[] = [
  ["two devices", {}, { device: { ...device, name: "Other CPU" } }, true],
  ["two devices", {}, { device: { ...device, backend: "x86" } }, true],
  ["two devices", {}, { device: { ...device, adapterKind: "software" } }, true],
  ["other number of threads", {}, { device: { ...device, threads: 8 } }, true],
  ["other instruction set", withFact("instruction set", "avx2"), withFact("instruction set", "avx512"), true],
  ["other generation of the CPU", withFact("cpu generation", "1"), withFact("cpu generation", "2"), true],
  ["other implementation of WebGPU", withFact("webgpu", "native"), withFact("webgpu", "dawn"), true],
  ["other tuning", {}, withFact("tuning", "d1"), false],
  ["other tuning", withFact("tuning", "d1"), withFact("tuning", "d2"), false],
  ["other profile", {}, { profile: "paper" }, false],
  ["other seed", {}, { seed: 2 }, false],
];

Deno.test("a condition is named where it differs and nowhere else, either session first", () => {
  for (const [condition, one, other, twoDevices] of TABLE) {
    const [a, b] = [sessionDocument(one), sessionDocument(other)];
    for (const pair of [[a, b], [b, a]] as const) {
      const found = differingConditions(...pair);
      assert.deepEqual(found, [condition]);
      assert.equal(areOfTwoDevices(found), twoDevices, condition);
    }
    for (const same of [a, b]) assert.deepEqual(differingConditions(same, same), []);
  }
});

Deno.test("another device is one condition: its threads, facts and tuning are others anyway", () => {
  const facts = (value: string) => ({
    environment: { "instruction set": value, "cpu generation": value, webgpu: value, tuning: value },
  });
  const elsewhere = { ...device, name: "Other CPU", threads: 8 };
  const other = sessionDocument({ ...facts("b"), device: elsewhere, profile: "paper", seed: 2 });
  assert.deepEqual(differingConditions(sessionDocument(facts("a")), other), [
    "two devices",
    "other profile",
    "other seed",
  ]);
});

Deno.test("a fact that one session does not name is no other one", () => {
  for (const name of ["instruction set", "cpu generation", "webgpu"]) {
    const [a, b] = [sessionDocument(), sessionDocument(withFact(name, "x"))];
    assert.deepEqual([...differingConditions(a, b), ...differingConditions(b, a)], [], name);
  }
});

Deno.test("conditions are said with the values of both sessions, tuned numbers by what they replace", () => {
  const choice = (parameter: TunedChoice["parameter"], chosen: number): TunedChoice => (
    { name: "sums", columns: 128, parameter, standard: 8, chosen, band: 0.01, candidates: [] }
  );
  const a = timedSession("a", { x: 1 }, { document: { seed: 4 } });
  const tuning = [choice("panel", 4), choice("tile", 8), choice("load", 2)];
  const b = timedSession("b", { x: 1 }, { document: { ...withFact("tuning", "d1"), tuning, seed: 5 } });
  assert.equal(
    conditionText(compareSessions(a, [a, b])),
    "other tuning: defaults (A) and sums: panel 4 in place of 8, sums: load 2 in place of 8 (C); " +
      "other seed: 4 (A) and 5 (C)",
  );
});
