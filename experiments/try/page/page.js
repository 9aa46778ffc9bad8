// Entry of the page: buttons, progress and results. Everything it measures is in the modules beside it.
import { runPageSession } from "./page_session.ts";
import { renderResults } from "./page_view.ts";
import { openReaderCard } from "./reader_card.ts";
import { sessionBundle } from "./session_bundle.ts";

const element = (id) => document.getElementById(id);
const { commit, paper, recorded } = JSON.parse(element("data").textContent);
const progress = element("progress"), results = element("results"), save = element("save");
const start = element("start"), stop = element("stop"), form = element("choices");

/** State for people who look at the page by a program: `opening`, `ready`, `running`, `done`, `failed`. */
const state = (name) => document.documentElement.dataset.state = name;
const say = (text) => progress.textContent = text;

function fail(error) {
  console.error(error);
  say(error instanceof Error ? error.message : String(error));
  state("failed");
}

/** Offers the session as a file; an earlier one is taken back. */
async function offer(session) {
  if (session.finished.length === 0) return;
  const bytes = await sessionBundle(session);
  if (save.href) URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  save.download = `${session.document.session}.zip`;
  save.hidden = false;
}

async function run(device) {
  const stopping = new AbortController();
  stop.onclick = () => stopping.abort(new Error("Stopped. Results of finished graphs stay."));
  start.disabled = true;
  stop.hidden = false;
  save.hidden = true;
  state("running");
  const show = (session) => {
    results.innerHTML = renderResults(session, recorded, device.calibration);
  };
  let offered = Promise.resolve();
  try {
    const choices = new FormData(form);
    const session = await runPageSession(device, {
      set: choices.get("graphs"),
      allowSoftware: choices.has("software"),
      commit,
      paper,
      signal: stopping.signal,
      say,
      onPart: (part) => {
        show(part);
        offered = offered.then(() => offer(part));
      },
    });
    show(session);
    await offered;
    await offer(session);
    say("Done. Save the session to keep it, or to compare it with another card's.");
    state("done");
  } catch (error) {
    await offered;
    fail(error);
  } finally {
    start.disabled = false;
    stop.hidden = true;
  }
}

state("opening");
say("Opening the card.");
try {
  const card = await openReaderCard();
  if ("reason" in card) {
    say(card.reason);
    state("failed");
  } else {
    const software = card.adapterKind === "software";
    element("card").textContent = software ? `${card.name} (an emulation)` : card.name;
    element("software-choice").hidden = !software;
    if (software) form.elements.graphs.value = "small";
    form.onsubmit = (event) => {
      event.preventDefault();
      run(card);
    };
    start.disabled = false;
    say("Ready.");
    state("ready");
  }
} catch (error) {
  fail(error);
}
