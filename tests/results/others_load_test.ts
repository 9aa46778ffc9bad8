/** Comparisons of a session that other programs disturbed, in numbers and words. @module */
import assert from "node:assert/strict";
import {
  countDisturbed,
  disturbanceText,
  disturbedText,
  type OthersLoad,
  othersRemark,
  reasonBesideOthers,
} from "../../results/others_load.ts";

const load = (busy: number, notable = 0.2, processors = 2): OthersLoad => ({ busy, processors, notable });
const entry = (othersLoad?: OthersLoad) => ({ ...(othersLoad && { othersLoad }) });

Deno.test("a load has words from what is notable on", () => {
  assert.equal(disturbanceText(load(0.634)), "0.63 of 2 processors");
  assert.equal(disturbanceText(load(0.2, 0.2, 1)), "0.20 of 1 processor");
  assert.equal(disturbanceText(load(0.634, 0.7)), undefined);
  assert.equal(disturbanceText(undefined), undefined);
  assert.equal(othersRemark(load(1)), "other programs kept 1.00 of 2 processors busy");
  assert.equal(othersRemark(load(0.1)), "");
});

Deno.test("a reason loses the remark on other programs, and nothing else", () => {
  const remarks = [load(1), load(0.5, 0.2, 1), load(900, 0.2, 1024)].map(othersRemark);
  for (const remark of remarks) {
    assert.equal(reasonBesideOthers({ reason: remark }), "");
    assert.equal(reasonBesideOthers({ reason: `throttled; ${remark}; late` }), "throttled; late");
  }
  const unstable = "unstable: 2; run again on a quieter machine";
  assert.equal(reasonBesideOthers({ reason: unstable }), unstable);
});

Deno.test("a comparison counts where the system told the load, and the greatest is named", () => {
  const count = countDisturbed([
    entry(load(0.5)),
    entry(load(0.9)),
    entry(load(0.7)),
    entry(load(1.5, 1.6)),
    entry(),
  ]);
  assert.deepEqual(count, { disturbed: 3, told: 4, greatest: load(0.9) });
  assert.equal(disturbedText(count), "3 of 4 comparisons (up to 0.90 of 2 processors)");
});

Deno.test("a session without disturbed comparisons has no words", () => {
  const quiet = countDisturbed([entry(load(0.1))]);
  assert.deepEqual([quiet, disturbedText(quiet)], [{ disturbed: 0, told: 1 }, undefined]);
  assert.deepEqual(countDisturbed([]), { disturbed: 0, told: 0 });
});
