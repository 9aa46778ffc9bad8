/**
 * A program that prints a text of the system, or that it may not read it.
 *
 * @module
 */
import { readSystemText } from "../../../platform/native/system_text.ts";

console.log(readSystemText(Deno.args[0]) ?? "unreadable");
