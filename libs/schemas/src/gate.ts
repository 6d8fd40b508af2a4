import { GATE_STATUSES, MARKETS } from '@solano/domain/market';
import { z } from 'zod';
import { label, responseInstant, session } from './values.ts';

export const Gate = z
  .object({
    session,
    market: z.enum(MARKETS),
    day: z.string().meta({ description: 'Madrid day of delivery.', examples: ['2026-11-23'] }),
    closes_at: responseInstant('Until then orders are accepted.'),
    periods: z.int().meta({ description: 'Periods of that day that it trades.', examples: [96] }),
    first_label: label('End of the first of them.'),
    last_label: label('End of the last of them.'),
    status: z.enum(GATE_STATUSES),
  })
  .meta({ id: 'Gate', description: 'The gate of a session for one delivery day.' });
