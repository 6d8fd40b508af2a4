import { expect, test } from 'vitest';
import { readSession, readSide } from './trade-session.ts';

test.each([
  ['MD', 'MD'],
  [' md ', 'MD'],
  ['Mercado Diario', 'MD'],
  ['Day-ahead', 'MD'],
  ['MID1', 'MID1'],
  ['MID 2', 'MID2'],
  ['IDA3', 'MID3'],
  ['Intradiario 1', 'MID1'],
  ['Sesión 2', 'MID2'],
  ['Leilão 3', 'MID3'],
  ['MIC', 'MIC'],
  ['Continuo', 'MIC'],
  ['Mercado Intradiário Contínuo', 'MIC'],
  ['XBID', 'MIC'],
  ['BIL', 'BIL'],
  ['Contrato bilateral', 'BIL'],
  ['MID4', undefined],
  ['1', undefined],
  ['intradiario', undefined],
  ['', undefined],
])('a session is named %j', (text, session) => {
  expect(readSession(text)).toBe(session);
});

test.each([
  ['C', 'bought'],
  ['Compra', 'bought'],
  ['buy', 'bought'],
  ['V', 'sold'],
  ['Venda', 'sold'],
  ['SELL', 'sold'],
  ['x', undefined],
])('a side is named %j', (text, side) => {
  expect(readSide(text)).toBe(side);
});
