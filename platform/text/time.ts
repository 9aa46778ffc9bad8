/** Dates and durations for readers. @module */

/** Formats a time of the ISO form as `2026-11-21 14:07`, in UTC. */
export function formatDate(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}

/** Formats a duration in words: `42 s`, `3 min 5 s`, `1 h 2 min`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole % 3600 / 60)} min`;
}
