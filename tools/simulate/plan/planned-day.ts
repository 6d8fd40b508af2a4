/** The sessions in the order in which they are held. */
export const SESSION_NAMES = ['MD', 'MID1', 'MID2', 'MID3'] as const;
export type SessionName = (typeof SESSION_NAMES)[number];

/** What a session published, as the market would: all that a recomputation may know of prices. */
export interface Publication {
  readonly session: SessionName;
  /** When it can be read (ms). */
  readonly at: number;
  /** By periods; null: the session is cancelled. */
  readonly prices: readonly PublishedPrice[] | null;
}

interface PublishedPrice {
  /** Of the period (ms). */
  readonly end: number;
  readonly minutes: number;
  /** Thousandths of EUR/MWh. */
  readonly milli: number;
}

/** The bids of a session as they stood last. */
export interface PlacedBids {
  readonly session: SessionName;
  readonly bids: readonly {
    /** Index in the items. */
    readonly item: number;
    readonly direction: number;
    /** EUR/MWh. */
    readonly predicted: number | null;
    readonly steps: readonly { readonly price: number | null; readonly mw: number }[];
  }[];
}

/** A purchase for a day, all that was published of its sessions, and what the service shows at the end. */
export interface PlannedDay {
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly date: string;
  /** MW in the order of time; labels are ends, Madrid time. */
  readonly items: readonly { readonly datetime: string; readonly purchase: number }[];
  /** Of every item. */
  readonly minutes: number;
  /** In the order of time. */
  readonly publications: readonly Publication[];
  /** When the service looked for what is new (ms), in order. */
  readonly looks: readonly number[];
  readonly placed: readonly PlacedBids[];
  /** `GET …/plan` after the last look. */
  readonly shown: ShownPlan;
}

export interface ShownSession {
  readonly session: string;
  readonly status: string;
  readonly bought_mwh: number;
  readonly average_price: string | null;
  readonly cost: string | null;
  readonly revised_price: string | null;
}

/** The fields of a plan that are recomputed. */
export interface ShownPlan {
  readonly sessions: readonly ShownSession[];
  readonly left_mwh: number;
  readonly left: readonly { readonly datetime: string; readonly left_mw: number }[];
}
