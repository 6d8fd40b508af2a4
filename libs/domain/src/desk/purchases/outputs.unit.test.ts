import { describe, expect, test } from 'vitest';
import { readOutputIds } from './outputs.ts';

const row = { datetime: '2026-11-22 00:15', purchase_percentage: 100, sale_percentage: 0 };
const model = (idmodel: unknown, value: unknown = { MD: [row] }) => ({ idmodel, value });
const rows = (...each: unknown[]) => [model(1, { MD: each })];

describe('accepted outputs', () => {
  test.each([
    ['none', [], []],
    ['one model', [model(1)], [1]],
    ['several, in their order', [model(6), model(1), model(-2.5)], [6, 1, -2.5]],
    ['no sessions', [model(1, {})], [1]],
    ['an empty session', [model(1, { MD: [] })], [1]],
    ['any session name', [model(1, { 'XBID a.b[0]': [row], ['__proto__']: [row] })], [1]],
    [
      'any finite number',
      rows({ ...row, purchase_percentage: -1e300, sale_percentage: 7.123 }),
      [1],
    ],
    ['further fields', [{ ...model(1, { MD: [{ ...row, note: 'x' }] }), name: 'y' }], [1]],
    ['the repeated hour, thrice', rows(row, row, row), [1]],
  ])('accepted outputs may be %s', (_, outputs, ids) => {
    expect(readOutputIds(outputs)).toEqual(ids);
  });
});

test.each([undefined, null])('the output without %s is rejected for the missing field', (value) => {
  expect(() => readOutputIds(value)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: 'Missing required field: outputs',
    }),
  );
});

describe('a wrong shape is rejected by its path', () => {
  test.each([
    ['an object', {}, 'outputs'],
    ['a text', '[]', 'outputs'],
    ['no object', [model(1), 5], 'outputs[1]'],
    ['null', [null], 'outputs[0]'],
    ['an array', [[]], 'outputs[0]'],
    ['no idmodel', [{ value: {} }], 'outputs[0].idmodel'],
    ['an idmodel in quotes', [model('1')], 'outputs[0].idmodel'],
    ['an idmodel that is NaN', [model(Number.NaN)], 'outputs[0].idmodel'],
    ['a repeated idmodel', [model(1), model(2), model(1)], 'outputs[2].idmodel'],
    ['no value', [{ idmodel: 1 }], 'outputs[0].value'],
    ['a value that is an array', [model(1, [])], 'outputs[0].value'],
    ['a session that is not an array', [model(1, { MD: {} })], 'outputs[0].value.MD'],
    [
      'a second session that is none',
      [model(1, { MD: [row], MID1: null })],
      'outputs[0].value.MID1',
    ],
    ['a row that is not an object', rows(row, 1), 'outputs[0].value.MD[1]'],
    ['a row that is null', rows(null), 'outputs[0].value.MD[0]'],
    ['no datetime', rows({ ...row, datetime: undefined }), 'outputs[0].value.MD[0].datetime'],
    [
      'another format',
      rows({ ...row, datetime: '2026-11-22T00:15' }),
      'outputs[0].value.MD[0].datetime',
    ],
    [
      'a percentage that is missing',
      rows(row, row, row, { ...row, purchase_percentage: undefined }),
      'outputs[0].value.MD[3].purchase_percentage',
    ],
    [
      'a percentage in quotes',
      rows({ ...row, purchase_percentage: '100' }),
      'outputs[0].value.MD[0].purchase_percentage',
    ],
    [
      'an infinite percentage',
      rows({ ...row, sale_percentage: Infinity }),
      'outputs[0].value.MD[0].sale_percentage',
    ],
  ])('a wrong shape is rejected by its path where it is %s', (_, outputs, path) => {
    expect(() => readOutputIds(outputs)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringContaining(`'${path}'`),
      }),
    );
  });
});
