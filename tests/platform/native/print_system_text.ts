/**
 * A program that prints a text of the system, or the names in a folder of it, or that it may not read it.
 *
 * @module
 */
import { readSystemFolder, readSystemText } from "../../../platform/native/system_text.ts";

const [path, kind] = Deno.args;
const read = kind === "folder" ? readSystemFolder(path)?.toSorted().join("\n") : readSystemText(path);
console.log(read ?? "unreadable");
