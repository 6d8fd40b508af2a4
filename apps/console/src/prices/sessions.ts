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

/** The auctions, the continuous market and bilateral contracts: where trades are executed. */
export type TradeSession = Session | 'MIC' | 'BIL';

export const COLORS: Record<TradeSession, string> = {
  MD: '--md',
  MID1: '--mid1',
  MID2: '--mid2',
  MID3: '--mid3',
  MIC: '--mic',
  BIL: '--bil',
};

/** Dashes distinguish lines and names without their colours too. */
export const DASHES: Record<TradeSession, readonly number[] | undefined> = {
  MD: undefined,
  MID1: [8, 3],
  MID2: [3, 3],
  MID3: [10, 3, 2, 3],
  MIC: [1, 2],
  BIL: [14, 2],
};
