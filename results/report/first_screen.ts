/**
 * First screen of the report: verdicts, their evidence, and the resolution of the session.
 *
 * @module
 */
import { type Verdict, VERDICTS } from "../row.ts";
import { type EvidenceCounts, evidenceWords, type PaperScore } from "../verdicts/scorecard.ts";
import { leadingEvidence } from "./tables/evidence_text.ts";
import { type Content, html, type Markup } from "./markup.ts";
import { formatNumber, formatSeconds, formatShare } from "./number.ts";
import { findings } from "../verdicts/findings.ts";
import { renderClaimMatrix } from "./claim_matrix.ts";
import { driftWords } from "./sentinel_section.ts";
import type { SessionView } from "./session_view.ts";
import { renderFacts, renderTable, type TableData } from "./tables/table.ts";
import { verdictBadge, verdictWords } from "./verdict_badge.ts";

const PHRASES: Readonly<Record<Verdict, string>> = {
  "differs": "found to differ",
  "analogue-contradicts": "contradicted by an analogue",
  "inconclusive": "inconclusive",
  "reproduced": "reproduced",
  "analogue-supports": "supported by an analogue",
  "holds": "true by construction",
  "out-of-regime": "not to be asked here",
  "not-run": "not run",
};

/** Answer on a paper in a few words, by its worst verdict. */
function shortAnswer({ evidence }: PaperScore): string {
  const any = (verdict: Verdict) => evidence.some(({ counts }) => counts[verdict] > 0);
  const supported = any("reproduced") || any("analogue-supports");
  if (any("differs")) return supported ? "In part." : "No.";
  if (any("analogue-contradicts")) return supported ? "In part, by analogues." : "Analogues say no.";
  if (any("reproduced")) return any("inconclusive") ? "As far as it was decided." : "As far as it was run.";
  if (any("analogue-supports")) return "By analogues only.";
  if (any("inconclusive")) return "Undecided.";
  return any("out-of-regime") ? "Not to be asked here." : "Not run.";
}

function evidenceSentence(group: EvidenceCounts): string {
  const parts = VERDICTS.filter((verdict) => group.counts[verdict] > 0)
    .map((verdict) => `${group.counts[verdict]} ${PHRASES[verdict]}`);
  const words = evidenceWords(group);
  return `${words[0].toUpperCase()}${words.slice(1)}: ${parts.join(", ")}.`;
}

/** Sentence on the verdicts of a paper's claims and on its published numbers. */
export function paperSentence(score: PaperScore): string {
  const run = score.evidence.filter((group) => group.source !== "");
  const claims = score.evidence.flatMap(({ counts }) => Object.values(counts)).reduce((sum, n) => sum + n, 0);
  // Verdicts without evidence, which no kind of evidence below tells.
  const untold = (["out-of-regime", "not-run"] as const).flatMap((verdict) => {
    const count = score.evidence.reduce((sum, { counts }) => sum + counts[verdict], 0);
    return count === 0 ? [] : [`${count} ${PHRASES[verdict]}`];
  });
  const { total, joined } = score.published;
  const beside = total > 0 ? ` ${joined} of ${total} published numbers have a measured one beside them.` : "";
  const told = untold.length === 0 ? "all run" : untold.join(", ");
  const counted = claims === 0 ? "No claims." : `${claims} ${claims === 1 ? "claim" : "claims"}, ${told}.`;
  return `${counted} ${run.map(evidenceSentence).join(" ")}${beside}`.replace(/ +/g, " ");
}

/** Table of claims by paper, verdict and kind of evidence. */
export function scorecardTable({ scorecard, limit }: SessionView): TableData {
  const rows = scorecard.flatMap(({ paper, evidence }) =>
    evidence.map((group): Content[] => [
      html`<span class="whole">${paper}</span>`,
      evidenceWords(group),
      ...VERDICTS.map((verdict) => group.counts[verdict] || html`<span class="quiet">0</span>`),
    ])
  );
  return {
    caption: "Claims by verdict, losses first. Kinds of evidence are kept apart: no column adds them up.",
    columns: [
      { heading: "Paper" },
      { heading: "Evidence" },
      ...VERDICTS.map((verdict) => ({ heading: verdictWords(verdict), kind: "number" as const })),
    ],
    rows,
    limit,
    file: "claims.csv",
  };
}

