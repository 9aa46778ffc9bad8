/**
 * rows.csv of many sessions, fast: a site of a million rows is read within seconds. Lines without quotes are split as they
 * are; a file that has any goes through the reader of tables.
 *
 * @module
 */
import { join } from "node:path";
import { JOURNAL_FILE, workloadOf } from "../journal.ts";
import { type Row, ROW_COLUMNS, SCHEMA } from "../row.ts";
import { lastAttempts } from "../store.ts";
import { headerLine, parseTable, ROWS } from "../tables.ts";

async function readOptional(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

const KINDS = ROW_COLUMNS.map((column) => ROWS.kinds[column] ?? "text");

/** The row of a line without quotes, or undefined where a field does not fit: the table's reader then says why. */
function plainRow(line: string): Row | undefined {
  const fields = line.split(",");
  if (fields.length !== ROW_COLUMNS.length) return undefined;
  const row: Record<string, string | number | undefined> = {};
  for (let i = 0; i < fields.length; i++) {
    const kind = KINDS[i];
    const field = fields[i];
    if (kind === "text") {
      row[ROW_COLUMNS[i]] = field;
    } else if (typeof kind !== "string") {
      if (!kind.includes(field)) return undefined;
      row[ROW_COLUMNS[i]] = field;
    } else if (field === "") {
      if (kind !== "optional") return undefined;
      row[ROW_COLUMNS[i]] = undefined;
    } else {
      const value = Number(field);
      if (Number.isNaN(value)) return undefined;
      row[ROW_COLUMNS[i]] = value;
    }
  }
  return row.schema === SCHEMA ? row as unknown as Row : undefined;
}

/** Rows of whole lines; a last line without its end is left out. */
function readRows(text: string, path: string): Row[] {
  const header = headerLine(ROWS);
  if (!text.startsWith(header)) return text === "" ? [] : parseTable(ROWS, text, path);
  const rows: Row[] = [];
  const end = text.length;
  for (let start = header.length; start < end;) {
    let stop = text.indexOf("\n", start);
    if (stop < 0) break;
    let line = text.slice(start, stop);
    if (line.includes('"')) {
      // A quoted field may hold line ends: the record ends where its quotes are even.
      while ((line.split('"').length - 1) % 2 === 1) {
        stop = text.indexOf("\n", stop + 1);
        if (stop < 0) return rows;
        line = text.slice(start, stop);
      }
      rows.push(...parseTable(ROWS, `${header}${line}\n`, path));
    } else {
      rows.push(plainRow(line) ?? parseTable(ROWS, `${header}${line}\n`, path)[0]);
    }
    start = stop + 1;
  }
  return rows;
}

/** Attempts that the journal vouches for: suite, workload and attempt as one text, with their number of rows. */
function vouchedAttempts(journal: string): Map<string, number> {
  const vouched = new Map<string, number>();
  for (const line of journal.slice(0, journal.lastIndexOf("\n") + 1).split("\n")) {
    try {
      const { suite, workload, attempt, rows } = JSON.parse(line);
      vouched.set(JSON.stringify([suite, workload, attempt]), rows);
    } catch {
      // An empty or torn line vouches for nothing.
    }
  }
  return vouched;
}

/**
 * The rows that count of a session folder: whole comparisons, last attempts. A run may be writing them meanwhile.
 *
 * @throws {DataError} rows.csv is of another schema or a whole line is not of its format.
 */
export async function readCurrentRows(folder: string): Promise<Row[]> {
  // The journal first: whatever it vouches for was written before it.
  const vouched = vouchedAttempts(await readOptional(join(folder, JOURNAL_FILE)));
  const path = join(folder, ROWS.file);
  const rows = readRows(await readOptional(path), path);
  const groups = Map.groupBy(rows, (row) => `${row.suite}\n${row.attempt}\n${workloadOf(row) ?? ""}`);
  const whole = [...groups.values()].filter((group) => {
    const [first] = group;
    return vouched.get(JSON.stringify([first.suite, workloadOf(first) ?? "", first.attempt])) ===
      group.length;
  });
  return lastAttempts(whole.flat());
}
