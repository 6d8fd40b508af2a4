/** A part of a list; without a limit it goes to the end. */
export interface Page {
  readonly offset: number;
  readonly limit?: number;
}
