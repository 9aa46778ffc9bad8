import assert from "node:assert/strict";
import { threefry2x32 } from "../../../platform/random.ts";
import { testOnEveryBackend } from "../every_backend.ts";
import { deviceOfOnes } from "./activation_checks.ts";

testOnEveryBackend(
  "an entry whose 16 bits are the rate is kept, and dropped at the next rate",
  async (device) => {
    const rows = 2, cols = 32, row = 1, drawn = { seed: 5, stream: 1, step: 12 }, words = new Uint32Array(2);
    for (let col = 0; col < cols; col++) {
      const block = row * cols / 4 + Math.floor(col / 4);
      threefry2x32(drawn.seed, drawn.stream, block, drawn.step, words);
      const bits = [words[0] & 0xffff, words[0] >>> 16, words[1] & 0xffff, words[1] >>> 16][col % 4];
      for (const [rate, keeps] of [[bits, true], [bits + 1, false]] as const) {
        const epilogue = { negativeSlope: 1, dropout: { rate: rate / 65_536, ...drawn } };
        const y = await deviceOfOnes(device, { rows, cols }, epilogue);
        assert.equal(y[row * cols + col] !== 0, keeps, `column ${col} of bits ${bits} at ${rate} / 65536`);
      }
    }
  },
);
