import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { AdapterDevice } from "../../../../hardware/webgpu/adapter_device.ts";
import { GpuWaits } from "../../../../hardware/webgpu/clock/gpu_waits.ts";
import { DeviceError } from "../../../../platform/errors.ts";
import { underClock } from "../../../under_clock.ts";
import { testOnNewDevice } from "../any_adapter.ts";

const LOST = { reason: "destroyed", message: "a fake reset" } as GPUDeviceLostInfo;

Deno.test("a wait counts, says how long it lasts, and ends with its news, however late they come", () =>
  underClock(async (pass) => {
    const waits = new GpuWaits({ lost: new Promise(() => {}) });
    assert.equal(waits.waitingMs, undefined);
    const news = Promise.withResolvers<number>(), outer = waits.until(news.promise);
    pass(20);
    const inner = waits.until(Promise.resolve("soon"));
    assert.equal(await inner, "soon");
    // The inner one has not begun the outer one anew.
    assert.equal(waits.waitingMs, 20);
    // One that outlasts it has begun later.
    const late = Promise.withResolvers<void>(), last = waits.until(late.promise);
    pass(5);
    assert.equal(waits.waitingMs, 25);
    news.resolve(7);
    assert.equal(await outer, 7);
    assert.equal(waits.waitingMs, 5);
    late.resolve();
    await last;
    assert.deepEqual([waits.count, waits.waitingMs], [3, undefined]);
    await assert.rejects(waits.until(Promise.reject(new TypeError("refused"))), TypeError);
    assert.equal(waits.waitingMs, undefined);
  }));

Deno.test("more than 20 ms between two waits count as a pause, the time within a wait does not", () =>
  underClock(async (pass) => {
    const waits = new GpuWaits({ lost: new Promise(() => {}) });
    pass(20);
    await waits.until(Promise.resolve());
    assert.equal(waits.pauses, 0);
    pass(21);
    await waits.until(Promise.resolve());
    assert.equal(waits.pauses, 1);
    // An inner wait begins while the outer one lasts.
    const news = Promise.withResolvers<void>(), outer = waits.until(news.promise);
    pass(30);
    await waits.until(Promise.resolve());
    pass(30);
    news.resolve();
    await outer;
    await waits.until(Promise.resolve());
    assert.equal(waits.pauses, 1);
  }));

Deno.test("a wait whose news never come ends with the loss of the device", async () => {
  const lost = Promise.withResolvers<GPUDeviceLostInfo>(), waits = new GpuWaits({ lost: lost.promise });
  const never = waits.until(new Promise(() => {}));
  lost.resolve(LOST);
  assert.equal(await never, undefined);
  assert.equal(waits.waitingMs, undefined);
});

/** A device that answers no longer once `silent` is called, and whose loss is reported by `lose`. */
function falling({ gpu }: { readonly gpu: GPUDevice }) {
  const lost = Promise.withResolvers<GPUDeviceLostInfo>();
  let silent = false;
  const forward = (target: object, name: string | symbol): unknown => {
    const value = Reflect.get(target, name, target);
    return typeof value === "function" ? value.bind(target) : value;
  };
  const muted = <T extends object>(target: T, method: string): T =>
    new Proxy(target, {
      get: (_, name) => silent && name === method ? () => new Promise(() => {}) : forward(target, name),
    });
  const queue = muted(gpu.queue, "onSubmittedWorkDone");
  const fake = new Proxy(gpu, {
    get: (_, name) => name === "lost" ? lost.promise : name === "queue" ? queue : forward(gpu, name),
  });
  return { gpu: fake, silence: () => void (silent = true), lose: () => lost.resolve(LOST) };
}

testOnNewDevice("work of a device that answers no longer ends with its loss, and says so", async (device) => {
  const fake = falling(device);
  const own = new AdapterDevice(fake.gpu, { name: "fake", kind: "software", webgpu: "native" }, {});
  await own.finish();
  fake.silence();
  const waiting = own.finish();
  await delay(5);
  assert.ok(own.waitingMs! > 0);
  fake.lose();
  await assert.rejects(waiting, (error: Error) => {
    assert.ok(error instanceof DeviceError);
    assert.match(error.message, /a fake reset/);
    return true;
  });
  assert.equal(own.waitingMs, undefined);
  assert.match(own.lost!, /a fake reset/);
});
