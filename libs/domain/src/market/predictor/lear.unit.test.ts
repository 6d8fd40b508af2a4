import { dateAfter, HOURS } from '@solano/domain/kernel';
import { describe, expect, it } from 'vitest';
import { LOOK_BACK, regimeOf, scaleOf } from './features.ts';
import { fitLear, type LearSettings, predictLear, type TrainingDay } from './lear.ts';

const PLAIN: LearSettings = { name: 'plain', windowDays: 1000, byRegime: false, criterion: 'aic' };
const BY_REGIME: LearSettings = { ...PLAIN, byRegime: true };

/** From −1 to 1, the same for the same number. */
const noise = (seed: number) => {
  const wave = Math.sin(12.9898 * (seed + 1)) * 43_758.5453;
  return 2 * (wave - Math.floor(wave)) - 1;
};

/** Days whose hours all follow a rule from the days before, plus noise. */
function trainingDays(count: number, rule: (past: readonly Float64Array[], day: number) => number) {
  const hours: Float64Array[] = Array.from({ length: LOOK_BACK }, (_, i) => {
    return new Float64Array(HOURS).fill(50 + 10 * noise(i));
  });
  return Array.from({ length: count }, (_, day): TrainingDay => {
    const past = hours.slice(-LOOK_BACK);
    const level = rule(past, day) + 10 * noise(100 + day);
    const own = Float64Array.from({ length: HOURS }, (__, i) => level + noise(100 * day + i));
    hours.push(own);
    return { date: dateAfter('2024-01-01', day), past, exogenous: [], hours: own };
  });
}

const half = (past: readonly Float64Array[]) => 50 + 0.5 * ((past.at(-1)?.[23] ?? 0) - 50);

describe('LEAR', () => {
  it.each([PLAIN, BY_REGIME])('LEAR finds how a day follows the one before (%j)', (settings) => {
    const days = trainingDays(400, half);
    const known = days.slice(0, 360);
    const fit = fitLear(settings, known, regimeOf(days[360]?.past ?? []));
    let [own, yesterday] = [0, 0];
    for (const day of days.slice(360)) {
      own += Math.abs((predictLear(fit, day)[12] ?? 0) - (day.hours[12] ?? 0));
      yesterday += Math.abs((day.past.at(-1)?.[12] ?? 0) - (day.hours[12] ?? 0));
    }
    expect(own / yesterday).toBeLessThan(0.9);
  });

  it('LEAR predicts yesterday’s price where nothing else is known', () => {
    const walk = trainingDays(300, (past) => past.at(-1)?.[23] ?? 0);
    const fit = fitLear({ ...PLAIN, criterion: 'bic' }, walk, { level: 50, spread: 10 });
    const [day] = walk.slice(-1);
    const predicted = predictLear(fit, day as TrainingDay);
    expect(Math.abs((predicted[0] ?? 0) - (day?.past.at(-1)?.[0] ?? 0))).toBeLessThan(4);
  });

  it('LEAR forgets what is older than its window, and most of what is older than its half-life', () => {
    const turned = trainingDays(400, (_, day) => (day < 200 ? 20 : 120));
    const last = turned.at(-1) as TrainingDay;
    const price = (settings: LearSettings) =>
      predictLear(fitLear(settings, turned, regimeOf(last.past)), last)[0] ?? 0;
    expect(price({ ...BY_REGIME, windowDays: 150 })).toBeGreaterThan(100);
    expect(price({ ...PLAIN, halfLifeDays: 30 })).toBeGreaterThan(100);
  });

  it('LEAR learns the effect of an exogenous series on the hours near', () => {
    const days = trainingDays(300, () => 50).map((day, i) => {
      const driver = Float64Array.from(
        { length: HOURS },
        (_, hour) => 1000 * noise(7000 + 31 * i + hour),
      );
      const hours = day.hours.map((price, hour) => price + 0.02 * (driver[hour] ?? 0));
      return { ...day, hours, exogenous: [[driver, new Float64Array(HOURS)]] };
    });
    const fit = fitLear(PLAIN, days, { level: 50, spread: 10 });
    expect(fit.series).toBe(1);
    const [day] = days.slice(-1);
    const predicted = (change: number) => {
      const driver = new Float64Array(HOURS);
      driver[12] = change;
      return predictLear(fit, { ...(day as TrainingDay), exogenous: [[driver, driver]] })[12] ?? 0;
    };
    expect(predicted(1000) - predicted(0)).toBeGreaterThan(15);
  });
});

describe('a regime', () => {
  it('a regime is the median of a fortnight, and the mean deviation from it as of a normal distribution', () => {
    const past = Array.from({ length: LOOK_BACK }, (_, i) =>
      new Float64Array(HOURS).fill(i % 2 === 0 ? 40 : 60),
    );
    const { level, spread } = regimeOf(past);
    expect(level).toBe(50);
    expect(spread).toBeCloseTo(10 * Math.sqrt(Math.PI / 2), 9);
  });

  it('a regime has a spread of 3 EUR/MWh at the least', () => {
    const past = Array.from({ length: LOOK_BACK }, () => new Float64Array(HOURS).fill(0));
    expect(regimeOf(past)).toEqual({ level: 0, spread: 3 });
  });

  it.each([-80, 0, 12.5, 4000])('a regime maps %d to its scale and back', (price) => {
    const scale = scaleOf({ level: 30, spread: 8 });
    expect(scale.from(scale.to(price))).toBeCloseTo(price, 6);
    expect(scaleOf(undefined).to(price)).toBe(price);
  });
});
