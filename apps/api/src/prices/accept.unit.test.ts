import { expect, test } from 'vitest';
import { preferredType } from './accept.ts';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';
const BROWSER =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test.each([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  [BROWSER, JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['text/csv', CSV_TYPE],
  ['TEXT/CSV', CSV_TYPE],
  ['text/*', CSV_TYPE],
  ['application/*', JSON_TYPE],
  ['text/csv; charset=utf-8', CSV_TYPE],
  ['text/csv, application/json', JSON_TYPE],
  ['text/csv, */*', JSON_TYPE],
  ['text/csv, */*;q=0.1', CSV_TYPE],
  ['application/json;q=0.5, text/csv', CSV_TYPE],
  ['application/json;q=0.501, text/csv;q=0.5', JSON_TYPE],
  ['application/json; q=0.2 , text/csv ; Q=0.3', CSV_TYPE],
  ['application/json;q=0, */*', CSV_TYPE],
  ['text/csv;q=0, */*', JSON_TYPE],
  ['text/*;q=0.3, text/csv;q=0.9, application/json;q=0.5', CSV_TYPE],
  ['text/csv;header=present;q=0.1, application/json;q=0.2', JSON_TYPE],
  ['text/html, text/csv', CSV_TYPE],
  ['nonsense, text/csv', CSV_TYPE],
  ['text/csv;q=1.000', CSV_TYPE],
])('%j prefers %s', (accept, expected) => {
  expect(preferredType(accept, [JSON_TYPE, CSV_TYPE])).toBe(expected);
});

test.each([
  'text/html',
  'application/xml, image/*',
  '*/*;q=0',
  'text/csv;q=0',
  'application/json;q=0, text/csv;q=0.000, */*;q=0',
  'nonsense',
  'json',
])('%j is satisfied by neither', (accept) => {
  expect(preferredType(accept, [JSON_TYPE, CSV_TYPE])).toBeUndefined();
});
