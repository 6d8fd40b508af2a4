import { TRADE_SESSIONS } from '@solano/domain/desk';
import { PortfolioQuery } from './measurements.ts';
import { choice, format, instantWithOffset, requiredDay } from './values.ts';

export const TradesQuery = PortfolioQuery.extend({
  from: requiredDay('from', 'First Madrid day of delivery, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day of delivery, `YYYY-MM-DD`.'),
  session: choice('session', TRADE_SESSIONS, 'Only of this session. Left out: all.'),
  as_of: instantWithOffset('as_of', 'What had been delivered by then and not yet taken back:'),
  format: format(['json', 'csv', 'xlsx']),
});

export const TradeDifferencesQuery = PortfolioQuery.extend({
  from: requiredDay('from', 'First Madrid day of delivery, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day of delivery, `YYYY-MM-DD`.'),
});
