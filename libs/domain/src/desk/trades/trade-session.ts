import { headerWords } from '@solano/domain/kernel/tables';
import type { TradeSession } from './trade.ts';

/** Common names in English, Spanish and Portuguese, without accents and signs. */
const NAMES: Readonly<Record<'MD' | 'MIC' | 'BIL', string>> = {
  MD: 'md, mercado diario, diario, pdbc, day ahead, dayahead, day ahead market, dam, sdac',
  MIC: 'mic, continuo, mercado continuo, intradiario continuo, mercado intradiario continuo, continuous, intraday continuous, continuous intraday, continuous market, xbid, sidc, idc',
  BIL: 'bil, bilateral, bilaterales, contrato bilateral, contratos bilaterales, bilateral contract, bilateral contracts, bilaterais, contratos bilaterais',
};
const SESSIONS = new Map(
  Object.entries(NAMES).flatMap(([session, names]) =>
    names.split(', ').map((name) => [name, session as TradeSession] as const),
  ),
);
const AUCTION =
  /^(?:mid|mi|ida|sesion|subasta|intradiario|mercado intradiario|sesion intradiaria|subasta intradiaria|intraday|intraday auction|sessao|leilao|leilao intradiario) ?([123])$/;

/** The session that a cell names, undefined for anything else. */
export function readSession(text: string): TradeSession | undefined {
  const words = headerWords(text);
  const [, number] = AUCTION.exec(words) ?? [];
  return number === undefined ? SESSIONS.get(words) : (`MID${number}` as TradeSession);
}

const BOUGHT = ['c', 'compra', 'compras', 'b', 'buy', 'bought', 'purchase'];
const SOLD = ['v', 'venta', 'ventas', 'venda', 'vendas', 's', 'sell', 'sold', 'sale'];

/** The side of a trade that a cell names, undefined for anything else. */
export function readSide(text: string): 'bought' | 'sold' | undefined {
  const words = headerWords(text);
  if (BOUGHT.includes(words)) return 'bought';
  return SOLD.includes(words) ? 'sold' : undefined;
}
