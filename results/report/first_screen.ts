/**
 * First screen of the report: verdicts, their evidence, and the resolution of the session.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { BUSY_FACT } from "../environment_text.ts";
import { deviceLabel } from "../history/track.ts";
import { countDisturbed, disturbedText } from "../others_load.ts";
import { VERDICTS } from "../row.ts";
import { evidenceText, scorecard } from "../verdicts/scorecard.ts";
import { aaText } from "./aa_text.ts";
import { renderLostCount } from "./lost_cell_notices.ts";
import { type Content, html, type Markup } from "./markup.ts";
import { formatDate, formatSeconds } from "../../platform/text/time.ts";
import { formatNumber, formatShare } from "../../platform/text/number.ts";
import { findings, sessionHeading } from "../verdicts/findings.ts";
import { wasAsked } from "../verdicts/needs.ts";
import { renderClaimMatrix } from "./claims/claim_matrix.ts";
import { renderChanged } from "./claims/todays_rules.ts";
import { renderRefusedCount } from "./refused_repeat_notices.ts";
import { driftText, statedDriftText } from "./sentinel_section.ts";
import type { SessionView } from "./session_view.ts";
import { renderFacts, renderTable, type TableData } from "./tables/table.ts";
import { verdictColumns } from "./tables/verdict_columns.ts";
import { verdictText } from "./claims/verdict_badge.ts";

/** Table of claims by paper, verdict and kind of evidence. */
export function scorecardTable({ scorecard, limit }: SessionView): TableData {
  return {
    caption: "Claims by verdict, losses first. Kinds of evidence are kept apart: no column adds them up.",
    ...verdictColumns(scorecard, (paper) => html`<span class="whole">${paper}</span>`),
    limit,
    file: "claims.csv",
  };
}

function renderSessionFacts({ document, rows, sentinel }: SessionView): Markup {
  const { device, calibration, environment } = document;
  const kinds = groupBy(
    rows.filter((row) => row.dataset !== ""),
    (row) => row.dataset_kind || "not loaded",
  );
  const datasets = [...kinds].map(([kind, own]) => `${new Set(own.map((row) => row.dataset)).size} ${kind}`);
  const commit = environment.commit ?? rows[0]?.commit;
  return renderFacts([
    // As `compare` and the dashboard tell devices apart: two generations of one name are two devices.
    ["Device", deviceLabel(document)],
    ["CPU threads", device.threads === 0 ? "none" : device.threads],
    ["Profile", document.profile],
    ["Datasets", datasets.join(", ") || "none"],
    [
      "Smallest difference it can see (A/A run)",
      calibration
        ? `${formatShare(calibration.smallestDifference)}, ${aaText(calibration)}`
        : "not calibrated",
    ],
    [
      "Sentinel kernel, slowest over fastest",
      sentinel
        ? html`<a href="#sentinel">${driftText(sentinel)}</a>`
        : calibration
        ? statedDriftText(calibration)
        : "not calibrated",
    ],
    [
      "Limits of the device, probed",
      calibration
        ? `${formatNumber(calibration.bandwidthGBs, 3)} GB/s, ${formatNumber(calibration.gflops, 3)} GFLOP/s`
        : "not probed",
    ],
    ["Timer", calibration?.timer ?? "not calibrated"],
    ["Commit", commit ? html`<code>${commit}</code>` : "unknown"],
    ["Began", `${formatDate(document.created)} UTC`],
    ["Wall time", formatSeconds(document.seconds)],
    ["Seed", document.seed],
  ]);
}

/** Table of a session's claims by verdict and kind of evidence, over all papers. */
function countsTable({ claims, limit }: SessionView): TableData {
  const occurring = VERDICTS.filter((verdict) => claims.some((claim) => claim.verdict === verdict));
  const whole = scorecard(claims.map((claim) => ({ ...claim, paper: "all" })), []);
  return {
    caption: "Claims of all papers by verdict and kind of evidence; kinds are not added up",
    columns: [
      { heading: "Evidence" },
      ...occurring.map((verdict) => ({ heading: verdictText(verdict), kind: "number" as const })),
    ],
    rows: whole.flatMap(({ evidence }) =>
      evidence.map((group): Content[] => [
        evidenceText(group),
        ...occurring.map((verdict) => group.counts[verdict] || html`<span class="quiet">0</span>`),
      ])
    ),
    limit,
    file: "claims.csv",
  };
}

