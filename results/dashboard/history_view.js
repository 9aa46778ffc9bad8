// Histories of one suite: filters, plots, and an explanation of each point. Runs in the page, on SUITE and
// SESSIONS.
(() => {
  const { suite, series, changes, tracks } = SUITE;
  const COLORS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442"];
  const SYMBOLS = ["circle", "square", "triangle-up", "cross", "x", "triangle-down", "pentagon", "star"];
  const MOST_PLOTS = 12;
  const MOST_BARS = 60;
  /** Ratio of the greatest to the least number beyond which an axis is logarithmic. */
  const DECADE = 10;
  const find = (id) => document.getElementById(id);
  const form = find("filters");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const labelOf = (list, id) => list.find((each) => each.id === id)?.label;
  const contenderLabel = (id) => labelOf(suite.contenders, id) ?? id;
  const metricLabel = (id) => labelOf(suite.metrics, id) ?? id.replaceAll("_", " ");
  const plainText = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const kernelOf = (each) =>
    /(?:^|;)kernel=([^;]*)/.exec(valueAt(each.factors, 0))?.[1] ?? contenderLabel(each.contender);
  const distinct = (values) => [...new Set(values)];
  const all = "*";

  /** Fills a select, and keeps what was chosen where that is still there. */
  function fill(name, choices, preferred) {
    const select = form.elements[name];
    // An empty list has the value of a series without a dataset.
    const before = select.options.length > 0 ? select.value : preferred;
    select.replaceChildren(...choices.map(([value, label]) => {
      const option = document.createElement("option");
      option.value = value;
      option.textContent = label;
      return option;
    }));
    const values = choices.map(([value]) => value);
    select.value = values.includes(before) ? before : values.includes(preferred) ? preferred : values[0];
    select.disabled = choices.length < 2;
  }

  const latestTrack = series.reduce(
    (
      best,
      each,
    ) => (each.sessions.at(-1) >= best.at ? { at: each.sessions.at(-1), track: each.track } : best),
    { at: -1, track: 0 },
  ).track;

  function fillFilters() {
    fill("track", tracks.map(({ label }, i) => [String(i), label]), String(latestTrack));
    const here = series.filter(({ track }) => String(track) === form.elements.track.value);
    const known = suite.metrics.map(({ id }) => id);
    const present = distinct(here.map(({ metric }) => metric));
    const metrics = [
      ...known.filter((id) => present.includes(id)),
      ...present.filter((id) => !known.includes(id)).sort(),
    ];
    fill("metric", metrics.map((id) => [id, metricLabel(id)]), suite.metrics[0]?.id);
    const drawn = here.filter(({ metric }) => metric === form.elements.metric.value);
    fill("dataset", [
      [all, "all"],
      ...distinct(drawn.map(({ dataset }) => dataset)).sort().map((id) => [id, id || "no single one"]),
    ], all);
    fill("kernel", [[all, "all"], ...distinct(drawn.map(kernelOf)).sort().map((id) => [id, id])], all);
  }

  function chosen() {
    const { track, metric, dataset, kernel } = form.elements;
    return series.filter((each) =>
      String(each.track) === track.value && each.metric === metric.value &&
      (dataset.value === all || each.dataset === dataset.value) &&
      (kernel.value === all || kernelOf(each) === kernel.value)
    );
  }

  function styleOf(each, place) {
    const rank = suite.contenders.findIndex(({ id }) => id === each.contender);
    return rank < 0 ? place : rank;
  }

  /** Numbers of a series by session: null where the cell did not end well. */
  const valuesOf = (each) =>
    each.sessions.map((_, i) => {
      const value = valueAt(each.status, i) === "ok" ? numberAt(each.median, i) : undefined;
      return Number.isFinite(value) ? value : null;
    });

  function tracesOf(each, place) {
    const style = styleOf(each, place);
    const color = COLORS[style % COLORS.length];
    const x = each.sessions.map((session) => SESSIONS.created[session]);
    const at = (name) => each.sessions.map((_, i) => numberAt(each[name], i) ?? null);
    const y = valuesOf(each);
    const bound = (name) =>
      at(name).map((value, i) => value === null || !Number.isFinite(value) || y[i] === null ? null : value);
    const [lo, hi] = [bound("ci_lo"), bound("ci_hi")];
    const name = plainText(contenderLabel(each.contender));
    const bars = x.length <= MOST_BARS;
    const shade = {
      mode: "lines",
      x,
      line: { width: 0 },
      hoverinfo: "skip",
      showlegend: false,
      legendgroup: each.id,
    };
    const band = bars || hi.every((value) => value === null) ? [] : [
      { ...shade, y: lo },
      { ...shade, y: hi, fill: "tonexty", fillcolor: `${color}33` },
    ];
    const arm = (bounds) =>
      y.map((value, i) => value === null || bounds[i] === null ? 0 : Math.abs(bounds[i] - value));
    const line = {
      mode: "lines+markers",
      name,
      legendgroup: each.id,
      x,
      y,
      line: { color, width: 1.5 },
      marker: { color, size: bars ? 8 : 5, symbol: SYMBOLS[style % SYMBOLS.length] },
      error_y: {
        type: "data",
        symmetric: false,
        array: arm(hi),
        arrayminus: arm(lo),
        color,
        thickness: 1.2,
        width: 3,
        visible: bars && hi.some((value) => value !== null),
      },
      customdata: each.sessions.map((session, i) => [each.id, i, plainText(SESSIONS.name[session])]),
      hovertemplate: `%{y:.4g} ${plainText(formatUnit(each.unit))}<br>%{customdata[2]}<extra>${name}</extra>`,
    };
    const steps = changes.filter((change) => series[change.series] === each).flatMap((change) => {
      const i = each.sessions.indexOf(change.session);
      const up = change.after > change.before;
      const ratio = change.after / change.before;
      const size = ratio > 0 && Number.isFinite(ratio)
        ? `times ${formatNumber(ratio, 3)}`
        : `${formatNumber(change.before, 3)} to ${formatNumber(change.after, 3)}`;
      return [{
        mode: "markers",
        showlegend: false,
        legendgroup: each.id,
        x: [x[i]],
        y: [y[i]],
        marker: {
          symbol: `triangle-${up ? "up" : "down"}${change.confirmed === null ? "-open" : ""}`,
          size: 16,
          color,
          line: { width: 2, color: ink().text },
        },
        customdata: [[
          each.id,
          i,
          `${change.kind}, ${size}${change.confirmed === null ? ", unconfirmed" : ""}`,
        ]],
        hovertemplate: "%{customdata[2]}<extra></extra>",
      }];
    });
    return [...band, line, ...steps];
  }

  /** The page's own colours, which follow the reader's theme. */
  function ink() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    return {
      text: color("--text"),
      grid: color("--line"),
      paper: color(dark.matches ? "--panel" : "--page"),
    };
  }

  function draw(place, own) {
    const { text, grid, paper } = ink();
    const unit = formatUnit(own[0].unit);
    const axis = { gridcolor: grid, linecolor: text, zerolinecolor: grid, automargin: true };
    const traces = own.flatMap(tracesOf);
    // An axis without numbers below 0 would leave out a gap in accuracy that is one.
    const values = own.flatMap(valuesOf).filter((value) => value !== null);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const isBelow = least < 0;
    // One slow contender would press all others onto the axis.
    const scale = least > 0 && most > DECADE * least
      // Plotly's own ticks between two powers of ten have one digit: 2 for 0.02.
      ? { type: "log", dtick: "D2", tickformat: ",.3~r" }
      : { type: "linear" };
    // A narrow page has room for one name in a line of the legend, a wide one for two.
    const legend = place.clientWidth < 480 ? 20 * own.length : 28 * Math.ceil(own.length / 2);
    const layout = {
      autosize: true,
      height: 400 + Math.max(0, legend - 56),
      // Plotly's buttons have room above the values.
      margin: { l: 60, r: 12, t: 32, b: 40 },
      showlegend: true,
      legend: {
        orientation: "h",
        x: 0,
        xanchor: "left",
        yref: "container",
        y: 0,
        yanchor: "bottom",
        // By default a legend of more than half the height scrolls.
        maxheight: 1,
      },
      hovermode: "closest",
      xaxis: { ...axis, ...dates(own) },
      yaxis: {
        ...axis,
        ...scale,
        rangemode: isBelow ? "normal" : "nonnegative",
        title: { text: plainText(`${metricLabel(own[0].metric)}${unit && ` (${unit})`}`), standoff: 10 },
      },
      font: { color: text, size: 13, family: "system-ui, sans-serif" },
      paper_bgcolor: paper,
      plot_bgcolor: paper,
      hoverlabel: { align: "left", font: { color: text }, bgcolor: paper },
    };
    const settings = {
      responsive: true,
      displaylogo: false,
      modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
    };
    // Ticks, read one by one, and buttons that need a mouse say nothing: latest values and steps are in
    // tables.
    Plotly.react(place, traces, layout, settings).then(() => {
      for (const picture of place.querySelectorAll(".main-svg, .modebar")) {
        picture.setAttribute("aria-hidden", "true");
      }
      for (const button of place.querySelectorAll(".modebar :is(a, button)")) button.tabIndex = -1;
      // Where plotly measures text.
      find("js-plotly-tester")?.setAttribute("aria-hidden", "true");
    });
  }

  const drawings = new Map();
  const nearby = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearby.unobserve(target);
      draw(target, drawings.get(target));
      target.on("plotly_click", ({ points: [{ customdata }] }) => {
        if (customdata) location.hash = address(customdata[0], customdata[1]);
      });
    }
  }, { rootMargin: "600px" });

  /** Number of earlier series that differ from each by no more than settings of the suite. */
  const earlier = new Map();
  const alike = new Map();
  for (const each of series) {
    const { track, cell, metric, unit, dataset, dataset_hash } = each;
    const key = JSON.stringify([track, cell, metric, unit, dataset, dataset_hash]);
    earlier.set(each, alike.get(key) ?? 0);
    alike.set(key, earlier.get(each) + 1);
  }

  /** Key of a plot: histories of other workloads, graphs, units or settings have plots of their own. */
  const plotKey = (each) =>
    [each.workload, each.dataset, each.dataset_hash, each.unit, earlier.get(each)].join("\n");

  /** A workload; with the graph's hash where others of that name were another graph, or other settings. */
  function titleOf(each, own) {
    const { workload, dataset, dataset_hash } = each, settings = earlier.get(each);
    const hashes = distinct(
      own.filter((each) => each.workload === workload && each.dataset === dataset).map((each) =>
        each.dataset_hash
      ),
    );
    return [
      workload !== dataset && workload !== dataset.split("@")[0] && workload,
      dataset,
      hashes.length > 1 && `graph ${dataset_hash.slice(0, 8)}`,
      settings > 0 && `settings ${settings + 1} of the suite`,
    ].filter(Boolean).join(" \u00b7 ");
  }

  /** One day around a single session: a plot of milliseconds says nothing. */
  function dates(own) {
    const times = own.flatMap(({ sessions }) =>
      sessions.map((session) => Date.parse(SESSIONS.created[session]))
    );
    const [from, to] = [Math.min(...times), Math.max(...times)];
    const day = 86_400_000;
    const range = [from - day, to + day].map((time) => new Date(time).toISOString());
    return from === to ? { type: "date", nticks: 6, range } : { type: "date", nticks: 6 };
  }

  const isSilent = (each) => valuesOf(each).every((value) => value === null);

  /** Words for chosen series without a number: by name the contenders that have none at all. */
  function silentWords(own) {
    const silent = own.filter(isSilent);
    if (silent.length === 0) return "";
    const heard = new Set(own.filter((each) => !isSilent(each)).map(({ contender }) => contender));
    const mute = silent.filter(({ contender }) => !heard.has(contender));
    const names = distinct(mute.map(({ contender }) => contenderLabel(contender)));
    const inPart = `${names.length > 0 ? "others" : "contenders"} in part`;
    return ` ${silent.length} without a number: ${
      (mute.length < silent.length ? [...names, inPart] : names).join("; ")
    }.`;
  }

  function drawAll() {
    for (const place of drawings.keys()) {
      nearby.unobserve(place);
      Plotly.purge(place);
    }
    drawings.clear();
    const own = chosen();
    const groups = [...Map.groupBy(own.filter((each) => !isSilent(each)), plotKey).values()];
    const figures = groups.slice(0, MOST_PLOTS).map((group, i) => {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      const title = document.createElement("strong");
      title.textContent = titleOf(group[0], own);
      caption.append(title);
      const place = document.createElement("div");
      place.className = "plot";
      place.id = `plot-${i + 1}`;
      place.setAttribute("role", "group");
      place.setAttribute("aria-label", `History of ${metricLabel(group[0].metric)} on ${title.textContent}`);
      figure.append(caption, place);
      drawings.set(place, group);
      return figure;
    });
    find("plots").replaceChildren(...figures);
    for (const place of drawings.keys()) nearby.observe(place);
    const left = groups.length - figures.length;
    const workloads = distinct(own.map(({ workload, dataset }) => `${workload}\n${dataset}`)).length;
    find("shown").textContent = own.length === 0
      ? "Nothing passes these filters."
      : `${counted(own.length, "history", "histories")} of ${counted(workloads, "workload")}.${
        silentWords(own)
      }${left > 0 ? ` ${counted(left, "plot is", "plots are")} not drawn: choose a dataset or kernel.` : ""}`;
  }

  // A point has an address, so that every table of the site can lead to it.
  const dialog = find("point");
  const address = (id, place) => `s=${id}&n=${series.find((each) => each.id === id).sessions[place]}`;

  function addressed() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const own = series.find(({ id }) => id === wanted.get("s"));
    const place = own ? own.sessions.indexOf(Number(wanted.get("n"))) : -1;
    return place < 0 ? undefined : { own, place };
  }

  function showPoint() {
    const point = addressed();
    if (point === undefined) {
      if (dialog.open) dialog.close();
      return;
    }
    const { own, place } = point;
    find("point-text").textContent = explainPoint(SUITE, SESSIONS, own, place).join("\n");
    const report = SESSIONS.report[own.sessions[place]];
    find("point-report").hidden = !report;
    if (report) find("point-report").href = report;
    for (const [id, other] of [["older", place - 1], ["newer", place + 1]]) {
      find(id).disabled = other < 0 || other >= own.sessions.length;
      find(id).onclick = () => location.replace(`#${address(own.id, other)}`);
    }
    if (!dialog.open) dialog.showModal();
  }

  /** Chooses the filters so that a point that was linked to is among what is drawn. */
  function follow() {
    const point = addressed();
    if (point === undefined || chosen().includes(point.own)) return;
    form.elements.track.value = String(point.own.track);
    fillFilters();
    form.elements.metric.value = point.own.metric;
    fillFilters();
    form.elements.dataset.value = point.own.dataset;
    form.elements.kernel.value = all;
    drawAll();
  }

  form.hidden = false;
  form.addEventListener("change", () => {
    fillFilters();
    drawAll();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  find("close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  addEventListener("hashchange", () => {
    follow();
    showPoint();
  });
  dark.addEventListener("change", drawAll);
  fillFilters();
  drawAll();
  follow();
  showPoint();
})();
