import type { ConsumptionScore } from '@solano/schemas';
import type { CellValue, Sheet } from '@solano/spreadsheet';
import type { z } from 'zod';

type Score = z.output<typeof ConsumptionScore>;

/** Scores of forecasts of consumption as a sheet: a row of all hours, one an hour of the day, and one a lead. */
export function scoreSheet(score: Score): Sheet {
  const share = (header: string) => ({ header, type: 'number', decimals: 6 }) as const;
  return {
    name: 'scores',
    columns: [
      { header: 'hour', type: 'number' },
      { header: 'lead_hours', type: 'number' },
      { header: 'periods', type: 'number' },
      ...['nmae', 'nrmse', 'bias', 'skill_persistence', 'skill_climatology'].map(share),
      ...['skill_week_before', 'error_by_week_before', 'pinball'].map(share),
      ...['coverage_50', 'coverage_80', 'coverage_90'].map(share),
    ],
    rows: rowsOf(score),
  };
}

async function* rowsOf(score: Score): AsyncGenerator<readonly CellValue[]> {
  const errors = ({
    periods,
    nmae,
    nrmse,
    bias,
  }: Pick<Score, 'periods' | 'nmae' | 'nrmse' | 'bias'>) => [periods, nmae, nrmse, bias] as const;
  const rest = Array<null>(8).fill(null);
  yield [
    null,
    null,
    ...errors(score),
    score.skill_persistence,
    score.skill_climatology,
    score.skill_week_before,
    score.error_by_week_before,
    score.pinball,
    ...Object.values(score.coverage),
  ];
  for (const each of score.by_hour) yield [each.hour, null, ...errors(each), ...rest];
  for (const each of score.by_lead_hours) yield [null, each.lead_hours, ...errors(each), ...rest];
}
