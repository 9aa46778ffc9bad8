// Gathers and scatters of rows and of entries; one or more exports a kernel, `<name>(begin, end, ...)`.
import { copy_entries, drop_entries, gather_drop_entries, gather_entries } from "./entries.ts";
import { assemble_rows, clear_rows, gather_rows, scatter_rows } from "./rows.ts";

export { gather_rows, scatter_rows, clear_rows, assemble_rows };
export { copy_entries, drop_entries, gather_entries, gather_drop_entries };
