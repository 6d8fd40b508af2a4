import { isBefore, parseDay, zoneOf } from '@solano/domain/kernel';
import { z } from 'zod';
import { parsed } from '../values.ts';
import {
  BEGINS_TWICE,
  beginsOnce,
  type CursorList,
  count,
  flag,
  format,
  id,
  listCursor,
  UPLOADS_PAGE,
} from './values.ts';

export const RecordPath = z.object({ id: id('Of the record.') });

export const PlantPath = z.object({ plant_id: id('Of the plant.') });

export const UnavailabilityPath = z.object({ id: id('Of the unavailability.') });

export const UploadPath = z.object({ id: id('Of the upload.') });

/** How an upload is taken back. */
export const UploadQuery = z.object({
  force: flag('force', '`true`: rows that were changed since are left alone, instead of a 409.'),
});

/** The part of a list of uploads. */
export const UploadsQuery = z.object(UPLOADS_PAGE).refine(beginsOnce, BEGINS_TWICE);

/** The part of a list of records, and its format. */
const recordsPage = (list: CursorList) => ({
  limit: count('Maximum number of rows. Left out: all of them.'),
  offset: count('Rows to pass over.'),
  cursor: listCursor(list, () => 'This cursor was not given out.'),
  format: format(['json', 'xlsx'], 'What the list is written in; `json` where it is left out.'),
});

const EITHER = { path: ['cursor'], message: 'Must not be given together with offset.' };

export const PlantsQuery = z.object(recordsPage('plants')).refine(beginsOnce, EITHER);

/** An instant of a window, to the millisecond; a day is its first instant in UTC. */
function windowEnd(description: string) {
  const read = parsed((text, reject) => {
    const value = parseDay(text, zoneOf('UTC'));
    if (value !== undefined && !/\.\d{3}(?!000)/.test(value)) return value;
    return reject('Enter an ISO 8601 date or date-time.');
  });
  return read.optional().meta({ description, examples: ['2026-11-23'] });
}

export const UnavailabilitiesQuery = z
  .object({
    ...recordsPage('unavailabilities'),
    plant_id: z.string().optional().meta({ description: 'Name of a plant: only its own.' }),
    from: windowEnd(
      'Only what overlaps the time from here on: ISO 8601, to the millisecond; a day is its beginning in UTC.',
    ),
    to: windowEnd('Only what overlaps the time before this; likewise.'),
  })
  .refine(beginsOnce, EITHER)
  .refine(({ from, to }) => from === undefined || to === undefined || isBefore(from, to), {
    path: ['to'],
    message: 'Must be after from.',
  });
