import { expect, it, test } from 'vitest';
import { linkTo, parseRoute } from './router.ts';

const read = (hash: string) => {
  const { path, query } = parseRoute(hash);
  return { path, query: Object.fromEntries(query) };
};

test.each([
  ['', [], {}],
  ['#', [], {}],
  ['#/', [], {}],
  ['#/plants', ['plants'], {}],
  ['#plants/', ['plants'], {}],
  ['#/plants/a%2Fb%20c?tab=files', ['plants', 'a/b c'], { tab: 'files' }],
  ['#/strategies?backtest=1&user=a%26b', ['strategies'], { backtest: '1', user: 'a&b' }],
])('The address %s is understood', (hash, path, query) => {
  expect(read(hash)).toEqual({ path, query });
});

it('A segment with invalid percent-encoding stays as it is', () => {
  expect(read('#/plants/100%').path).toEqual(['plants', '100%']);
});

test.each([
  ['ana', '3f2a'],
  ['a/b', 'c?d'],
  ['ñandú #1', '100 %'],
  ['a&b=c', '+'],
])('A link to %s and %s leads there', (user, id) => {
  const link = linkTo(['purchases', user, id], { day: `${user}&${id}` });
  expect(read(link)).toEqual({ path: ['purchases', user, id], query: { day: `${user}&${id}` } });
});

it('A link without a query has no question mark', () => {
  expect(linkTo([])).toBe('#/');
  expect(linkTo(['purchases', 'new'])).toBe('#/purchases/new');
});
