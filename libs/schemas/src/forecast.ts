import { z } from 'zod';
import { label } from './values.ts';

export const ForecastRow = z.record(z.string(), z.string()).meta({
  id: 'ForecastRow',
  description: 'A row of a forecast file: its texts by column header. Columns depend on the file.',
  examples: [{ datetime: '2026-11-23 01:00', Muxía: '12.400' }],
});

export const ForecastsByType = z.record(z.string(), z.array(ForecastRow)).meta({
  id: 'ForecastsByType',
  description: 'The rows of the latest file of each forecast type.',
});

export const NormalizedForecastRow = z
  .object({
    plant: z.string().meta({ description: 'Name of the plant.', examples: ['Muxía'] }),
    datetime: label('End of the period, in the requested time zone.'),
    pred: z.string().meta({
      description: 'Energy in kWh for the period that ends at `datetime`, as the file has it.',
      examples: ['12400.5'],
    }),
  })
  .meta({ id: 'NormalizedForecastRow', description: 'The forecast of a plant for a period.' });
