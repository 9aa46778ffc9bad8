import assert from "node:assert/strict";
import fc from "fast-check";
import { GainHeap } from "../../../graph/partitions/gain_heap.ts";

Deno.test("the heap pops the greatest gain after any sequence of insertions, changes and pops", () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 19 }), fc.integer({ min: -50, max: 50 }), fc.boolean()), {
    maxLength: 200,
    size: "max",
  });
  fc.assert(fc.property(steps, (sequence) => {
    const heap = new GainHeap(20), model = new Map<number, number>();
    const popBoth = () => {
      const greatest = Math.max(...model.values());
      assert.equal(heap.topGain, greatest);
      const { top } = heap, id = heap.pop();
      assert.equal(id, top);
      assert.equal(model.get(id), greatest);
      model.delete(id);
      assert.ok(!heap.has(id));
    };
    for (const [id, gain, pop] of sequence) {
      if (pop && model.size > 0) popBoth();
      else {
        heap.set(id, gain);
        model.set(id, gain);
        assert.ok(heap.has(id));
      }
      assert.equal(heap.size, model.size);
    }
    while (model.size > 0) popBoth();
    assert.equal(heap.size, 0);
  }));
});

Deno.test("a cleared heap holds nothing and can be filled again", () => {
  const heap = new GainHeap(3);
  heap.set(2, 5);
  heap.set(0, 9);
  heap.clear();
  assert.equal(heap.size, 0);
  assert.ok(!heap.has(0) && !heap.has(2));
  heap.set(2, -1);
  assert.equal(heap.top, 2);
});
