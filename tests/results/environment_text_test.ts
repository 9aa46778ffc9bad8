import assert from "node:assert/strict";
import { environmentText } from "../../results/environment_text.ts";

Deno.test("a GPU whose memory nothing tells has no limit of 8192 TiB", () => {
  const environment = {
    "device memory limit": String(Number.MAX_SAFE_INTEGER),
    "device binding limit": String(2 ** 31 - 4),
    "device": "AMD Radeon RX 7900 XTX (RADV NAVI31)",
  };
  assert.deepEqual(environmentText(environment), {
    "device memory limit": "as much as the driver grants",
    "device binding limit": "2.00 GiB",
    "device": environment.device,
  });
});
