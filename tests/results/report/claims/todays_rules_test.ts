/** Text of a report on claims that today's rules decide otherwise. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { rebuildReport } from "../../../../results/report/report_command.ts";
import { SessionStore } from "../../../../results/store/store.ts";
import type { Judge } from "../../../../results/verdicts/judge.ts";
import { inFolder } from "../../../in_folder.ts";
import { claimRow, sessionDocument } from "../../session_fixture.ts";

const CLAIMS = [
  claimRow({ claim_id: "hetu-gnn.q.a", verdict: "reproduced" }),
  claimRow({ claim_id: "hetu-gnn.q.b", verdict: "inconclusive" }),
];

/** Page, sources of the notebook's texts, and the stored claims, of a session whose rules are `judge`. */
async function reported(judge: Judge) {
  return await inFolder(async (root) => {
    const folder = join(root, "s1"), stored = join(folder, "claims.csv");
    {
      using store = await SessionStore.open(folder, { create: sessionDocument() });
      await store.writeClaims(CLAIMS);
    }
    const before = await Deno.readTextFile(stored);
    const { report, notebook, changed } = await rebuildReport({ root, session: "s1", judge });
    assert.equal(await Deno.readTextFile(stored), before);
    const { cells } = JSON.parse(await Deno.readTextFile(notebook));
    const texts = cells.filter(({ cell_type }: { cell_type: string }) => cell_type === "markdown")
      .map(({ source }: { source: readonly string[] }) => source.join(""));
    return { page: await Deno.readTextFile(report), notebook: texts.join("\n"), changed };
  });
}

Deno.test("a report says which claims today's rules decide otherwise, with both verdicts, beside them, too", async () => {
  const { page, notebook, changed } = await reported(({ claims }) =>
    claims.map((claim) =>
      claim.claim_id === "hetu-gnn.q.a"
        ? { ...claim, verdict: "out-of-regime", reason: "of 2 CPU <threads>" }
        : claim
    )
  );
  assert.deepEqual(changed.map(({ then, now }) => [now.claim_id, then, now.verdict]), [
    ["hetu-gnn.q.a", "reproduced", "out-of-regime"],
  ]);
  assert.match(page, /<p class="notice">1 claim has another verdict by the rules of the program/);
  const [, table] = /Both verdicts of 1 claim<\/summary>(.*?)<\/table>/s.exec(page)!;
  assert.match(table, /hetu-gnn\.q\.a.*reproduced.*out of regime.*of 2 CPU &lt;threads&gt;/s);
  assert.ok(!table.includes("hetu-gnn.q.b"));
  const cards = page.match(/<li class="claim">.*?<\/li>/gs)!;
  assert.deepEqual(
    cards.map((card) => [/hetu-gnn\.q\.\w/.exec(card)![0], card.includes("By today's rules")]),
    [
      ["hetu-gnn.q.b", false],
      ["hetu-gnn.q.a", true],
    ],
  );
  assert.match(notebook, /1 claim has another verdict by the rules/);
  assert.equal(notebook.match(/reproduced on the day, out-of-regime by today.s rules/g)!.length, 2);
});

Deno.test("a report says nothing of today's rules where they change no verdict", async () => {
  const { page, notebook, changed } = await reported(({ claims }) => claims);
  assert.deepEqual(changed, []);
  for (const text of [page, notebook]) assert.doesNotMatch(text, /another verdict|today.s rules/);
});
