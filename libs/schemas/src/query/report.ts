import { REPORT_FORMATS, REPORT_LANGUAGES } from '@solano/domain/desk';
import { isMonth } from '@solano/domain/kernel';
import { z } from 'zod';
import { parsed } from '../values.ts';
import { PortfolioQuery } from './measurements.ts';
import { choice, FIRST_DAY, format, LAST_DAY, not } from './values.ts';

const month = parsed((text, reject) => {
  if (isMonth(text) && `${text}-01` >= FIRST_DAY && `${text}-31` <= LAST_DAY) return text;
  return reject(`Parameter 'month' must be a month such as 2026-11, ${not(text)}`);
}, z.string('Missing required parameter: month'));

export const ReportQuery = PortfolioQuery.extend({
  month: month.meta({ description: 'Of days of delivery in Madrid.', examples: ['2026-11'] }),
  format: format(REPORT_FORMATS),
  lang: choice(
    'lang',
    REPORT_LANGUAGES,
    'Of xlsx and html. Left out: the best of `Accept-Language`, else `en`.',
  ),
});
