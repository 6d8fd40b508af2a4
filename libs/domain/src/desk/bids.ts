/** The door of the bids of a purchase: it is loaded when one is asked for. */
export { type OmieRow, omieRows } from './bids/omie-rows.ts';
export { type DayBids, purchaseBids } from './bids/purchase-bids.ts';
