/**
 * Mutated files: a result or a typed error, within a second and within memory.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { FormatId, GraphRule } from "../../../datasets/dataset.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { ReproError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { heldMemory } from "./held_memory.ts";
import {
  type Contents,
  filesOf,
  smallGraphsage,
  smallIgb,
  smallMatrixMarket,
  smallMetis,
  smallMusae,
  smallOgb,
  smallOgbArrays,
  smallOgbZip,
  smallPlanetoid,
  smallPpi,
  smallReddit,
  smallScipy,
  smallSnap,
  smallSnapGzip,
  smallTable,
} from "./small_files.ts";

const ROUNDS = 1000;
const RULE: GraphRule = { listed: "directed", symmetrise: true, selfLoops: "drop" };

/** One to three byte flips, cuts, doublings or insertions of characters that mean something somewhere. */
function mutate(bytes: Uint8Array, stream: RandomStream): Uint8Array {
  let out = [...bytes];
  for (let n = 1 + stream.below(3); n > 0; n--) {
    const at = stream.below(out.length + 1), length = 1 + stream.below(8);
    switch (stream.below(4)) {
      case 0:
        if (at < out.length) out[at] ^= 1 << stream.below(8);
        break;
      case 1:
        out = out.slice(0, at);
        break;
      case 2:
        out.splice(at, 0, ...out.slice(at, at + 4 * length));
        break;
      default: {
        const alphabet = '0123456789-.,eE \t\n\r#%"{}[]()\x00\xffTUJKMRbcuae.';
        out.splice(
          at,
          0,
          ...Array.from({ length }, () => alphabet.charCodeAt(stream.below(alphabet.length))),
        );
      }
    }
  }
  return Uint8Array.from(out);
}

function fuzz(id: FormatId, contents: Contents, name: string): void {
  Deno.test(`${name}: ${ROUNDS} mutated files give a graph or a typed error`, async () => {
    const stream = new RandomStream(11, `fuzz ${name}`);
    const names = Object.keys(contents);
    const before = heldMemory();
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const victim = names[round % names.length];
      const files = filesOf({ ...contents, [victim]: mutate(contents[victim], stream) });
      try {
        const { edges, features, denseFeatures } = await graphFormats[id].read(files, {
          ...RULE,
          compactIds: round % 2 === 0,
        });
        csrFromEdges({ ...edges, symmetrise: true, selfLoops: "drop" });
        await features?.load();
        await denseFeatures?.load();
      } catch (error) {
        if (!(error instanceof ReproError)) throw error;
        refused++;
      }
    }
    assert.ok(heldMemory() - before < 512 * 2 ** 20);
    assert.ok(
      refused > ROUNDS / 20 && refused < ROUNDS,
      `${refused} refused: mutations too mild or too wild`,
    );
  });
}

fuzz("snap", smallSnap, "edge list");
fuzz("snap", smallSnapGzip, "compressed edge list");
fuzz("edge-table", smallTable, "table of edges");
fuzz("matrix-market", smallMatrixMarket, "MatrixMarket");
fuzz("metis-graph", smallMetis, "METIS graph");
fuzz("musae", smallMusae, "MUSAE");
fuzz("planetoid", smallPlanetoid(), "Planetoid");
fuzz("igb", smallIgb, "IGB arrays");
fuzz("reddit", smallReddit, "Reddit archive");
fuzz("ogb", smallOgb, "OGB folder");
fuzz("ogb", smallOgbZip, "OGB archive");
fuzz("ogb", smallOgbArrays, "OGB archive of arrays");
fuzz("graphsage", smallGraphsage, "GraphSAGE files");
fuzz("graphsage", smallPpi, "DGL's PPI archive");
fuzz("scipy-npz", smallScipy, "SciPy matrices");
