import type { ConstantRule } from '../models/model.ts';

/** Languages of a report for people. */
export const REPORT_LANGUAGES = ['en', 'es', 'pt'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

export const REPORT_FORMATS = ['json', 'xlsx', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The rule that a report compares with. */
export const REPORT_RULE: ConstantRule = 'mean_spread_56_days';
