import { expect, it } from 'vitest';
import { INSETS, MAP_HEIGHT, MAP_WIDTH, project, sizeOf } from './projection.ts';

it('places Madrid in the middle of the map, and north above south', () => {
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
])('shows %s in an inset below the peninsula', (_name, lon, lat) => {
  const [, y = 0] = project(lon, lat) ?? [];
  expect(y).toBeGreaterThan(450);
  expect(y).toBeLessThan(MAP_HEIGHT);
});

it('has no position for a place outside the map', () => {
  expect(project(2.35, 48.86)).toBeUndefined();
});

it('the map holds all of its insets', () => {
  for (const inset of INSETS) {
    const { width, height } = sizeOf(inset);
    expect(inset.x + width).toBeLessThanOrEqual(MAP_WIDTH);
    expect(inset.y + height).toBeLessThanOrEqual(MAP_HEIGHT);
  }
});
