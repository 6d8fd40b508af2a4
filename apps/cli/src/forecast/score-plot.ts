import type { PeriodFigures, Score } from '@solano/domain/forecasting';
import { bottomAxis, opening } from '@solano/svg';
import { scaleLinear } from 'd3-scale';
import { frame, legend, OTHER, OWN, type Point, path, upTo } from '../line-plot.ts';
import type { NamedScore } from './score-text.ts';

const SIZE = { width: 960, height: 720 };
const BY_HOUR = { left: 76, right: 930, top: 80, bottom: 330 };
const BY_LEAD = { left: 76, right: 930, top: 420, bottom: 670 };
const LAST_HOUR = 23;
const ORIGINS = ['solano', 'delivered'] as const;
const TITLES = {
  hour: 'nMAE by hour of the day in Madrid, % of nominal power',
  lead: 'nMAE by hours ahead, % of nominal power',
};

/**
 * An SVG picture of the scores of plants: the mean absolute error by hour of the day and by hours ahead, of
 * the service’s own forecasts and of those that were delivered, each plant’s periods counting as much.
 */
export function scorePlot(title: string, scores: readonly NamedScore[]): string {
  const byHour = ORIGINS.map((origin) => {
    return meanErrors(scores, origin, ({ byHour: all }) => all.map((each) => [each.hour, each]));
  });
  const byLead = ORIGINS.map((origin) => {
    return meanErrors(scores, origin, ({ byLeadHours: all }) => {
      return all.map((each) => [each.leadHours, each]);
    });
  });
  const lastLead = Math.max(1, ...byLead.flat().map(([lead]) => lead));
  const names = ['service', 'delivered'];
  return [
    ...opening(SIZE, title),
    ...panel(BY_HOUR, TITLES.hour, byHour, LAST_HOUR, (hour) => `${hour} h`),
    ...legend(BY_HOUR, names),
    ...panel(BY_LEAD, TITLES.lead, byLead, lastLead, (hours) => `${hours} h`),
    '</svg>',
    '',
  ].join('\n');
}

function panel(
  bounds: typeof BY_HOUR,
  title: string,
  lines: readonly (readonly Point[])[],
  last: number,
  label: (value: number) => string,
): string[] {
  const x = scaleLinear<number>().domain([0, last]).range([bounds.left, bounds.right]);
  const y = upTo(lines.flat(), bounds);
  return [
    ...frame(bounds, y, title),
    ...bottomAxis(bounds, x, x.ticks(), (value) => label(Number(value))),
    ...lines.flatMap((points, i) =>
      points.length > 0 ? [path(points, x, y, i === 0 ? OWN : OTHER)] : [],
    ),
  ];
}

/** Mean absolute errors in percent by a key, over the periods of all plants. */
function meanErrors(
  scores: readonly NamedScore[],
  name: (typeof ORIGINS)[number],
  groupsOf: (origin: Score['origins'][number]) => readonly (readonly [number, PeriodFigures])[],
): Point[] {
  const sums = new Map<number, { periods: number; errors: number }>();
  for (const { score } of scores) {
    const origin = score.origins.find((each) => each.origin === name);
    for (const [key, { periods, nmae }] of origin ? groupsOf(origin) : []) {
      if (nmae === null) continue;
      const sum = sums.get(key) ?? { periods: 0, errors: 0 };
      sums.set(key, { periods: sum.periods + periods, errors: sum.errors + periods * nmae });
    }
  }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([key, { periods, errors }]) => [key, (100 * errors) / periods]);
}
