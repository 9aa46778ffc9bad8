/**
 * Page that compares sessions, self-contained and without scripts: changes of device, environment, data
 * and code, then times, speed-ups and other values with their intervals as small pictures.
 *
 * @module
 */
import { documentHead, policyHash } from "../report/document_head.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { formatDate } from "../../platform/text/time.ts";
import { formatNumber, formatShare } from "../../platform/text/number.ts";
import style from "../report/style.css" with { type: "text" };
import { renderTable } from "../report/tables/table.ts";
import { deviceLabel } from "../history/track.ts";
import { cellSections, sectionText } from "./cell_sections.ts";
import { MOST_LISTED, renderSection } from "./cell_tables.ts";
import { renderClaimSection } from "./claim_section.ts";
import type { SessionComparison } from "./compare.ts";
import { agreementText } from "./compared_claims.ts";
import { letterOf, sessionNames } from "./session_letters.ts";
import { isAbsence, type SessionChange } from "./session_changes.ts";
import { conditionText } from "./condition_text.ts";
import { areOfSeveralDevices } from "./worse_cells.ts";
import { outcomeMeanings, outcomeText } from "./outcome_text.ts";

/** Changes up to this number are all shown; of more, those of single datasets and suites are folded. */
const MOST_CHANGES = 40;

/** Whether a change is one of many: of a dataset, of a suite's setting or of a suite's code. */
function isOfOneSuite({ part }: SessionChange): boolean {
  return part === "dataset" || part === "suite" || part === "code";
}

function renderChanges({ changes, sessions }: SessionComparison): Markup {
  if (changes.length === 0) return html`<p>Nothing.</p>`;
  const table = (caption: string, shown: readonly SessionChange[]) =>
    renderTable({
      caption,
      columns: [
        { heading: "What" },
        { heading: "Name" },
        ...sessions.map((_, i) => ({ heading: letterOf(i), kind: "wide" as const })),
      ],
      rows: shown.map(({ part, name, values }): Content[] => [part, name, ...values]),
      limit: MOST_LISTED,
      file: "session.json of the sessions",
      stacks: true,
    });
  const absent = changes.filter(isAbsence);
  const present = changes.filter((change) => !isAbsence(change));
  const shown = present.length > MOST_CHANGES ? present.filter((change) => !isOfOneSuite(change)) : present;
  const folded = present.filter((change) => !shown.includes(change));
  return html`${shown.length > 0 && table("Devices, environment, data and code.", shown)}${
    folded.length > 0 &&
    html`<details><summary>Datasets, settings and kernel texts that differ: ${folded.length}</summary>${
      table("Data, settings and code, by dataset and suite.", folded)
    }</details>`
  }${
    absent.length > 0 &&
    html`<details><summary>Datasets and settings that not all sessions have: ${absent.length}</summary>${
      table("Datasets and settings of suites, by session.", absent)
    }</details>`
  }`;
}

/** Explanation of the words in the outcome column. */
function renderReading(severalDevices: boolean): Markup {
  const text = severalDevices ? "Slower, faster or differs" : "Worse or better";
  return html`
    <p class="quiet">
      ${text}: the interval lies beyond what both A/A runs can see, and the U-test is below 0.05 after Holm's
      correction over all cells of the section. Rounds of two sessions are not paired: clock, load and
      temperature are in every ratio. A speed-up is taken within its own session, round by round, so that they
      are not in it; the U-test is over the ratios of these rounds. It takes rounds as independent: where
      preparations differ by more than rounds do, some cells are called that did not change.
    </p>
  `;
}

/** Table of the sessions with their devices, and what can be told from the baseline. */
function renderSessions({ sessions, pairs }: SessionComparison): Markup {
  return renderTable({
    caption: "Sessions; A is the baseline.",
    columns: [
      { heading: "Letter" },
      { heading: "Session" },
      { heading: "Started (UTC)" },
      { heading: "Device" },
      { heading: "Profile" },
      { heading: "Differences that cannot be seen", kind: "number" },
      { heading: "Rows only in A", kind: "number" },
      { heading: "Rows only here", kind: "number" },
    ],
    rows: sessions.map((document, i): Content[] => {
      const pair = i === 0 ? undefined : pairs[i - 1];
      return [
        letterOf(i),
        document.session,
        formatDate(document.created),
        deviceLabel(document),
        document.profile,
        pair && `up to ${formatShare(pair.smallestDifference)}`,
        pair && formatNumber(pair.onlyA.length),
        pair && formatNumber(pair.onlyB.length),
      ];
    }),
    limit: MOST_LISTED,
    file: "session.json of the sessions",
    stacks: true,
  });
}

/** Renders a comparison as an HTML page. */
export function renderComparisonPage(comparison: SessionComparison): string {
  const { sessions, pairs, claims } = comparison;
  const policy = `default-src 'none'; style-src ${policyHash(style)}; base-uri 'none'; form-action 'none'`;
  const severalDevices = areOfSeveralDevices(comparison);
  const conditions = conditionText(comparison), meanings = outcomeMeanings(comparison);
  const sections = cellSections(comparison);
  const smallestDifferences = pairs.map(({ smallestDifference }) => smallestDifference);
  const title = !severalDevices
    ? "What changed?"
    : sessions.length === 2
    ? "Two devices side by side"
    : "Devices side by side";
  return html`
    <!doctype html>
    <html lang="en">
      ${documentHead({
        title: sessions.map(({ session }) => session).join(", "),
        policy,
        style: { text: style },
      })}
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <main id="content">
          <header>
            <h1>${title}</h1>
            <p class="quiet">Sessions ${sessionNames(comparison)}; every ratio is to A.</p>
          </header>
          ${claims.length > 0 && html`<p class="question">Claims: ${agreementText(claims)}.</p>`}
          <p class="question">Numbers beside those of A: ${outcomeText(comparison)}.</p>
          ${meanings.length > 0 && html`<p class="quiet">${meanings.join("; ")}.</p>`}
          ${conditions !== "" && html`<p class="notice">${conditions}.</p>`}
          ${renderSessions(comparison)}
          <nav aria-label="Sections">
            <ul>
              ${claims.length > 0 && html`<li><a href="#claims">Claims</a>: ${agreementText(claims)}</li>`}
              <li><a href="#around">What else differs</a></li>
              ${sections.map(({ kind, name, cells }) =>
                html`<li><a href="#${kind}">${name}</a>: ${sectionText({ cells })}</li>`
              )}
            </ul>
          </nav>
          ${claims.length > 0 && html`
            <section aria-labelledby="claims">
              <h2 id="claims">Claims of the papers</h2>
              ${renderClaimSection(comparison)}
            </section>
          `}
          <section aria-labelledby="around">
            <h2 id="around">What else differs</h2>
            ${renderChanges(comparison)}
          </section>
          ${renderReading(severalDevices)}
          ${sections.map((section) =>
            html`
              <section aria-labelledby="${section.kind}">
                <h2 id="${section.kind}">${section.heading}</h2>
                ${renderSection(section, { smallestDifferences, severalDevices })}
              </section>
            `
          )}
        </main>
      </body>
    </html>
  `.source.trimStart();
}
