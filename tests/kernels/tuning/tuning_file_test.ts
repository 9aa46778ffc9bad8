import assert from "node:assert/strict";
import { join } from "node:path";
import {
  type AdapterConditions,
  type CodeConditions,
  conditionsOn,
} from "../../../kernels/tuning/tuning_conditions.ts";
import {
  adapterTunings,
  keepChoices,
  readTuning,
  savedTuning,
  tuningOf,
  tuningPath,
  writeTuning,
} from "../../../kernels/tuning/tuning_file.ts";
import { TUNING_VARIABLE } from "../../../kernels/tuning/tuning_variable.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { DataError } from "../../../platform/errors.ts";
import { fixedChoices, fixedLaunches } from "./fixed_tuning.ts";
import { inFolder } from "../../in_folder.ts";

const HERE: CodeConditions = { cpu: "A CPU", isa: "avx512", threads: 2, cacheBytes: 2 ** 25, code: "c0de" };
const DOCUMENT = {
  conditions: HERE,
  made: "2026-11-23T10:00:00.000Z",
  choices: fixedChoices([64, 128], { panel: 4, tile: 4 }),
};

Deno.test("numbers that were kept are those that are read, with their evidence", () =>
  inFolder(async (folder) => {
    assert.equal(await tuningOf(HERE, { folder }), undefined, "none before the first tuning");
    const path = await writeTuning(DOCUMENT, join(folder, "new"));
    assert.deepEqual(await readTuning(path, HERE), DOCUMENT);
    const tuning = await tuningOf(HERE, { folder: join(folder, "new"), remark: assert.fail });
    assert.deepEqual(tuning?.choices, DOCUMENT.choices);
    assert.equal(tuning?.tile(128), 4);
  }));

Deno.test("another CPU, instruction set or number of threads has a file of its own", () => {
  const names = [
    HERE,
    { ...HERE, cpu: "Another" },
    { ...HERE, isa: "avx2" as const },
    { ...HERE, threads: 1 },
  ].map((conditions) => tuningPath(conditions, "cache"));
  assert.equal(new Set(names).size, 4);
  assert.ok(
    names.every((name) => /^cache.avx(2|512)-\d-threads-[0-9a-f]{12}\.json$/.test(name)),
    names.join(),
  );
});

Deno.test("a file of another CPU, cache or code is refused by name, and what is foreign is said", () =>
  inFolder(async (folder) => {
    for (const [key, value] of Object.entries({ cpu: "Another", cacheBytes: 1, code: "other", threads: 8 })) {
      const there = { ...HERE, [key]: value };
      await Deno.writeTextFile(
        tuningPath(HERE, folder),
        JSON.stringify({ ...DOCUMENT, conditions: there }),
      );
      const remarks: string[] = [];
      const tuning = await tuningOf(HERE, { folder, remark: (text) => remarks.push(text) });
      assert.equal(tuning, undefined);
      assert.equal(remarks.length, 1);
      assert.ok(remarks[0].includes(tuningPath(HERE, folder)), remarks[0]);
      assert.match(
        remarks[0],
        new RegExp(`numbers for ${key} ${value}, wanted ${key} ${HERE[key as "cpu"]}`),
      );
    }
  }));

Deno.test("damaged files are refused by name, never used in part, and made anew", () =>
  inFolder(async (folder) => {
    const text = JSON.stringify(DOCUMENT), path = tuningPath(HERE, folder);
    const damages = [
      "",
      "\0\0\0",
      text.slice(0, text.length / 2),
      "null",
      "[]",
      text.replace('"chosen":4', '"chosen":-4'),
      text.replace('"chosen":4', '"chosen":"4"'),
      text.replace('"parameter":"panel"', '"parameter":"other"'),
      text.replace('"ms":[3.5,4.25]', '"ms":[]'),
      text.replace('"candidates":[', '"candidates":{'),
    ];
    for (const damage of damages) {
      assert.notEqual(damage, text);
      await Deno.writeTextFile(path, damage);
      const remarks: string[] = [];
      const tuning = await tuningOf(HERE, { folder, remark: (text) => remarks.push(text) });
      assert.equal(tuning, undefined, damage.slice(0, 80));
      assert.ok(remarks.length === 1 && remarks[0].includes(path) && remarks[0].includes("deno task tune"));
      await assert.rejects(readTuning(path, HERE), DataError);
    }
    await writeTuning(DOCUMENT, folder);
    assert.equal((await tuningOf(HERE, { folder, remark: assert.fail }))?.choices.length, 6);
  }));

