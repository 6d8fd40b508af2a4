import { expect, it } from 'vitest';
import { pageOf } from './pages.ts';

it.each([
  [[], 'desk'],
  [['overview'], 'desk'],
  [['plants', 'p1'], 'plants'],
  [['nowhere'], undefined],
])('The page of the path %j is %s', (path, name) => {
  expect(pageOf(path)?.name).toBe(name);
});
