import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { scopeOf } from '../api/scope.ts';
import { setLanguage } from '../i18n/language.ts';
import { errorText, serviceText } from './error-text.ts';

const BASE = 'http://solano.test/x/api/v0/';

it.each([
  [400, { error: 'Bad cells.' }, {}, 'correct it and try again. Bad cells.'],
  [401, { detail: 'Invalid token.' }, {}, 'sign in again, and go on where you were.'],
  [403, { detail: 'CSRF check failed.' }, {}, '(permission or scope). CSRF check failed.'],
  [404, { detail: 'Not found.' }, {}, 'look for it in its list.'],
  [409, { error: 'It is taken.' }, {}, 'look at what has changed. It is taken.'],
  [413, { detail: 'Request body is too large.' }, {}, 'smaller parts. Request body is too large.'],
  [415, { detail: 'Unsupported.' }, {}, 'save it as CSV or .xlsx. Unsupported.'],
  [429, {}, { 'Retry-After': '42' }, 'Too many requests: wait 42 s and try again.'],
  [429, {}, {}, 'Too many requests: wait a moment and try again.'],
  [500, { detail: 'Internal server error.' }, {}, 'this page. Internal server error.'],
  [502, '<html>', {}, 'try again in a moment. <html>'],
  [503, { detail: 'Full.' }, { 'Retry-After': '60' }, 'try again in 60 s. Full.'],
])('A failure with %i says what to do', (status, body, headers, text) => {
  setLanguage('en');
  const said = errorText(new ApiError(status, body, new Headers(headers)));
  expect(said.endsWith(text)).toBe(true);
});

it('A sentence of the service is English, and apart from the advice in another language', () => {
  const taken = new ApiError(409, { error: 'It is taken.' });
  setLanguage('es');
  expect(errorText(taken)).toMatch(/mire qué ha cambiado\.$/);
  expect(serviceText(taken)).toBe('It is taken.');
  const fields = new ApiError(400, { name: ['This field is required.'] });
  expect(errorText(fields)).toMatch(/reintente\. Nombre: \S/);
  expect(serviceText(fields)).toBe('');
  for (const error of [new ApiError(404, { detail: 'Not found.' }), new ApiError(502, '')])
    expect(serviceText(error)).toBe('');
  expect(serviceText(new TypeError('Failed to fetch'))).toBe('');
  setLanguage('en');
  expect(errorText(taken)).toMatch(/It is taken\.$/);
  expect(serviceText(taken)).toBe('');
});

it('A missing permission is named by the command that grants it, and a missing scope by its name', () => {
  const command = 'solano permission grant <customer> prices';
  const link = `<../docs/>; rel="help"; title="The operator grants it: ${command}"`;
  const body = { detail: 'You do not have permission to perform this action.' };
  const granted = new ApiError(403, body, new Headers({ Link: link }), 'prices');
  expect(errorText(granted)).toContain(`(${command}).`);
  expect(errorText(new ApiError(403, body, new Headers(), 'uploads'))).toMatch(/\(uploads\)\.$/);
});

it('A lost connection is told from a request that took too long, in the language of the reader', () => {
  setLanguage('es');
  expect(errorText(new TypeError('Failed to fetch'))).toMatch(/^No hay conexión/);
  const late = new DOMException('signal timed out', 'TimeoutError');
  expect(errorText(late)).toMatch(/^El servicio no ha respondido a tiempo/);
  setLanguage('en');
});

it.each([
  ['GET', 'plants/', 'read'],
  ['GET', 'prices/es/md_pdbc_spain/prediction/', 'prices'],
  ['GET', 'markets/', 'prices'],
  ['GET', 'service', 'operator'],
  ['GET', 'audit?limit=5', 'audit'],
  ['POST', 'plants/', 'plants'],
  ['PATCH', 'unavailabilities/7/', 'plants'],
  ['POST', 'outages/files', 'uploads'],
  ['POST', 'user/ana/consumption/files?retailer_id=acme', 'uploads'],
  ['POST', 'user/ana/submit-purchase', 'purchases'],
  ['POST', 'user/ana/trades/files', 'purchases'],
  ['PUT', 'strategies/ana', 'purchases'],
  ['DELETE', 'webhooks/7', 'webhooks'],
  ['POST', 'keys', 'keys'],
  ['GET', 'customers', 'operator'],
  ['POST', 'customers/acme/keys', 'operator'],
])('The scope of %s %s is %s', (method, path, scope) => {
  expect(scopeOf(new Request(BASE + path, { method }))).toBe(scope);
});
