import assert from "node:assert/strict";
import fc from "fast-check";
import { bandwidth } from "../../graph/bandwidth.ts";
import { entriesOf, graphs } from "./graph_fixture.ts";

Deno.test("the bandwidth is the greatest distance of an entry from the diagonal", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const distances = [...entriesOf(graph).keys()].map((key) => {
      const [r, c] = key.split(",").map(Number);
      return Math.abs(r - c);
    });
    assert.equal(bandwidth(graph), Math.max(0, ...distances));
  }));
});
