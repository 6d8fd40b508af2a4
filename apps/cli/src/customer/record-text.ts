import { snakeCase } from '@solano/domain/kernel';
import type { RecordText } from '@solano/domain/operations';

/** Returns a line with a record of an export: its names in snake case, as in the API. */
export const recordText: RecordText = (record, texts = {}) => {
  const plain = Object.entries(record).map(([name, value]) => [name, JSON.stringify(value)]);
  // A line break is between values only, because JSON escapes it within them.
  const embedded = Object.entries(texts).map(([name, text]) => [
    name,
    text.replaceAll(/[\r\n]+/g, ' '),
  ]);
  const fields = [...plain, ...embedded].map(
    ([name = '', text = '']) => `"${snakeCase(name)}":${text}`,
  );
  return `{${fields.join()}}`;
};
