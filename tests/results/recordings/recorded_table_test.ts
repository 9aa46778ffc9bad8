/** Table of recorded sessions. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DataError } from "../../../platform/errors.ts";
import { bundleSession } from "../../../results/bundle.ts";
import { recordedTable, withTable } from "../../../results/recordings/recorded_table.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { comparison, newRow, sessionDocument } from "../session_fixture.ts";

Deno.test("a line tells an archive's device, driver, cells, resolution, day, commit and suites", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const device = { backend: "webgpu", adapterKind: "hardware", name: "A Card", threads: 0 } as const;
    const environment = { commit: "abc123", "webgpu driver": "550.54" };
    {
      const create = sessionDocument({ device, environment });
      using store = await SessionStore.open(join(folder, "card", "s1"), { create });
      await store.commitComparison(comparison("cora", { rounds: 5 }));
      await store.commitComparison({
        ...comparison("pubmed"),
        rows: [newRow({ cell: "hetu-gnn/figure-8:pubmed:natural", status: "failed", reason: "lost" })],
        samples: [],
      });
    }
    const { archive } = await bundleSession({ root: folder, session: join(folder, "card", "s1") });
    const [, , line] = (await recordedTable([archive])).split("\n");
    const cells = line.split("|").map((cell) => cell.trim()).slice(1, -1);
    assert.deepEqual(cells.filter((_, i) => i !== 3), [
      "`card/s1`",
      "A Card, webgpu, driver 550.54",
      "smoke",
      "2.0 %",
      "2026-01-02",
      "`abc123`",
      "`hetu-gnn/figure-8`",
    ]);
    const [ok, of] = cells[3].split(" of ").map(Number);
    assert.equal(of - ok, 1, cells[3]);
    assert.ok(ok > 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a table replaces the one between the marks of its name, and a page without them is refused", () => {
  const marked = (name: string, table: string) =>
    `<!-- ${name}: begin (deno task recorded writes what follows) -->\n\n${table}\n\n<!-- ${name}: end -->\n`;
  const page = (benches: string) =>
    `before\n${marked("sessions", "kept")}${marked("benches", benches)}after\n`;
  const table = "new", file = "x.md", name = "benches";
  assert.equal(withTable(page("old"), { name, table, file }), page("new"));
  const [, begin, end] = /^(<!--.*-->)[^]*(<!--.*-->)\n$/.exec(marked(name, "old"))!;
  for (const wrong of ["before", begin, `${end}${begin}`, marked("sessions", "old")]) {
    assert.throws(() => withTable(wrong, { name, table, file }), (error) => {
      assert.ok(error instanceof DataError);
      assert.match(error.message, /x\.md.*without both/);
      return true;
    });
  }
});
