import { expect, test } from 'vitest';
import { firstSpanOf, readTraceparent, traceparentOf } from './trace-ids.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('the first span of a purchase has its ids from the purchase’s id', () => {
  const first = firstSpanOf('4bf92f35-77b3-4da6-a3ce-929d0e0e4736');
  expect(first).toMatchObject({ traceId: TRACE, spanId: 'a3ce929d0e0e4736' });
  expect(firstSpanOf('all')).toBeUndefined();
});

test('a traceparent that is written is read again', () => {
  const sent = readTraceparent(`00-${TRACE}-${SPAN}-00`);
  expect(sent).toMatchObject({ traceId: TRACE, spanId: SPAN });
  expect(sent && traceparentOf(sent)).toBe(`00-${TRACE}-${SPAN}-01`);
});

test.each([
  ['none', undefined],
  ['several', [`00-${TRACE}-${SPAN}-00`]],
  ['words', 'something else'],
  ['the version that is forbidden', `ff-${TRACE}-${SPAN}-00`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-00`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-00`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-00`],
  ['more than its version has', `00-${TRACE}-${SPAN}-00x`],
])('a traceparent is ignored: %s', (_, header) => {
  expect(readTraceparent(header)).toBeUndefined();
});
