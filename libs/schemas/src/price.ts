import { z } from 'zod';
import { label } from './values.ts';

export const PriceRow = z
  .object({
    datetime: label(
      'End of the period in Europe/Madrid; in the repeated hour of autumn a label occurs twice.',
    ),
    price: z.string().meta({
      pattern: String.raw`^-?\d+\.\d{3}$`,
      description: 'EUR/MWh with three digits after the point; may be negative.',
      examples: ['57.120'],
    }),
  })
  .meta({ id: 'PriceRow', description: 'The predicted price of a period.' });
