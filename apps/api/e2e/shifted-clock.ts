/**
 * Moves the clock of the process that imports it by `CLOCK_OFFSET_MS`, in its threads too: a service can
 * then be run at the time of a gate.
 */
export {};

const OFFSET_MS = Number(process.env.CLOCK_OFFSET_MS);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...values: [] | ConstructorParameters<typeof Date>) {
    if (values.length === 0) super(ShiftedDate.now());
    else super(...values);
  }

  static override now(): number {
    return RealDate.now() + OFFSET_MS;
  }

  /** Dates that came from elsewhere, as from another thread, are dates. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
