/** The position of a row in an ordered list: the text by which it is ordered, and its id. */
export interface ListPosition {
  readonly key: string;
  readonly id: string;
}

/** A part of a list; without a limit it goes to the end. */
export interface Page {
  readonly offset: number;
  readonly limit?: number;
  /** The part begins behind this position, whose row may be gone; an offset is counted from there. */
  readonly after?: ListPosition;
}

/**
 * The rows of a page, fetched as they are read, once. They are those of one instant, also if others
 * are added and removed meanwhile, unless whoever reads them pauses for seconds.
 */
export interface Rows<Row> extends AsyncIterable<Row> {
  /** The position of the page's last row; undefined if no row follows it, or the page has no limit. */
  last(): Promise<ListPosition | undefined>;
}
