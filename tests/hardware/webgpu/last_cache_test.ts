import assert from "node:assert/strict";
import { lastCacheBytes } from "../../../hardware/webgpu/last_cache.ts";

Deno.test("a listed card's last cache is found under its names in both WebGPUs; others have the assumed one", () => {
  const mebibytes = (name: string) => lastCacheBytes(name) / 2 ** 20;
  for (
    const [name, wanted] of [
      ["NVIDIA H200", 60],
      ["nvidia-h200", 60],
      ["NVIDIA GH200 480GB", 50],
      ["NVIDIA H100 80GB HBM3", 50],
      ["NVIDIA A100-SXM4-80GB", 40],
      ["Tesla V100-SXM2-32GB", 6],
      ["nvidia-geforce-rtx-3090", 6],
      ["Tesla P100-PCIE-16GB", 4],
      ["AMD Radeon RX 7900 XTX (RADV NAVI31)", 16],
    ] as const
  ) assert.equal(mebibytes(name), wanted, name);
});
