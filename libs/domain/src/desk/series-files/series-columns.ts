import { type ColumnTable, PERIOD_COLUMNS, TIME_NAMES } from '@solano/domain/kernel/tables';

/**
 * The columns of a purchase's series. Not `start` and `end`: which of them a file has is said elsewhere.
 * Energy is in MWh where nothing else is said, which a purchase is not.
 */
export const SERIES_COLUMNS = {
  datetime: {
    names: TIME_NAMES,
    type: 'time',
  },
  purchase: {
    names: [
      {
        en: 'purchase, purchase power, power, energy, mw',
        es: 'compra, compras, potencia, potencia a comprar, energía',
        pt: 'compra, compras, potência, potência a comprar, energia',
      },
    ],
    type: 'number',
    units: ['MW'],
    says: { energy: { unit: 'MWh' }, energia: { unit: 'MWh' } },
  },
} as const satisfies ColumnTable<string>;

/** Of a file whose times have no time of day. */
export const DATED_SERIES_COLUMNS = {
  ...SERIES_COLUMNS,
  hour: PERIOD_COLUMNS.hour,
} as const satisfies ColumnTable<string>;
