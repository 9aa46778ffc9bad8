/**
 * The page that runs itself: one file with kernels, oracle, graphs and recorded times, which asks no network
 * for anything.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { harnessCommit } from "../../hardware/commit.ts";
import { documentHead, inline, policyHash } from "../../results/report/document_head.ts";
import { embedJson, html, Markup } from "../../results/report/markup.ts";
import type { PaperText } from "../../results/store/session_document.ts";
import pageScript from "./page.bundle.js" with { type: "text" };
import pageStyle from "./page.css" with { type: "text" };
import type { RecordedTime } from "./recorded_time.ts";

const HOME = fileURLToPath(new URL("../..", import.meta.url));

/** Text of the paper `own` in the page's sessions. */
const OWN: PaperText = {
  id: "own",
  title: "Questions of our own",
  reference: "questions of this harness itself",
  url: "",
  hardware: "",
};

/** Content security policy of the page: its own script and style, and nothing from anywhere. */
export const TRY_POLICY: string = [
  "default-src 'none'",
  `script-src ${policyHash(pageScript)}`,
  `style-src ${policyHash(pageStyle)}`,
  "img-src data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const CHOICES = [
  [
    "recorded",
    "Graphs of the recorded devices",
    "5 to 7 million edges each; minutes, up to 1 GiB of the card's memory",
  ],
  ["small", "Small graphs", "under a million edges; about a minute"],
  ["smoke", "One tiny graph", "ten thousand edges, two rounds: shows that it works, measures nothing"],
] as const;

/** HTML of the page, with the times of recorded devices. */
export function tryPage(recorded: readonly RecordedTime[], commit = harnessCommit(HOME)): string {
  const choices = CHOICES.map(([id, label, note], i) =>
    html`
      <label><input type="radio" name="graphs" value="${id}"${i === 0 &&
        new Markup(" checked")}> <strong>${label}</strong>
        <span class="quiet">${note}</span></label>
    `
  );
  return html`
    <!doctype html>
    <html lang="en">
      ${documentHead({ title: "gnn-repro on your card", policy: TRY_POLICY, style: { text: pageStyle } })}
      <body>
        <header>
          <h1>How fast is your graphics card at graphs?</h1>
          <p>This page multiplies sparse graphs with dense features, the step that takes most of the time in graph
            neural networks. It runs every kernel that gnn-repro has for it on your card, checks each result
            against a slow, exact one, and only then measures the time.</p>
          <p class="quiet">Everything happens in this browser: nothing is loaded, nothing is sent.</p>
        </header>
        <main>
          <p>Your card: <strong id="card">not known yet</strong></p>
          <form id="choices">
            <fieldset><legend>On which graphs?</legend>${choices}
              <label id="software-choice" hidden><input type="checkbox" name="software"> Measure the emulation, too
                <span class="quiet">its times say nothing about a card</span></label>
            </fieldset>
            <p class="actions"><button id="start" disabled>Check and measure</button>
              <button id="stop" type="button" hidden>Stop</button>
              <a id="save" class="button" hidden>Save the session</a></p>
          </form>
          <p id="progress" role="status">Needs JavaScript and WebGPU.</p>
          <div id="results"></div>
          <h2>What the page does</h2>
          <ul>
            <li>The graphs are random ones with the statistics of real graphs, drawn here, the same on every machine.</li>
            <li>The kernels take turns, in an order drawn anew for each round, so that a card that gets hot slows all of
              them alike. Afterwards each is checked again on fresh numbers.</li>
            <li>Recorded devices are those whose sessions lie in the repository. They are drawn where they ran the same
              graph, by its digest.</li>
            <li>A saved session is an archive. <code>deno task report FILE</code> makes a report of it,
              <code>deno task compare A B</code> lays two side by side.</li>
          </ul>
          <p class="quiet">Written by gnn-repro, commit ${commit}.</p>
        </main>
        <script id="data" type="application/json">${embedJson({ commit, paper: OWN, recorded })}</script>
        <script type="module">${inline(pageScript)}</script>
      </body>
    </html>
  `.source.trimStart();
}
