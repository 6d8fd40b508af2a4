import {
  type ColumnTable,
  PERIOD_COLUMNS,
  POWER_UNITS,
  type PowerUnit,
} from '@solano/domain/kernel/tables';

const UNITS = Object.keys(POWER_UNITS) as PowerUnit[];

/** The columns of a file of executed trades. `energy` is MWh where nothing else is said. */
export const TRADE_COLUMNS = {
  ...PERIOD_COLUMNS,
  session: {
    names: [
      {
        en: 'session, market, market session, auction',
        es: 'sesión, mercado, sesión de mercado, subasta',
        pt: 'sessão, mercado, sessão de mercado, leilão',
      },
    ],
    type: 'text',
    example: 'MD',
  },
  side: {
    names: [
      {
        en: 'side, buy sell, b s, direction, type, trade type',
        es: 'compra venta, c v, sentido, signo, tipo, tipo de operación, operación',
        pt: 'compra venda, c v, sentido, sinal, tipo, tipo de operação, operação',
      },
    ],
    type: 'text',
    example: 'C',
  },
  mw: {
    names: [
      {
        en: 'mw, kw, gw, mwh, kwh, gwh, power, traded power, energy, traded energy, matched energy, quantity, volume',
        es: 'potencia, potencia casada, energía, energía casada, energía negociada, cantidad, volumen',
        pt: 'potência, potência casada, energia, energia casada, energia negociada, quantidade, volume',
      },
    ],
    type: 'number',
    units: UNITS,
    says: {
      ...Object.fromEntries(UNITS.map((unit) => [unit.toLowerCase(), { unit }])),
      ...Object.fromEntries(
        [
          'energy',
          'traded energy',
          'matched energy',
          'energia',
          'energia casada',
          'energia negociada',
        ].map((name) => [name, { unit: 'MWh' as const }]),
      ),
    },
  },
  price: {
    names: [
      {
        en: 'price, trade price, price eur, eur mwh, euros mwh',
        es: 'precio, precio eur, precio medio, precio casación, precio de casación',
        pt: 'preço, preço eur, preço médio',
      },
    ],
    type: 'number',
    units: ['MWh'],
    example: '61.25',
  },
} as const satisfies ColumnTable<string>;
