import assert from "node:assert/strict";
import { CARD_LINE_BYTES } from "../../../hardware/cache_simulator/cache_geometry.ts";
import {
  FASTGL_TABLE_3,
  PUBLISHED_CARDS,
  type PublishedCard,
} from "../../../hardware/models/published_cards.ts";
import { parseCsv } from "../../../platform/files/csv.ts";

/** The number of a published row, by its id. */
function printed(id: string): number {
  const [paper] = id.split(".");
  const path = new URL(`../../../experiments/${paper}/published.csv`, import.meta.url);
  const { records } = parseCsv(Deno.readTextFileSync(path), { file: `${paper}/published.csv` });
  const row = records.find((each) => each.claim_id === id);
  assert.ok(row, `no row ${id}`);
  return Number(row.value);
}

const cards: [string, PublishedCard][] = Object.entries(PUBLISHED_CARDS);

Deno.test("numbers that a paper prints are the printed ones", () => {
  const rtx = PUBLISHED_CARDS["rtx-3090"];
  assert.equal(rtx.l1Bytes, printed("fastgl.t3.capacity.l1-shared") * 1024);
  assert.equal(rtx.l2Bytes, printed("fastgl.t3.capacity.l2") * 2 ** 20);
  assert.equal(rtx.dramGBs, printed("fastgl.t3.bandwidth.global"));
  assert.equal(rtx.peakGflops, printed("fastgl.s3_2.peak"));
  assert.deepEqual(FASTGL_TABLE_3, {
    l1GBs: 1000 * printed("fastgl.t3.bandwidth.l1"),
    sharedGBs: 1000 * printed("fastgl.t3.bandwidth.shared"),
    l2MinGBs: 1000 * printed("fastgl.t3.bandwidth.l2-min"),
    l2MaxGBs: 1000 * printed("fastgl.t3.bandwidth.l2-max"),
    globalGBs: printed("fastgl.t3.bandwidth.global"),
  });
  assert.equal(64 * PUBLISHED_CARDS["p100"].sms, printed("eppgcn.s6_1.p100-cores"));
  assert.equal(64 * PUBLISHED_CARDS["v100s"].sms, printed("eppgcn.s6_1.v100s-cores"));
});

Deno.test("every cache is made of whole sets, and every number names its source", () => {
  assert.equal(cards.length, 5);
  for (const [id, card] of cards) {
    assert.equal(card.l1Bytes % (card.l1Ways * CARD_LINE_BYTES), 0, id);
    assert.equal(card.l2Bytes % (card.l2Ways * CARD_LINE_BYTES), 0, id);
    const numbers = Object.entries(card).filter(([, value]) => typeof value === "number").map(([name]) =>
      name
    );
    assert.deepEqual(Object.keys(card.sources).sort(), numbers.sort(), id);
    for (const { where } of Object.values(card.sources)) assert.ok(where.length > 8, id);
  }
});
