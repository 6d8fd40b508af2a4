/**
 * Outputs of model 7 with bids of the customer's own in MD, for items of 10 MW: 2 MW at any price, 4 MW at
 * 50 EUR/MWh and below.
 */
export function outputsWithBids(labels: readonly string[]): object[] {
  const rows = labels.map((datetime) => {
    return { datetime, purchase_percentage: 100, sale_percentage: 0 };
  });
  const steps = [
    { price: 4000, mw: 2 },
    { price: 50, mw: 4 },
  ];
  const bids = { MD: labels.map((datetime) => ({ datetime, steps })) };
  return [{ idmodel: 7, value: { MD: rows }, bids }];
}
