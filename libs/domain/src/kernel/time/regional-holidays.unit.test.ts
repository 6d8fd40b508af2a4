import { describe, expect, test } from 'vitest';
import { holidayShare, REGIONS } from './regional-holidays.ts';

describe('holidays of regions', () => {
  test.each([
    ['ES-AN', '2026-02-28'],
    ['ES-CT', '2026-09-11'],
    ['ES-CT', '2026-04-06'],
    ['ES-CM', '2026-06-04'],
    ['ES-MD', '2026-05-02'],
    ['ES-MD', '2026-04-02'],
    ['ES-VC', '2026-10-09'],
    ['ES-PV', '2025-04-21'],
  ] as const)('holidays of %s have %s', (region, date) => {
    expect(holidayShare(region, date)).toBe(1);
  });

  test.each([
    ['ES-CT', '2026-04-02'],
    ['ES-VC', '2026-04-02'],
    ['ES-MD', '2026-04-06'],
    ['ES-MD', '2026-09-11'],
  ] as const)('holidays of %s do not have %s, which others have', (region, date) => {
    expect(holidayShare(region, date)).toBe(0);
    expect(holidayShare(null, date)).toBeGreaterThan(0.1);
  });

  test('holidays of all Spain are those of every region', () => {
    for (const region of [null, ...REGIONS]) {
      expect(holidayShare(region, '2026-04-03')).toBe(1);
      expect(holidayShare(region, '2026-12-25')).toBe(1);
      expect(holidayShare(region, '2026-11-24')).toBe(0);
    }
  });

  test('holidays of a part of Spain count by its people: Holy Thursday is kept by three in four', () => {
    expect(holidayShare(null, '2026-04-02')).toBeCloseTo(0.725, 2);
  });

  test('the seventeen communities are regions', () => {
    expect(REGIONS).toHaveLength(17);
  });
});
