/** When a forecast is made: of a day so many days after the last one known in part. */
export interface Lead {
  readonly days: number;
  /** Whether it is the nearest day that is forecast: it is learned from more days, odd ones counting less. */
  readonly isNearest: boolean;
  /** Hours known of the last day, 0 to 23. */
  readonly hours: number;
  /** How long (ms) after the start of that day. */
  readonly madeAfter: number;
}
