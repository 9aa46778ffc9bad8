/**
 * Opening of a session's store, under the conditions of a run.
 *
 * @module
 */
import { coreLatencyNs } from "../../hardware/cpu/core_latency.ts";
import { captureEnvironment } from "../../hardware/environment.ts";
import { refuseForeignFiles } from "../../results/report/foreign_files.ts";
import type { SessionDocument } from "../../results/store/session_document.ts";
import { SessionStore } from "../../results/store/store.ts";
import type { ReproOptions } from "./repro_options.ts";
import { ranksText, refuseOtherConditions, type RunConditions } from "./resume_conditions.ts";
import { newDocument } from "./session_texts.ts";

/**
 * Creates a session in the folder of its name, or resumes it.
 *
 * @param commit Commit of the code that runs.
 * @throws {UsageError} where it began under other conditions, or its folder has files of somebody else.
 * @throws {ConflictError} where another run writes to it.
 */
export async function openStore(
  options: Pick<ReproOptions, "out" | "command">,
  conditions: RunConditions,
  commit: string,
): Promise<SessionStore> {
  const { name, profile, seed, device, ranks, hostThreads } = conditions, folder = `${options.out}/${name}`;
  const latencyNs = device.threads > 1 ? await coreLatencyNs() : undefined;
  const create = newDocument(options, {
    session: name,
    profile,
    seed,
    device,
    environment: {
      ...captureEnvironment(device, commit),
      ...(latencyNs !== undefined && { "cpu core-to-core latency": `${Math.round(latencyNs)} ns` }),
      "host threads": String(hostThreads),
      "ranks": ranksText(ranks),
    },
  });
  const check = (document: SessionDocument) => refuseOtherConditions(document, conditions);
  // The last report would fail for them, after all measurements.
  await refuseForeignFiles(folder, "another session with --session, or another folder with --out");
  return await SessionStore.open(folder, { create, check });
}