function renderSessionFacts({ document, rows, sentinel }: SessionView): Markup {
  const { device, calibration, environment } = document;
  const kinds = Map.groupBy(
    rows.filter((row) => row.dataset !== ""),
    (row) => row.dataset_kind || "not loaded",
  );
  const datasets = [...kinds].map(([kind, own]) => `${new Set(own.map((row) => row.dataset)).size} ${kind}`);
  const commit = environment.commit ?? rows[0]?.commit;
  const adapter = device.adapterKind === "none" ? "no GPU adapter" : `${device.adapterKind} adapter`;
  return renderFacts([
    ["Device", `${device.name} (${device.backend}, ${adapter})`],
    ["Threads", device.threads],
    ["Profile", document.profile],
    ["Datasets", datasets.join(", ") || "none"],
    [
      "Smallest difference it can see (A/A run)",
      calibration
        ? `${formatShare(calibration.smallestDifference)}, ${calibration.aaRounds} rounds`
        : "not calibrated",
    ],
    [
      "Sentinel kernel, slowest over fastest",
      sentinel
        ? html`<a href="#sentinel">${driftWords(sentinel)}</a>`
        : calibration
        ? `${formatNumber(calibration.sentinelDrift, 3)} \u00d7`
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
    ["Date", document.created],
    ["Wall time", formatSeconds(document.seconds)],
    ["Seed", document.seed],
  ]);
}

/** Number of losses that the first screen names; the tables below list all. */
const NAMED_LOSSES = 8;

/** Renders the claims that did not hold, each with a link to its evidence. */
function renderLosses({ papers }: SessionView): Markup {
  const losses = papers.flatMap(({ id, artifacts }) =>
    artifacts.flatMap(({ id: artifact, suites, claims }) =>
      claims.filter(({ verdict }) => verdict === "differs" || verdict === "analogue-contradicts")
        .map((claim) => ({ claim, anchor: suites.length > 0 ? artifact : `${id}-elsewhere` }))
    )
  ).sort((a, b) => VERDICTS.indexOf(a.claim.verdict) - VERDICTS.indexOf(b.claim.verdict));
  if (losses.length === 0) return html``;
  return html`<h2>What did not reproduce</h2>
<ul class="answers">${
    losses.slice(0, NAMED_LOSSES).map(({ claim, anchor }) =>
      html`<li>${
        verdictBadge(claim.verdict)
      } <a href="#${anchor}">${claim.paper}, ${claim.artifact}</a>: ${claim.statement} <span class="quiet">${
        leadingEvidence(claim.evidence) || claim.reason
      }</span></li>`
    )
  }</ul>
${
    losses.length > NAMED_LOSSES &&
    html`<p class="quiet">${losses.length - NAMED_LOSSES} more in the sections below.</p>`
  }`;
}

/** Renders the top of the page. */
export function renderFirstScreen(view: SessionView): Markup {
  const { document, scorecard, papers } = view;
  const links = papers.filter((paper) => paper.artifacts.length > 0);
  const anchor = new Map(links.map(({ paper, id }) => [paper.id, id]));
  return html`
    <header>
      <h1>Did it reproduce?</h1>
      <p class="quiet">Session ${document.session}, profile ${document.profile}, on ${document.device
        .name}.</p>
    </header>
    ${!document.finished &&
      html`<p class="notice">This run was not finished. What is here was measured; the rest is missing.</p>`}${document
          .device.adapterKind === "software" &&
      html`<p class="notice">The adapter is software: timings are marked and stand beside no published number.</p>`}${scorecard
        .length === 0
      ? html`<p>No claim was judged in this session.</p>`
      : html`${renderClaimMatrix(view)}
<ul class="answers">${findings(view.claims).map((sentence) => html`<li>${sentence}</li>`)}</ul>
${renderLosses(view)}
<details><summary>Claims and published numbers by paper and kind of evidence</summary>
<ul class="answers">${
        scorecard.map((score) =>
          html`
            <li><strong>${anchor.has(score.paper)
              ? html`<a href="#${anchor.get(score.paper)}">${score.paper}</a>`
              : score.paper}: ${shortAnswer(score)}</strong> ${paperSentence(score)}</li>
          `
        )
      }</ul>
${renderTable(scorecardTable(view))}</details>`}
    <p
      class="quiet">An analogue is a GPU claim measured on something else, such as CPU threads: it neither reproduces the
    claim nor leaves it open. A stand-in is a generated graph in place of the paper's.</p>
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
