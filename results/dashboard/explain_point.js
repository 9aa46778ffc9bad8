// Explanation of one number of one session, as by the verb `explain`, from the site's own data. Runs in the
// page, after text.js, which gives formatNumber, counted and formatUnit.

/** Number of samples below which an interval is their range, as in `interval_text.ts`. */
const FEW = 5;

/** The value of a column at a place; a column whose values are all the same is stored once. */
function valueAt(column, place) {
  const value = Array.isArray(column) ? column[place] : column;
  return value === null ? undefined : value;
}

/** A number of a column. An infinite one is stored as text. */
function numberAt(column, place) {
  const value = valueAt(column, place);
  return value === undefined ? undefined : Number(value);
}

function valueLine(series, place) {
  const unit = formatUnit(series.unit);
  const number = (name) => numberAt(series[name], place);
  const text = (name) => valueAt(series[name], place);
  const median = number("median");
  const interval = formatInterval(number("ci_lo"), number("ci_hi"));
  const facts = [
    median === undefined ? "no value" : `${formatNumber(median)} ${unit}`.trim(),
    interval && `${number("n") < FEW ? "range" : "95 % interval"} ${interval}`,
    number("mad") !== undefined && `MAD ${formatNumber(number("mad"), 2)}`,
    `n = ${number("n")}`,
    text("source"),
    text("timer") && `timer ${text("timer")}`,
    number("roofline_share") !== undefined && `${formatShare(number("roofline_share"))} of the roofline`,
    text("status") !== "ok" && `status ${text("status")}`,
    text("reason"),
  ].filter(Boolean);
  return `${series.metric}${series.vs && ` over ${series.vs}`}: ${facts.join(", ")}`;
}

function checkLine(data, series, session) {
  const checked = data.series
    .filter(({ cell, track }) => cell === series.cell && track === series.track)
    .map((own) => ({ own, place: own.sessions.indexOf(session) }))
    .find(({ own, place }) => place >= 0 && numberAt(own.rel_err, place) !== undefined);
  if (checked === undefined) return "Check: none recorded with the cell.";
  const number = (name) => numberAt(checked.own[name], checked.place);
  const bound = number("tolerance") === undefined
    ? ""
    : ` against a bound of ${formatNumber(number("tolerance"), 2)}`;
  const rows = number("checked_rows") === undefined
    ? ""
    : `, ${formatNumber(number("checked_rows"))} rows compared with the oracle`;
  return `Check: relative error ${formatNumber(number("rel_err"), 2)}${bound}${rows}.`;
}

function publishedLines(series, session) {
  const joined = series.published.filter((row) => row.session === session);
  if (joined.length === 0) {
    return series.published.length === 0
      ? ["Published: no published number is joined to this cell."]
      : series.published
        .map((row) =>
          `Published: ${row.id} prints ${row.relation} ${row.published} ${
            formatUnit(row.unit)
          }; session ${row.session} says how it compares`
        );
  }
  return joined.map((row) => {
    const unit = formatUnit(row.unit);
    const measured = row.measured === null
      ? "not measured"
      : `measured ${formatNumber(row.measured)} ${unit}`.trim();
    const reason = row.reason && ` (${row.reason})`;
    return `Published: ${row.id} prints ${row.relation} ${row.published} ${unit}, ${measured}: ${
      row.judgement || "not judged"
    }${reason}`;
  });
}

/** The lines on the number of `series` in its `place`-th session. */
function explainPoint(data, sessions, series, place) {
  const session = series.sessions[place];
  const name = sessions.name[session];
  const text = (column) => valueAt(series[column], place);
  const dataset = data.datasets[series.dataset];
  const shell = (argument) => `'${argument.replaceAll("'", "'\\''")}'`;
  const command = [name, series.cell, series.metric].map(shell).join(" ");
  return [
    series.cell,
    `${data.suite.artifact} of ${data.suite.paper}, contender ${series.contender}, attempt ${
      text("attempt")
    }. ${data.suite.question}`,
    "",
    valueLine(series, place),
    `  every sample: deno task explain ${command}`,
    "",
    checkLine(data, series, session),
    `Dataset: ${series.dataset || "none"}${series.dataset_kind && `, ${series.dataset_kind}`}${
      dataset
        ? `, ${formatNumber(dataset.vertices)} vertices, ${
          formatNumber(dataset.storedEdges)
        } stored edges. ${dataset.note}`
        : ""
    }`.trimEnd(),
    `  hash ${series.dataset_hash || "none"}`,
    `Factors: ${
      [series.model && `model=${series.model}`, text("factors")].filter(Boolean).join(";") || "none"
    }`,
    `Device: ${series.backend}, adapter ${series.adapter_kind}, ${series.threads} thread${
      series.threads === 1 ? "" : "s"
    }, ${valueAt(sessions.device, session)}`,
    `Seed ${text("seed")}, commit ${text("commit")}, session ${name}, profile ${
      valueAt(sessions.profile, session)
    }`,
    "Environment:",
    ...Object.entries(sessions.environment)
      .map(([key, values]) => [key, valueAt(values, session)])
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `  ${key}: ${value}`),
    ...publishedLines(series, name),
    `Repeat: ${repeatLine(data.suite, series)}`,
  ];
}

/** Command that repeats the comparison of a series alone; a script's call repeats its whole suite. */
function repeatLine({ id, command }, { cell, contender }) {
  const workload = cell.slice(id.length + 1, -contender.length - 1);
  if (!command.startsWith("deno task ") || /[&|\s]/.test(workload)) return command;
  const filter = `workload=${workload}`;
  return `${command} --filter ${
    /^[\w@%+=:,./-]+$/.test(filter) ? filter : `'${filter.replaceAll("'", `'\\''`)}'`
  }`;
}

Object.assign(globalThis, { valueAt, numberAt, explainPoint });
