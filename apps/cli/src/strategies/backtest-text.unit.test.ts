import { dateAfter } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { day, SAMPLE } from '#test/backtest';
import { backtestText } from './backtest-text.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const saved =
    hour === 8 ? ['48.00', '-24.00', '24.00', '200.00'] : ['0.00', '0.00', '0.00', '0.00'];
  const [by3, cap, mean, foresight] = saved.map((text, i) =>
    text.padStart([10, 9, 11, 12][i] ?? 0),
  );
  return `${String(hour).padStart(2, '0')}:00  ${by3}           –  ${cap}  ${mean}  ${foresight}`;
}).join('\n');

test('the text has tables of the models and the days, and names the days left out', () => {
  expect(backtestText('Norte, ana, acme', SAMPLE)).toBe(`\
Backtest for Norte, ana, acme: 2026-01-14 to 2026-01-16
1 MW throughout each day, submitted before the day-ahead gate closes; fee 0.25 EUR/MWh.

                        days  cost EUR  EUR/MWh  model 1 EUR  saved EUR    saved  worst-decile day  saved EUR  of own foresight
1 DAY_AHEAD                2   2400.00    50.00      2400.00       0.00   0.00 %        2026-01-16       0.00            0.00 %
3 CHEAPEST_CAPPED          2   2352.00    49.00      2400.00      48.00   2.00 %        2026-01-16      12.00           24.00 %
6 SPREAD_RESALE            0         –        –            –          –        –                 –          –                 –
Cap in first auction       2   2424.00    50.50      2400.00     -24.00  -1.00 %        2026-01-16      -6.00          -12.00 %
Mean spread of 56 days     2   2376.00    49.50      2400.00      24.00   1.00 %        2026-01-16       6.00           12.00 %
Perfect foresight          2   2200.00    45.83      2400.00     200.00   8.33 %        2026-01-16      50.00          100.00 %

Against model 8, the rule, on the same days:
                        model 1 EUR  model 8 EUR  ahead of 8 EUR              95 %
1 DAY_AHEAD                 2400.00      2376.00          -24.00                 –            too few days to tell (2 of 60)
3 CHEAPEST_CAPPED           2400.00      2376.00           24.00    14.00 to 34.00  better than the rule with 95 % certainty
6 SPREAD_RESALE                   –            –               –                 –                                         –
Cap in first auction        2400.00      2376.00          -48.00  -58.00 to -38.00   worse than the rule with 95 % certainty
Mean spread of 56 days            –            –               –                 –                                         –
Perfect foresight           2400.00      2376.00          176.00  166.00 to 186.00  better than the rule with 95 % certainty

                         saved EUR, 95 %  by own foresight  worst decile EUR/MW  mean of worst tenth  largest fall EUR        from          to
1 DAY_AHEAD                            –              0.00                 0.00                 0.00                 –           –           –
3 CHEAPEST_CAPPED         38.00 to 58.00             96.00                12.00                12.00                 –           –           –
6 SPREAD_RESALE                        –                 –                    –                    –                 –           –           –
Cap in first auction    -34.00 to -14.00            -48.00                -6.00                -6.00             24.00  2026-01-15  2026-01-16
Mean spread of 56 days    14.00 to 34.00             48.00                 6.00                 6.00                 –           –           –
Perfect foresight       190.00 to 210.00            400.00                50.00                50.00                 –           –           –

Share of foresight: saving ÷ saving with known prices under the same limits; under the caps of model 3 for the last three rows.
Predictions: live on 2 days, hindcast on 1 day.
Past predictions: hindcast on 2 days.
Worst decile: the 10 % quantile of what a day saves per MW of its mean power, and the mean of the worst tenth of the days; 95 %: by a bootstrap of blocks of 7 days.
Compared by the hour, as a session has no finer prices, on 2026-01-16 (1 day).

Model 6 left out on 2 days: no price prediction.
MID2 left out, without realised prices, on 2026-01-16 (1 day).
MID3 left out, without realised prices, on 2026-01-15 to 2026-01-16 (2 days).
Left out, without realised day-ahead prices: 2026-01-14 (1 day).

EUR by the hour:
       saved by 3  saved by 6  cap first  mean spread  by foresight
${HOURS}

EUR per day:
            sessions  cost of 1  saved by 3  saved by 6  by foresight
2026-01-15  MD MID1     1200.00       36.00           –        100.00
2026-01-16  MD MID1     1200.00       12.00           –        100.00`);
});

test.each([
  [31, true],
  [32, false],
])('%i days are listed one by one: %j', (count, isListed) => {
  const dates = Array.from({ length: count }, (_, i) => dateAfter('2026-03-01', i));
  const text = backtestText('', { ...SAMPLE, days: dates.map((date) => day(date, 1, 2)) });
  expect(text.includes(`\n${dates[0]}  MD MID1`)).toBe(isListed);
  expect(text.endsWith('The figures of each day: --json.')).toBe(!isListed);
});

test('consecutive days are written as a span', () => {
  const daysLeftOut = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03'];
  const text = backtestText('', { ...SAMPLE, daysLeftOut });
  expect(text).toContain(': 2026-02-27 to 2026-03-01, 2026-03-03 (4 days).\n');
});
