import { z } from 'zod';
import { parsed } from '../values.ts';
import {
  BEGINS_TWICE,
  beginsOnce,
  flag,
  format,
  id,
  instantWithOffset,
  not,
  RETAILER,
  requiredDay,
  requiredText,
  UPLOADS_PAGE,
  USER,
} from './values.ts';

/** Minutes. */
const RESOLUTIONS = [15, 30, 60] as const;

export const resolution = parsed((text, reject) => {
  const found = RESOLUTIONS.find((minutes) => text === String(minutes));
  return (
    found ??
    reject(`Parameter 'resolution' must be one of: ${RESOLUTIONS.join(', ')}, ${not(text)}`)
  );
})
  .optional()
  .meta({
    description:
      'Minutes; left out: the periods as they were delivered. A coarser one is the mean, a finer one repeats.',
    override: { type: 'integer', enum: [...RESOLUTIONS] },
  });

const PERIODS = {
  from: requiredDay('from', 'First Madrid day, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day, `YYYY-MM-DD`.'),
  resolution,
  as_of: instantWithOffset(
    'as_of',
    'Only values that were delivered by then and not yet taken back:',
  ),
  format: format(['json', 'csv', 'xlsx', 'parquet']),
};

export const ProductionQuery = z.object({
  plant_id: z
    .array(z.string())
    .optional()
    .meta({ description: 'Only of this plant; repeat it for several. Left out: all plants.' }),
  ...PERIODS,
});

export const ProductionValuesQuery = z.object({
  force: flag(
    'force',
    '`true` records values above 1.2 times what is installed, and below −5 % of it.',
  ),
});

export const PortfolioPath = z.object({ user: requiredText('URL parameter: user').meta(USER) });

/** Of a portfolio: the retailer. */
export const PortfolioQuery = z.object({
  retailer_id: requiredText('query parameter: retailer_id').meta(RETAILER),
});

/** Of values of a portfolio: their group. */
export const GroupQuery = PortfolioQuery.extend({
  group: z.string().default('').meta({ description: 'The group; empty where it is left out.' }),
});

export const ConsumptionQuery = PortfolioQuery.extend({
  group: z
    .string()
    .optional()
    .meta({ description: 'Only of this group. Left out: all of the portfolio.' }),
  ...PERIODS,
});

export const PortfolioUploadsQuery = PortfolioQuery.extend(UPLOADS_PAGE).refine(
  beginsOnce,
  BEGINS_TWICE,
);

export const PortfolioUploadPath = PortfolioPath.extend({ id: id('Of the upload.') });

export const PlantSettingsPath = z.object({ id: id('Of the plant.') });
