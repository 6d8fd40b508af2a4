import { expect, test } from 'vitest';
import { type Observe, observed } from './log.ts';

function observer() {
  const ends: unknown[][] = [];
  const observe: Observe =
    (...work) =>
    (...end) =>
      void ends.push([...work, ...end]);
  return { ends, observe };
}

test('observed work gives what it made, and its end is told', () => {
  const { ends, observe } = observer();
  expect(observed(observe, ['plant-learned', 'p'], () => 1)).toBe(1);
  expect(ends).toEqual([['plant-learned', 'p']]);
});

test('observed work that fails is told with its error, which is thrown on', () => {
  const { ends, observe } = observer();
  const error = new Error('no optimum');
  const failing = () => {
    throw error;
  };
  expect(() => observed(observe, ['prices-MD'], failing)).toThrow('no optimum');
  expect(ends).toEqual([['prices-MD', undefined, error]]);
});

test('work that nobody observes is done', () => {
  expect(observed(undefined, ['prices-MD'], () => 1)).toBe(1);
});
