/** Units for readers. @module */

/** Formats a unit for readers. */
export function formatUnit(unit: string): string {
  return unit === "x" ? "\u00d7" : unit === "1" ? "" : unit;
}

/** Label with its unit in brackets: `SpMM time (ms)`; a number of edges is in no other unit. */
export function labelWithUnit(label: string, unit: string): string {
  const shown = formatUnit(unit);
  return shown === "" || shown === label.toLowerCase() ? label : `${label} (${shown})`;
}
