import { expect, test } from 'vitest';
import { webhookSubject } from './webhook.ts';

test.each([
  ['https://customer.example/hook?token=hidden', 'https://customer.example'],
  ['https://customer.example', 'https://customer.example'],
  ['https://customer.example?token=hidden', 'https://customer.example'],
  ['https://customer.example#hidden', 'https://customer.example'],
  ['HTTPS://Customer.Example:8443/hidden', 'https://customer.example:8443'],
  ['https://customer.example\\hidden', 'https://customer.example'],
  ['http://[::1]:8080/hidden', 'http://[::1]:8080'],
])('the audit log names %s as %s', (url, origin) => {
  expect(webhookSubject({ id: 'w1', url })).toBe(`w1 ${origin}`);
});
