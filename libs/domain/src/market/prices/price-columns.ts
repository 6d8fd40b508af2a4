import { type ColumnRule, type ColumnTable, TIME_NAMES } from '@solano/domain/kernel/tables';
import { QUANTILE_COLUMNS } from './quantiles.ts';

const DATETIME = { names: TIME_NAMES, type: 'label' } as const;

/** The columns of a file of prices in EUR/MWh. */
export const PRICE_COLUMNS = {
  datetime: DATETIME,
  price: {
    names: [{ en: 'price, price eur', es: 'precio, precio eur', pt: 'preço, preço eur' }],
    type: 'decimal',
    units: ['MWh'],
  },
} as const satisfies ColumnTable<string>;

const QUANTILES = QUANTILE_COLUMNS.map((column): [string, ColumnRule] => {
  return [column, { names: [{ en: column, es: '', pt: '' }], type: 'decimal' }];
});

/** The columns of a prediction: those of prices, and any of the quantiles. */
export const PREDICTION_COLUMNS = {
  ...PRICE_COLUMNS,
  ...(Object.fromEntries(QUANTILES) as Record<(typeof QUANTILE_COLUMNS)[number], ColumnRule>),
} as const;

/** The columns of a forecast of demand, wind or sun. */
export const FORECAST_COLUMNS = {
  datetime: DATETIME,
  mw: {
    names: [
      {
        en: 'mw, power, forecast',
        es: 'potencia, previsión',
        pt: 'potência, previsão',
      },
    ],
    type: 'decimal',
    units: ['MW'],
  },
} as const satisfies ColumnTable<string>;
