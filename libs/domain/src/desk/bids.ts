/** The door of the bids of a purchase: it is loaded when one is asked for. */
export { type OmieRow, omieRows } from './purchase-bids/omie-rows.ts';
export { type DayBids, purchaseBids } from './purchase-bids/purchase-bids.ts';
export { requireBids } from './purchase-bids/require-bids.ts';
