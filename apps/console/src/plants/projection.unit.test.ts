import { expect, it } from 'vitest';
import { INSETS, MAP_HEIGHT, MAP_WIDTH, project, sizeOf } from './projection.ts';

it('Madrid is in the middle of the map, and north above south', () => {
  const [x = 0, y = 0] = project(-3.7, 40.42) ?? [];
  expect(x).toBeGreaterThan(MAP_WIDTH * 0.35);
  expect(x).toBeLessThan(MAP_WIDTH * 0.55);
  const [, north = 0] = project(-3.8, 43.46) ?? [];
  expect(north).toBeLessThan(y);
});

it.each([
  ['Gran Canaria', -15.42, 28.15],
  ['Madeira', -16.9, 32.75],
  ['São Miguel', -25.5, 37.8],
])('An inset below the peninsula shows %s', (_name, lon, lat) => {
  const [, y = 0] = project(lon, lat) ?? [];
  expect(y).toBeGreaterThan(450);
  expect(y).toBeLessThan(MAP_HEIGHT);
});

it('A place outside the map has no position', () => {
  expect(project(2.35, 48.86)).toBeUndefined();
});

it('The map has room for all of its insets', () => {
  for (const inset of INSETS) {
    const { width, height } = sizeOf(inset);
    expect(inset.x + width).toBeLessThanOrEqual(MAP_WIDTH);
    expect(inset.y + height).toBeLessThanOrEqual(MAP_HEIGHT);
  }
});
