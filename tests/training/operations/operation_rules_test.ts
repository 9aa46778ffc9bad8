/**
 * Tests of the table of operations: a missing record, and a record without a rule, do not compile (each
 * directive below is an error itself where it is not needed), and records agree with the operations of the
 * kernels and with their steps.
 *
 * @module
 */
import assert from "node:assert/strict";
import { findOperation } from "../../../kernels/registry.ts";
import type { SpmmOperands, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import type { AdamStep } from "../../../training/operations/adam.ts";
import { gemm, type GemmStep } from "../../../training/operations/gemm.ts";
import { operations } from "../../../training/operations/mod.ts";
import type { OperationRules } from "../../../training/operations/rules/operation_rules.ts";
import { spmm, type SpmmStep } from "../../../training/operations/spmm.ts";
import type { OperationName } from "../../../training/operations/step_operation.ts";

/** Names of the properties that an object of the type may lack. */
type Optional<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? Key : never }[keyof T];
type IsNever<T> = [T] extends [never] ? true : false;

/**
 * Proof that every rule of these kinds of operation is required, also rules added later, and every record of
 * the table.
 */
const REQUIRED: readonly true[] = [
  true satisfies IsNever<Optional<OperationRules<SpmmStep>>>,
  true satisfies IsNever<Optional<OperationRules<GemmStep>>>,
  true satisfies IsNever<Optional<OperationRules<AdamStep>>>,
  true satisfies IsNever<Optional<typeof operations>>,
  true satisfies IsNever<Exclude<OperationName, keyof typeof operations>>,
];

const { work: _work, ...withoutWork } = spmm;
const { epilogue: _epilogue, ...withoutEpilogue } = gemm;
const { spmm: _spmm, ...withoutSpmm } = operations;
const { inPlace: _inPlace, ...withoutUpdates } = operations.adam;

const INCOMPLETE: readonly object[] = [
  // @ts-expect-error a record without work
  withoutWork satisfies OperationRules<SpmmStep, SpmmOperands, SpmmProblem>,
  // @ts-expect-error an operation with epilogues that does not say whose they are
  withoutEpilogue satisfies OperationRules<GemmStep>,
  // @ts-expect-error an operation in place that does not say what it changes
  withoutUpdates satisfies OperationRules<AdamStep>,
  // @ts-expect-error a table without a record
  withoutSpmm satisfies typeof operations,
  // @ts-expect-error the record of another operation
  gemm satisfies OperationRules<SpmmStep>,
];

Deno.test("every operation has kernels of its name, and a rule for each question", () => {
  assert.equal(REQUIRED.length + INCOMPLETE.length, 10);
  const names = Object.keys(operations);
  assert.ok(names.length >= 24);
  const rules = Object.keys(withoutWork).concat("work");
  for (const [name, record] of Object.entries(operations)) {
    assert.ok(findOperation(name).kernels.length > 0, `${name} has no kernel`);
    for (const rule of rules) assert.ok(rule in record, `${name} has no ${rule}`);
    assert.equal("inPlace" in record, record.writes === "in-place", name);
    if (record.writes === "some-rows") {
      assert.ok(findOperation(name).restore, `${name} leaves rows that a check cannot restore`);
    }
  }
});
