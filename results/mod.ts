/**
 * Results of sessions: rows and verdicts, the store, reports, comparisons, and the dashboard.
 *
 * @module
 */
export * from "./bundle.ts";
export type { Mark } from "./compare/agreement.ts";
export * from "./compare/compare.ts";
export * from "./compare/compare_command.ts";
export * from "./compare/comparison_text.ts";
export type { ClaimAgreement, ComparedClaim } from "./compare/compared_claims.ts";
export type { SessionCondition } from "./compare/conditions.ts";
export type { Outcome } from "./compare/outcome.ts";
export * from "./compare/session_changes.ts";
export type { SuiteChange } from "./dashboard/change_table.ts";
export * from "./dashboard/site.ts";
export type { ChangedVerdict } from "./verdicts/changed_verdicts.ts";
export type { Judge } from "./verdicts/judge.ts";
export * from "./verdicts/evidence.ts";
export * from "./gc.ts";
export * from "./history/changes.ts";
export * from "./history/series.ts";
export * from "./history/session_history.ts";
export * from "./history/session_list.ts";
export * from "./history/step_detection.ts";
export * from "./lost_cells.ts";
export type { JournalDigest, JournalEntry } from "./store/journal.ts";
export * from "./nightly.ts";
export type { DisturbedCount, OthersLoad } from "./others_load.ts";
export * from "./noise.ts";
export { Display } from "./notebook/display.ts";
export type { MimeBundle } from "./notebook/nbformat.ts";
export * from "./notebook/session_display.ts";
export type { PictureFormat } from "./pictures/drawn_pictures.ts";
export type { DrawnFiles, PictureStyle } from "./pictures/picture_files.ts";
export * from "./report/report.ts";
export * from "./report/report_command.ts";
export * from "./row.ts";
export * from "./verdicts/scorecard.ts";
export * from "./verdicts/timed.ts";
export * from "./sentinel.ts";
export * from "./store/session_document.ts";
export * from "./store/store.ts";
export type { LeftOutValue, TunedCandidate, TunedChoice } from "./store/tuned_choice.ts";
export type { Subject } from "./subject.ts";
