/** The sessions of the market in the order of their gates, each with its colour. */
export const SESSIONS = ['MD', 'MID1', 'MID2', 'MID3'] as const;
export type Session = (typeof SESSIONS)[number];

export const MARKETS = {
  MD: 'md_pdbc_spain',
  MID1: 'mid_pibc01_spain',
  MID2: 'mid_pibc02_spain',
  MID3: 'mid_pibc03_spain',
} as const;

/** Names a market by its session; one that has none by its code. */
export function marketName(market: string): string {
  return SESSIONS.find((session) => MARKETS[session] === market) ?? market;
}

export const COLORS: Record<Session, string> = {
  MD: '--md',
  MID1: '--mid1',
  MID2: '--mid2',
  MID3: '--mid3',
};

/** Dashes distinguish lines without their colours too. */
export const DASHES: Record<Session, readonly number[] | undefined> = {
  MD: undefined,
  MID1: [8, 3],
  MID2: [3, 3],
  MID3: [10, 3, 2, 3],
};
