import { DAY_MS, dateAfter, ORDINARY_QUARTERS } from '@solano/domain/kernel';
import type { KnownDay } from '@solano/domain/market';

const FIRST = '2024-01-01';

/** Made days of hourly prices: dearer in the evening and on workdays, and a level that wanders. */
export function syntheticDays(count: number): KnownDay[] {
  let level = 60;
  return Array.from({ length: count }, (_, i) => {
    level += 0.2 * (60 - level) + 24 * (noise(i) - 0.5);
    const date = dateAfter(FIRST, i);
    const isWeekend = ((Date.parse(date) / DAY_MS + 4) % 7) % 6 === 0;
    return {
      date,
      quarters: Float64Array.from({ length: ORDINARY_QUARTERS }, (__, quarter) => {
        const hour = Math.floor(quarter / 4);
        const evening = 15 * Math.exp(-0.1 * (hour - 20) ** 2);
        const own = 8 * (noise(1000 * i + hour) - 0.5);
        return level + evening + own - (isWeekend ? 12 : 0);
      }),
    };
  });
}

/** From 0 to 1, the same for the same number. */
function noise(seed: number): number {
  const wave = Math.sin(12.9898 * (seed + 1)) * 43_758.5453;
  return wave - Math.floor(wave);
}
