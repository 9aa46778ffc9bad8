/**
 * Test that the work of a step, from shapes alone, equals that of its operation on the numbers.
 *
 * @module
 */
import assert from "node:assert/strict";
import { findOperation } from "../../../kernels/registry.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { gat } from "../../../training/models/gat.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { inputsOf, problemOf, stepWork } from "../../../training/operations/step_rules.ts";
import type { Step } from "../../../training/program/program.ts";
import { randomBlock, stagedProgram } from "../staged_program.ts";

const PRODUCTS: readonly Step["op"][] = ["spmm", "gemm", "head-spmm", "head-sddmm"];
const ENTRY_WISE: readonly Step["op"][] = ["edge-softmax", "edge-softmax-gradient", "entry-sums"];

Deno.test("arithmetic of products and traffic of all that follows a graph are those of the operation", async () => {
  const matrices = [[40, 23], [23, 11]].map(([cols, rows]) => ({
    matrix: randomBlock({ rows, cols, degree: 5, own: true, seed: rows }),
  }));
  const seen = new Set<string>();
  for (const layers of [gcn({ classes: 3, hidden: 6 }), gat({ classes: 3, heads: 2, headWidth: 5 })]) {
    const { program, bindings } = stagedProgram(layers, matrices);
    const executor = new OracleExecutor(program, bindings);
    for (const step of program.train) {
      if (![...PRODUCTS, ...ENTRY_WISE].includes(step.op)) continue;
      const read = new Map();
      for (const tensor of inputsOf(step)) read.set(tensor, await executor.read(tensor));
      const problem = problemOf(step, { numbers: (tensor) => read.get(tensor), bindings, trainingStep: 1 });
      const wanted = findOperation(step.op).work(problem), { multiplyAdds, ...bytes } = stepWork(step);
      const { multiplyAdds: products, ...traffic } = wanted;
      assert.deepEqual(bytes, traffic, `${step.op} of ${step.layer}`);
      assert.equal(multiplyAdds, PRODUCTS.includes(step.op) ? products : 0, step.op);
      seen.add(step.op);
    }
  }
  assert.deepEqual([...seen].sort(), [...PRODUCTS, ...ENTRY_WISE].sort());
});
