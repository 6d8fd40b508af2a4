import { expect, test } from 'vitest';
import { newVintages } from './vintages.ts';
import type { WeatherRun } from './weather-run.ts';

/** A run of the issue at 0 that is known at an instant. */
function aRun(knownAt: number, value: number): WeatherRun {
  const fields = { temperature_2m: Float64Array.of(value, Number.NaN) };
  return { source: 'file', issuedAt: 0, knownAt, start: 0, fields };
}

const AT = 100;

test.each([
  { stored: [], run: aRun(5, 1), becomes: aRun(5, 1), what: 'the first of its issue is new' },
  { stored: [aRun(5, 1)], run: aRun(5, 1), what: 'the same is known already' },
  { stored: [aRun(5, 1)], run: aRun(9, 1), what: 'the same received again says nothing new' },
  {
    stored: [aRun(5, 1)],
    run: aRun(9, 2),
    becomes: aRun(9, 2),
    what: 'a changed one is a vintage',
  },
  {
    stored: [aRun(5, 1)],
    run: aRun(5, 2),
    becomes: aRun(AT, 2),
    what: 'one changed later is known later',
  },
  { stored: [aRun(5, 1), aRun(9, 2)], run: aRun(5, 1), what: 'an older vintage is known already' },
  {
    stored: [aRun(5, 1), aRun(9, 2)],
    run: aRun(12, 1),
    becomes: aRun(12, 1),
    what: 'one changed back is a vintage',
  },
  {
    stored: [aRun(9, 1)],
    run: aRun(5, 1),
    becomes: aRun(5, 1),
    what: 'one known earlier is a vintage',
  },
])('a run of an issue: $what', ({ stored, run, becomes }) => {
  const { runs, changed } = newVintages(stored, [run], AT);
  expect(runs).toEqual(becomes ? [becomes] : []);
  expect(changed).toBe(becomes && becomes.knownAt === AT ? 1 : 0);
});

test('a run that comes twice at once is new once', () => {
  expect(newVintages([], [aRun(5, 1), aRun(5, 1)], AT).runs).toEqual([aRun(5, 1)]);
});
