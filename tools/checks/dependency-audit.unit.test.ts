import { expect, test } from 'vitest';
import { readDependencyAudit } from './dependency-audit.ts';

const advisory = { title: 'Prototype pollution', url: 'https://example.com/GHSA-1' };

test('the grave advisories are problems, listed by package', () => {
  const vulnerabilities = {
    a: { name: 'a', severity: 'critical', via: [advisory] },
    b: { name: 'b', severity: 'high', via: ['a'] },
    c: { name: 'c', severity: 'moderate', via: [advisory] },
  };
  expect(readDependencyAudit(JSON.stringify({ vulnerabilities }))).toEqual({
    kind: 'answered',
    problems: ['a: critical, Prototype pollution (https://example.com/GHSA-1)', 'b: high, by a'],
  });
});

test('a report without advisories has no problems', () => {
  const response = readDependencyAudit('{"vulnerabilities":{}}');
  expect(response).toEqual({ kind: 'answered', problems: [] });
});

test.each([
  ['{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
  [
    '{"error":{"code":"ENOTFOUND","summary":"request to the registry failed"}}',
    'request to the registry failed',
  ],
  ['{}', 'no report'],
])('the response %s is invalid', (text, reason) => {
  expect(readDependencyAudit(text)).toEqual({ kind: 'unanswered', reason });
});