Deno.test("choices are kept beside those of other widths, and in place of all of their own", () =>
  inFolder(async (folder) => {
    const options = { folder, remark: assert.fail };
    const of = (columns: number, numbers: Readonly<Record<string, number>>) =>
      fixedLaunches("row-split", columns, numbers);
    await keepChoices(ON_CARD, [...of(64, { load: 8, workgroup: 128 }), ...of(602, { load: 8 })], options);
    await keepChoices(ON_CARD, of(64, { load: 16 }), options);
    const tuning = (await tuningOf(ON_CARD, options))!;
    assert.deepEqual(tuning.choices, [...of(602, { load: 8 }), ...of(64, { load: 16 })]);
    const remarks: string[] = [];
    const newer = { ...ON_CARD, driver: "560.2" };
    await keepChoices(newer, of(128, { load: 8 }), { folder, remark: (text) => remarks.push(text) });
    assert.match(remarks.join(), /^.*numbers for driver 550\.1/);
    assert.deepEqual((await tuningOf(newer, options))!.choices, of(128, { load: 8 }));
  }));

const CARD = { name: "NVIDIA H100 80GB HBM3", webgpu: "dawn", facts: { "webgpu driver": "550.1" } } as const;
const ON_CARD: AdapterConditions = conditionsOn(CARD);
const LAUNCHES = {
  conditions: ON_CARD,
  made: "2026-11-26T21:00:00.000Z",
  choices: fixedLaunches("row-split", 64, { load: 16, workgroup: 128 }),
};

/** A device as far as its tuning is asked for. */
const card = (of: Partial<Pick<WebGpuDevice, "name" | "webgpu" | "facts">> = {}) =>
  ({ backend: "webgpu", ...CARD, ...of }) as unknown as WebGpuDevice;

/** Runs with tuned numbers on, which tests have off. */
async function switchedOn(work: () => Promise<void>): Promise<void> {
  const before = Deno.env.get(TUNING_VARIABLE);
  Deno.env.delete(TUNING_VARIABLE);
  try {
    await work();
  } finally {
    if (before !== undefined) Deno.env.set(TUNING_VARIABLE, before);
  }
}

Deno.test("an adapter takes the choices of its name and implementation, and of no other", () =>
  inFolder((folder) =>
    switchedOn(async () => {
      await writeTuning(LAUNCHES, folder);
      const work = { kernel: "row-split", columns: 64, bytes: 2 ** 20 };
      const launch = async (device: WebGpuDevice) =>
        (await savedTuning(device, { folder, remark: assert.fail }))?.launch(work);
      assert.deepEqual(await launch(card()), { workgroup: 128 });
      assert.equal(await launch(card({ name: "NVIDIA A100" })), undefined);
      assert.equal(await launch(card({ webgpu: "native" })), undefined);
      assert.deepEqual((await adapterTunings(folder)).map(({ conditions }) => conditions), [ON_CARD]);
      assert.deepEqual(await adapterTunings(join(folder, "none")), []);

      Deno.env.set(TUNING_VARIABLE, "off");
      assert.equal(await launch(card()), undefined, "switched off");
    })
  ));

Deno.test("choices of another driver are refused by name", () =>
  inFolder((folder) =>
    switchedOn(async () => {
      const path = await writeTuning(LAUNCHES, folder), remarks: string[] = [];
      const newer = card({ facts: { "webgpu driver": "560.2" } });
      assert.equal(await savedTuning(newer, { folder, remark: (text) => remarks.push(text) }), undefined);
      assert.equal(remarks.length, 1);
      assert.ok(remarks[0].includes(path), remarks[0]);
      assert.match(
        remarks[0],
        /numbers for driver 550\.1, wanted driver 560\.2, .*deno task tune --device webgpu/,
      );
    })
  ));
