import { expect, test } from 'vitest';
import { recordText } from './record-text.ts';

test('a record is one line with the names of the API, and numbers as they were sent', () => {
  const record = { createdAt: new Date(0), note: 'a\nb', none: null };
  const texts = { strategyOutput: '[ {"idmodel":1.0,\r\n"at":12345678901234567890}\n]' };
  expect(recordText(record, texts)).toBe(
    '{"created_at":"1970-01-01T00:00:00.000Z","note":"a\\nb","none":null,' +
      '"strategy_output":[ {"idmodel":1.0, "at":12345678901234567890} ]}',
  );
});
