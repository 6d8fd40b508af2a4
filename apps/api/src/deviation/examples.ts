/** Figures of a day, as examples of several documents. */
export const FIGURES = {
  bought_mwh: '24.000',
  measured_mwh: '25.500',
  short_mwh: '2.000',
  long_mwh: '0.500',
  market_cost: '1446.00',
  deviation_cost: '132.50',
  cost_over_day_ahead: '42.50',
};

export const CAUSES = {
  volume_short: '40.00',
  volume_long: '2.50',
  correction: '0.00',
  market_choice: '6.00',
};
