import { DEVIATION_GROUPS } from '@solano/domain/desk';
import { PortfolioQuery } from './measurements.ts';
import { choice, format, requiredDay } from './values.ts';

export const DeviationRevisionsQuery = PortfolioQuery.extend({
  from: requiredDay('from', 'First Madrid day of delivery, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day of delivery, `YYYY-MM-DD`.'),
});

export const DeviationQuery = DeviationRevisionsQuery.extend({
  by: choice(
    'by',
    DEVIATION_GROUPS,
    'What a row is; `day` where it is left out. `hour_of_day` and `weekday` show where a forecast fails.',
  ),
  format: format(['json', 'csv', 'xlsx']),
});