/** Table of papers with their published numbers, and those that have a measured one beside them. */
function publishedCounts({ scorecard, papers, limit }: SessionView): TableData {
  const anchor = new Map(
    papers.filter(({ artifacts }) => artifacts.length > 0).map(({ paper, id }) => [paper.id, id]),
  );
  return {
    caption: "Published numbers, and those with a measured one beside them",
    columns: [
      { heading: "Paper" },
      { heading: "Published", kind: "number" },
      { heading: "With a measured one", kind: "number" },
    ],
    rows: scorecard.map(({ paper, published: { total, joined } }): Content[] => [
      anchor.has(paper) ? html`<a href="#${anchor.get(paper)}">${paper}</a>` : paper,
      total,
      joined,
    ]),
    limit,
    file: "comparison.csv",
  };
}

/**
 * Text on what other programs did during comparisons, or as the run began where the session does not know
 * more; undefined where it was next to nothing.
 */
function busyText({ document: { environment }, journal }: SessionView): string | undefined {
  const disturbed = countDisturbed(journal);
  const { [BUSY_FACT]: begun } = environment, text = disturbedText(disturbed);
  if (text !== undefined) return `disturbed ${text}: times of these are longer and less steady`;
  if (begun === undefined || disturbed.told > 0) return undefined;
  return `kept ${begun} busy when the run began: times are longer and less steady`;
}

/** Renders the top of the page. */
export function renderFirstScreen(view: SessionView): Markup {
  const { document, papers } = view, judged = view.claims.some(wasAsked);
  const busy = busyText(view);
  const hasStandIn = document.datasets.some(({ kind }) => kind === "stand-in");
  const links = papers.filter((paper) => paper.artifacts.length > 0);
  return html`
    <header>
      <h1>${sessionHeading(view.claims)}</h1>
      <p class="quiet">Session ${document.session}, profile ${document.profile}, on ${document.device
        .name}.</p>
    </header>
    ${!document.finished &&
      html`<p class="notice">This run was not finished. What is here was measured; the rest is missing.</p>`}${document
          .device.adapterKind === "software" &&
      html`<p class="notice">The adapter is software: timings are marked and stand beside no published number.</p>`}${busy !==
        undefined &&
      html`
        <p class="notice">Other programs ${busy}.</p>
      `}${renderLostCount(papers)}${renderRefusedCount(papers)}${view
        .scorecard
        .length === 0
      ? html`<p>No claim was judged in this session.</p>`
      : html`${judged && renderClaimMatrix(view)}${renderChanged(view.changed, view.limit)}
${findings(view.claims, view.document.suites).map((sentence) => html`<p class="finding">${sentence}</p>`)}
<details><summary>Numbers of claims by verdict, paper and evidence</summary>
${renderTable(countsTable(view))}${renderTable(scorecardTable(view))}${
        renderTable(publishedCounts(view))
      }</details>`}
    ${(judged || hasStandIn) &&
      html`<p class="quiet">${
        judged &&
        "An analogue is a claim tested on a substitute, such as CPU threads for a GPU: it neither reproduces the claim nor " +
          "leaves it open. "
      }${hasStandIn && "A stand-in is a generated graph in place of the paper's."}</p>`}
    ${renderSessionFacts(view)}
    <nav aria-label="Artifacts">
      <ul>${links.map(({ paper, artifacts }) => {
        const run = artifacts.filter((artifact) => artifact.suites.length > 0);
        return run.length > 0 &&
          html`
            <li><strong>${paper.id}</strong>${run.map(({ artifact, id }) =>
              html`
                <a href="#${id}">${artifact}</a>
              `
            )}</li>
          `;
      })}</ul>
    </nav>
  `;
}
