import { expect, test } from 'vitest';
import { secretsFinding } from './secrets.ts';

const IDS = Array.from({ length: 7 }, (_, i) => `w${i}`);

test.each([
  [{ others: 0, unreadable: [] }, true, 'ok', /none needs a previous key/],
  [{ others: 3, unreadable: [] }, true, 'warning', /^Those of 3 webhooks .* Keep other keys\.$/],
  [{ others: 3, unreadable: ['w1'] }, true, 'problem', /SECRETS_KEY_PREVIOUS.* Webhooks: w1\.$/],
  [{ others: 0, unreadable: IDS }, false, 'problem', /set SECRETS_KEY to .* w4, …\.$/],
])('secrets %j, with a key %s, are %s', (report, hasKey, status, message) => {
  const found = secretsFinding(report, hasKey);
  expect(found.status).toBe(status);
  expect(found.message).toMatch(message);
});
