/**
 * Verdicts by today's rules beside those of a session's day.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DataError } from "../../../platform/errors.ts";
import { paperPage } from "../../../results/dashboard/address.ts";
import { buildDashboard } from "../../../results/dashboard/site.ts";
import { JUDGED_ANEW, judgedAnew } from "../../../results/dashboard/todays_verdicts.ts";
import { latestJudgements } from "../../../results/dashboard/verdict_counts.ts";
import type { SessionContents } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { writeNights } from "../history/synthetic_sessions.ts";
import { claimRow, sessionDocument } from "../session_fixture.ts";

const NIGHTS = 7, NIGHT = { suites: 1, workloads: 1, noise: 0.01 };

Deno.test("the site judges the latest sessions of a device anew, says which verdicts changed, and leaves the files as they are", async () => {
  await inFolder(async (root) => {
    await writeNights(root, { ...NIGHT, nights: NIGHTS });
    const file = join(root, "night-007", "claims.csv"), stored = await Deno.readTextFile(file);
    const read = async (name: string) => await Deno.readTextFile(join(root, "site", name));
    const pages = async () => [await read("index.html"), await read(paperPage("hetu-gnn"))] as const;
    await buildDashboard({ root });
    for (const page of await pages()) assert.doesNotMatch(page, /rules of|class="rules"/);

    const judged: string[] = [];
    const judge = ({ document: { session } }: SessionContents) => {
      judged.push(session);
      return [claimRow({ session, verdict: "out-of-regime" })];
    };
    await buildDashboard({ root, judge });
    assert.deepEqual(judged, ["night-004", "night-005", "night-006", "night-007"]);
    assert.equal(judged.length, JUDGED_ANEW);
    const [index, paper] = await pages();
    assert.match(index, /7 sessions; 1 verdict was another by the rules of their day/);
    // Of seven bars of 40 the first three have the verdicts of their day.
    assert.match(index, /<path class="rules" d="M119 0V36" \/>/);
    assert.match(index, /bars left of a dotted line/);
    assert.match(paper, /out of regime<\/span><span class="reason">by the rules of its day: /);
    assert.equal(await Deno.readTextFile(file), stored);
  });
});

Deno.test("a session that cannot be judged anew keeps its verdicts and is named", async () => {
  await inFolder(async (root) => {
    await writeNights(root, { ...NIGHT, nights: 1 });
    const { history, index } = await buildDashboard({
      root,
      judge: () => {
        throw new DataError({ file: "samples.csv" }, { current: "cut", wanted: "whole", next: "copy it" });
      },
    });
    assert.deepEqual(history.sessions.map(({ then }) => then), [undefined]);
    assert.match(await Deno.readTextFile(index), /is shown without a part[^]*samples\.csv/);
  });
});

Deno.test("a claim that today's rules cannot decide is not run, and no earlier session's verdict stands in", async () => {
  await inFolder(async (root) => {
    await writeNights(root, { ...NIGHT, nights: 2 });
    const entries = ["night-001", "night-002"].map((session, i) => ({
      folder: join(root, session),
      document: sessionDocument({ session }),
      claims: [
        claimRow({ session, claim_id: "kept", verdict: "reproduced" }),
        claimRow({ session, claim_id: "once", verdict: i === 0 ? "differs" : "not-run" }),
      ],
      rows: 1,
      lost: { wrong: 0, failed: 0 },
    }));
    const { sessions, failures } = await judgedAnew(entries, ({ document: { session } }) => [
      claimRow({ session, claim_id: "kept", verdict: session === "night-001" ? "holds" : "not-run" }),
      claimRow({ session, claim_id: "once", verdict: session === "night-001" ? "inconclusive" : "not-run" }),
    ]);
    assert.deepEqual(failures, []);
    const [{ claims, changed }] = latestJudgements(sessions);
    assert.deepEqual(
      claims.map(({ session, claim_id, verdict }) => [claim_id, session, verdict]),
      [["kept", "night-002", "not-run"], ["once", "night-001", "inconclusive"]],
    );
    assert.deepEqual([...changed], [["kept", "reproduced"], ["once", "differs"]]);
  });
});
