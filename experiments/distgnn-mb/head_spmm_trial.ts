/**
 * Products with weights for each head, of several blocks one after the other, as a trial.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { poisonMatrix, readMatrix } from "../../hardware/dense.ts";
import { headSpmm, type HeadSpmmProblem } from "../../kernels/attention/mod.ts";
import { checkOutput, type CheckReport } from "../../kernels/check.ts";
import { kernelName, type Plan, prepareKernel } from "../../kernels/kernel.ts";
import { findKernel } from "../../kernels/registry.ts";
import type { Lab, PreparedTrial, Trial } from "../suite.ts";
import { randomFeatures } from "../trials/spmm_trial.ts";

/** What is summed up, and by which kernel. */
export interface HeadSpmmTrialOptions {
  /** One after the other. */
  readonly problems: readonly HeadSpmmProblem[];
  /** Kernel id; the device's backend picks the implementation. */
  readonly kernel: string;
}

/** Random features and attention for H heads of d columns; a matrix's values are not looked at. */
export function headSpmmProblem(
  matrix: CsrMatrix,
  { heads, headWidth, seed }: { readonly heads: number; readonly headWidth: number; readonly seed: number },
): HeadSpmmProblem {
  return {
    ...{ matrix, heads, headWidth },
    attention: randomFeatures(nnz(matrix), heads, seed),
    x: randomFeatures(matrix.cols, heads * headWidth, seed + 1),
  };
}

type Operands = ReturnType<typeof headSpmm.stage>;

/** A call runs all products. Every result is checked. */
export function headSpmmTrial(lab: Lab, { problems, kernel: id }: HeadSpmmTrialOptions): Trial {
  const { device, seed } = lab, kernel = findKernel(headSpmm.id, id, device.backend);
  const works = problems.map((problem) => headSpmm.work(problem));
  const sum = (of: "multiplyAdds" | "compulsoryBytes" | "bytesWithoutReuse") =>
    works.reduce((total, work) => total + work[of], 0);
  const entries = problems.reduce((total, { matrix }) => total + nnz(matrix), 0);
  const bytes = problems.reduce(
    (total, { matrix: { rowPtr, colIdx }, attention, x, heads, headWidth }) =>
      total + 4 * (rowPtr.length * (1 + heads * headWidth) + colIdx.length + attention.length + x.length),
    0,
  );
  const sizes = problems.map((
    { matrix: { rows, cols }, heads, headWidth },
  ) => [rows, cols, heads, headWidth]);
  return {
    identity: { kernel: kernelName(kernel), source: kernel.source, entries, sizes },
    bytes,
    work: {
      multiplyAdds: sum("multiplyAdds"),
      compulsoryBytes: sum("compulsoryBytes"),
      bytesWithoutReuse: sum("bytesWithoutReuse"),
    },
    facts: [{ metric: "entries", unit: "edges", value: entries }],
    prepare: async (): Promise<PreparedTrial> => {
      const sets: { readonly operands: Operands; readonly plan: Plan }[] = [];
      const destroy = () => {
        for (const { operands, plan } of sets.splice(0)) {
          plan.destroy();
          headSpmm.release(device, operands);
        }
      };
      let prepareMs = 0;
      try {
        for (const problem of problems) {
          const operands = headSpmm.stage(device, problem), started = performance.now();
          try {
            sets.push({
              operands,
              plan: await prepareKernel(kernel, device, operands, headSpmm.width(problem)),
            });
          } catch (error) {
            headSpmm.release(device, operands);
            throw error;
          }
          prepareMs += performance.now() - started;
        }
      } catch (error) {
        destroy();
        throw error;
      }
      const run = () => {
        for (const { plan } of sets) plan.run();
      };
      return {
        ...{ prepareMs, run, destroy },
        check: async () => {
          for (const { operands: { output } } of sets) poisonMatrix(device, output);
          await device.guard(`run kernel "${kernelName(kernel)}"`, async () => {
            run();
            await device.finish();
          });
          const reports: CheckReport[] = [];
          for (const [i, { operands: { output } }] of sets.entries()) {
            reports.push(
              await checkOutput(headSpmm, problems[i], await readMatrix(device, output), { seed }),
            );
          }
          return worstOf(reports);
        },
      };
    },
  };
}

/** That of the entry nearest to its bound, for all rows. */
function worstOf(reports: readonly CheckReport[]): CheckReport {
  const share = ({ ok, relErr, tolerance }: CheckReport) => ok ? relErr / tolerance : Infinity;
  const worst = reports.reduce((a, b) => share(b) > share(a) ? b : a);
  return { ...worst, checkedRows: reports.reduce((rows, report) => rows + report.checkedRows, 0) };
}
