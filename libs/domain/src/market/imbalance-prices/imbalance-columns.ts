import type { ColumnTable } from '@solano/domain/kernel/tables';
import { PRICE_COLUMNS } from '../prices/price-columns.ts';

/** The columns of a file of prices of deviations in EUR/MWh: `short` and `long`, or one for both. */
export const IMBALANCE_COLUMNS = {
  datetime: PRICE_COLUMNS.datetime,
  price: {
    names: [
      {
        en: 'price, price eur, imbalance price, deviation price',
        es: 'precio, precio eur, precio desvío, precio desvíos, precio del desvío, precio de los desvíos',
        pt: 'preço, preço eur, preço desvio, preço desvios, preço do desvio, preço dos desvios',
      },
    ],
    type: 'decimal',
    units: ['MWh'],
  },
  short: {
    names: [
      {
        en: 'short, short eur, price short, short price',
        es: 'corto, precio corto, a bajar, desvío a bajar, desvíos a bajar, precio desvío a bajar, precio desvíos a bajar, precio de pago desvíos a bajar',
        pt: 'curto, preço curto, a descer, desvio a descer, desvios a descer, preço desvio a descer, preço desvios a descer',
      },
    ],
    type: 'decimal',
    units: ['MWh'],
  },
  long: {
    names: [
      {
        en: 'long, long eur, price long, long price',
        es: 'largo, precio largo, a subir, desvío a subir, desvíos a subir, precio desvío a subir, precio desvíos a subir, precio de cobro desvíos a subir',
        pt: 'longo, preço longo, desvio a subir, desvios a subir, preço desvio a subir, preço desvios a subir',
      },
    ],
    type: 'decimal',
    units: ['MWh'],
  },
} as const satisfies ColumnTable<string>;
