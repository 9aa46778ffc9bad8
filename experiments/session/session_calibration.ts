/**
 * Calibration of a run's device, and the sentinel that its comparisons are timed beside.
 *
 * @module
 */
import type { TimedContender } from "../../hardware/measuring/timed_contender.ts";
import { formatShare } from "../../platform/text/number.ts";
import type { CalibrationRecord } from "../../results/store/session_document.ts";
import type { Lab } from "../lab.ts";
import { calibrate, openSentinel, type Sentinel } from "./calibration.ts";
import { calibrationMeans } from "./calibration_means.ts";
import type { SessionRecord } from "./session_record.ts";

/** Calibration that a session has, from its first run, and the sentinel of the run in progress. */
export class SessionCalibration implements Disposable {
  readonly #session: SessionRecord;
  readonly #say: (line: string) => void;
  #record: CalibrationRecord | null = null;
  #sentinel: Sentinel | undefined;

  /** Nothing is measured before {@linkcode begin}; `say` prints a line. */
  constructor(session: SessionRecord, say: (line: string) => void) {
    this.#session = session;
    this.#say = say;
  }

  /** Calibration; `null` in a run that times nothing. */
  get record(): CalibrationRecord | null {
    return this.#record;
  }

  /** Kernel that is timed in every round; absent in a run that times nothing. */
  get sentinel(): TimedContender | undefined {
    return this.#sentinel?.contender;
  }

  /**
   * Calibrates the device, unless an earlier run of the session has, and prepares the sentinel.
   *
   * @param hasTime Whether a budget leaves time for work that takes so many milliseconds.
   */
  async begin(lab: Lab, hasTime?: (ms: number) => boolean): Promise<void> {
    this.#record = await this.#calibrate(lab, hasTime);
    await this.#openSentinel(lab);
  }

  /** Prepares the sentinel, where there was one, on the device that has taken the place of a lost one. */
  async replaceSentinel(lab: Lab): Promise<void> {
    if (this.#sentinel !== undefined) await this.#openSentinel(lab);
  }

  async #openSentinel(lab: Lab): Promise<void> {
    this.#sentinel = await openSentinel(lab, calibrationMeans(lab.device));
  }

  async #calibrate(lab: Lab, hasTime?: (ms: number) => boolean): Promise<CalibrationRecord> {
    const session = this.#session;
    if (session.document.calibration !== null) return session.document.calibration;
    this.#say("A/A run and roofline probe");
    const calibration = await calibrate(lab, calibrationMeans(lab.device), hasTime);
    session.document = { ...session.document, calibration };
    await session.write();
    this.#say(`this session sees differences above ${formatShare(calibration.smallestDifference)}`);
    return calibration;
  }

  /** Releases the sentinel's memory. */
  [Symbol.dispose](): void {
    this.#sentinel?.close();
  }
}
