import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findPaper, papers, registerPaper } from "../../experiments/papers.ts";
import { DataError, UsageError } from "../../platform/errors.ts";

const PUBLISHED =
  "paper,artifact,claim_id,kind,metric,unit,dataset,model,system,config,value,relation,context,reason";
const CLAIMS = "paper,artifact,claim_id,statement,check,tier,premise";

/** Registers a paper whose tables have these lines and whose one suite decides this claim. */
async function register(claim: string, lines: { readonly claims: string; readonly published?: string }) {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "claims.csv"), `${CLAIMS}\n${lines.claims}\n`);
    await Deno.writeTextFile(join(folder, "published.csv"), `${PUBLISHED}\n${lines.published ?? ""}`);
    const own = findPaper("own"), [suite] = own.suites;
    registerPaper({
      ...own,
      id: "a-paper",
      tables: pathToFileURL(`${folder}/`),
      suites: [{ ...suite, id: "a-paper/table-1", claims: [{ claimId: claim, decide: () => [] }] }],
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const LINE = "a-paper,Table 1,a-paper.q.one,A sentence.,a == b,count,";

Deno.test("a wrong line of a paper's tables is named when it is registered, before anything runs", async () => {
  await assert.rejects(
    () => register("a-paper.q.one", { claims: LINE.replace("a-paper.q.one", "q.one") }),
    (error) =>
      error instanceof DataError && /claims\.csv", line 2.*begins with "a-paper\."/.test(error.message),
  );
  await assert.rejects(
    () => register("a-paper.q.one", { claims: LINE, published: "a-paper,Table 1,x\n" }),
    (error) => error instanceof DataError && error.message.includes("published.csv"),
  );
  assert.ok(!papers().some(({ id }) => id === "a-paper"));
});

Deno.test("a suite that decides a claim which its paper's table does not have is refused", async () => {
  await assert.rejects(
    () => register("a-paper.q.oen", { claims: LINE }),
    (error) =>
      error instanceof UsageError && /a-paper\.q\.oen.*wanted one of a-paper\.q\.one/.test(error.message),
  );
  await register("a-paper.q.one", { claims: LINE });
  assert.ok(papers().some(({ id }) => id === "a-paper"));
});
