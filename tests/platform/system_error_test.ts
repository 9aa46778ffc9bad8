import assert from "node:assert/strict";
import { join } from "node:path";
import { MissingError, UsageError } from "../../platform/errors.ts";
import { isGroup, type Verb } from "../../platform/command_line/verb.ts";
import { wayOut } from "../../platform/command_line/way_out.ts";
import { cacheFolder } from "../../platform/files/user_folders.ts";
import { systemError } from "../../platform/system_error.ts";
import { VERBS } from "../../verbs.ts";

async function refusal(work: () => Promise<unknown>) {
  const error = await work().then(() => assert.fail("it worked"), (error) => error);
  return systemError(error, "try");
}

Deno.test("a file where a folder is wanted, and the other way round, are mistakes of who called", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "file");
    await Deno.writeTextFile(file, "");
    for (
      const work of [
        () => Deno.mkdir(join(file, "below"), { recursive: true }),
        () => Deno.mkdir(file, { recursive: true }),
        () => Array.fromAsync(Deno.readDir(file)),
        () => Deno.rename(file, folder),
      ]
    ) {
      const error = await refusal(work);
      assert.ok(error instanceof UsageError, String(error));
      assert.match(error.message, /^Cannot try: found .+, wanted .+\. Next: .+/);
      assert.doesNotMatch(error.message, /os error/);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("what the machine refuses is exit code 3 with a way out", () => {
  const errors: [Error, RegExp][] = [
    [new Deno.errors.PermissionDenied("Permission denied (os error 13): open '/x'"), /another folder/],
    [
      new Deno.errors.NotCapable('Requires all access to "/x", run again with the --allow-all flag'),
      /found Requires all access to "\/x", wanted .*another folder/,
    ],
    [
      Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" }),
      /make room .* and run the same command again, or name a folder on another disk$/,
    ],
    [Object.assign(new Error("Read-only file system (os error 30)"), { code: "EROFS" }), /another disk$/],
    // Deno gives these no code.
    ...(Deno.build.os === "linux"
      ? [
        [
          new Error("Disk quota exceeded (os error 122): write '/x'"),
          /found Disk quota exceeded: write '\/x', .*make room/,
        ],
        [new Error("File too large (os error 27)"), /ulimit -f/],
      ] as [Error, RegExp][]
      : []),
  ];
  for (const [error, next] of errors) {
    const known = systemError(error, "write a report");
    assert.ok(known instanceof MissingError && known.exitCode === 3);
    assert.match(known.message, next);
    assert.equal(known.cause, error);
  }
});

Deno.test("a file that another program has open is to be closed there, as a spreadsheet has tables on Windows", () => {
  const busy = Object.assign(new Error("Sharing violation. (os error 32): open 'C:\\rows.csv'"), {
    code: "EBUSY",
  });
  const known = systemError(busy, "write rows", { again: "go on" });
  assert.ok(known instanceof MissingError);
  assert.match(
    known.message,
    /'C:\\rows\.csv', wanted a file that no other program .* close it there, and go on/,
  );
  const denied = new Deno.errors.PermissionDenied("Access is denied. (os error 5): rename 'a' -> 'b'");
  const text = (os: "linux" | "windows") => systemError(denied, "write a report", {}, os)!.message;
  assert.match(text("windows"), /change whose it is, or close the file where a program has it open$/);
  assert.match(text("linux"), /change whose it is$/);
});

Deno.test("a port that is taken names the flag", async () => {
  using first = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = first.addr as Deno.NetAddr;
  const error = await refusal(() =>
    Promise.resolve().then(() => Deno.listen({ hostname: "127.0.0.1", port }))
  );
  assert.ok(error instanceof UsageError && /--port/.test(error.message), String(error));
});

Deno.test("a defect of ours stays one", () => {
  assert.equal(systemError(new TypeError("x is undefined"), "try"), undefined);
  assert.equal(systemError("text", "try"), undefined);
});

Deno.test("the way out of a disk names the flag of the verb, of the cache folder its variable", () => {
  const refused = (path: string) =>
    Object.assign(new Error(`Read-only file system (os error 30): open '${path}'`), { code: "EROFS" });
  const next = (name: string, path: string) => {
    const verb = VERBS.find((entry) => entry.name === name);
    assert.ok(verb !== undefined && !isGroup(verb));
    return systemError(refused(path), "try", wayOut(verb))?.message.replace(/.*Next: /, "");
  };
  const disk = "name a folder on another disk";
  assert.equal(next("repro", "/there/rows.csv"), `${disk} by --out`);
  assert.equal(next("compare", "/there/compare.html"), `${disk} by --page`);
  assert.equal(next("report", "/there/report.html"), `${disk} by --to`);
  assert.equal(next("nightly", "/there/nightly.md"), `${disk} by --out or --site or --summary`);
  assert.equal(next("gc", "/there/session"), `${disk} by --out or --trainings`);
  assert.equal(next("list", "/there/file"), disk);
  assert.equal(next("repro", join(cacheFolder(), "tuning")), `${disk} by GNN_REPRO_CACHE`);
});

Deno.test("a verb without --session is not told to go on with one", () => {
  const again = (name: string) => wayOut(VERBS.find((entry) => entry.name === name) as Verb).again;
  for (const name of ["report", "compare", "train", "nightly", "advise", "partition"]) {
    assert.equal(again(name), "run the same command again", name);
  }
  for (const name of ["repro", "record", "bench"]) {
    assert.match(again(name) ?? "", /with its --session/, name);
  }
  assert.equal(wayOut().again, "run the same command again");
});
