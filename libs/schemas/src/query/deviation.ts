import { DEVIATION_GROUPS } from '@solano/domain/desk';
import { PortfolioQuery } from './measurements.ts';
import { choice, format, requiredDay } from './values.ts';

export const DeviationQuery = PortfolioQuery.extend({
  from: requiredDay('from', 'First Madrid day of delivery, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day of delivery, `YYYY-MM-DD`.'),
  by: choice(
    'by',
    DEVIATION_GROUPS,
    'What a row is; `day` where it is left out. `hour_of_day` and `weekday` show where a forecast fails.',
  ),
  format: format(['json', 'csv', 'xlsx']),
});
