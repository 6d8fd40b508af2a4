import type {
  AvailabilityType,
  SourceUnit,
  TimeWindow,
  Unavailability,
} from '@solano/domain/assets';
import type { ListPosition } from '@solano/domain/kernel';
import type { Value } from '../database/statement.ts';
import { float, int, orNull, type RowOf, statement, text, uuid } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { MAX_ID, MIN_ID } from '../database/values.ts';
import {
  Prisma,
  type SupersededUnavailability,
  type Unavailability as UnavailabilityRow,
} from '../generated/prisma/browser.ts';

/**
 * Records are read and written by hand, as their instants have microseconds, which Prisma's dates
 * lose: here they are texts; see `readUtcInstant`. The list of a plant is a goal of
 * docs/performance.md besides: rows wait for the last of them, and texts take less memory than dates.
 */
const ROW = {
  id: uuid,
  plantName: text(),
  start: text(),
  end: text(),
  availablePowerMw: float,
  availabilityType: text<AvailabilityType>(),
  observations: text(),
  sourceUnit: orNull(text<SourceUnit>()),
  sourceValue: orNull(float),
  timezoneSource: orNull(text()),
  createdAt: text(),
  updatedAt: text(),
};

/** A record of a customer that is known. */
export type Row = RowOf<typeof ROW>;

const RECORD = `u.id, p.name AS "plantName",
  u.start_at::text AS start, u.end_at::text AS end, u.available_power_mw AS "availablePowerMw",
  u.availability_type AS "availabilityType", u.observations, u.source_unit AS "sourceUnit",
  u.source_value AS "sourceValue", u.timezone_source AS "timezoneSource",
  u.created_at::text AS "createdAt", u.updated_at::text AS "updatedAt"`;

/** The columns of the table, in the order of the writing statements. */
export const STORED = `customer_id, plant_id, id, start_at, end_at, available_power_mw,
  availability_type, observations, source_unit, source_value, timezone_source, updated_at,
  created_at`;

/** Waits for a transaction that removes or renames the plant, and then uses its result. */
export const ADD = statement(
  { id: uuid },
  `
    INSERT INTO unavailability
      (customer_id, plant_id, id, start_at, end_at, available_power_mw, availability_type,
        observations, source_unit, source_value, timezone_source, updated_at, created_at)
    SELECT customer_id, id, $3::uuid, $4::timestamptz, $5::timestamptz, $6::float8, $7::text,
      $8::text, $9::text, $10::float8, $11::text, $12::timestamptz, $13::timestamptz
    FROM plant WHERE customer_id = $1 AND name = $2
    FOR KEY SHARE
    RETURNING id`,
  'unavailability-add',
);

const ORDER = 'ORDER BY start_at, id';

interface RecordList {
  readonly customerId: string;
  /** Only of one plant if one is named. */
  readonly plantName: string | undefined;
  readonly window: TimeWindow;
  readonly limit: number;
  readonly offset: number;
  readonly after: ListPosition | undefined;
  readonly upTo?: ListPosition | undefined;
}

/** The condition for overlapping the window; null for an open end. */
const overlaps = (from: string, to: string) =>
  `end_at > COALESCE(${from}::timestamptz, '-infinity') AND start_at < COALESCE(${to}::timestamptz, 'infinity')`;

/** Behind a position, up to another, and of the window: parameters in the order of {@link listRecords}. */
const PART = `${overlaps('$4', '$5')} AND (start_at, id) > ($6::timestamptz, $7::uuid)
  AND (start_at, id) <= ($8::timestamptz, $9::uuid)`;

const ALL = statement(ROW, listed(`customer_id = $1 AND ${PART}`), 'unavailability-list');
const OF_PLANT = statement(
  ROW,
  listed(`plant_id = (SELECT id FROM plant WHERE customer_id = $1 AND name = $10) AND ${PART}`),
  'unavailability-list-of-plant',
);

/** The statement of a page of records, and its values. */
export function listRecords({
  customerId,
  plantName,
  window: { from, to },
  limit,
  offset,
  after = { key: '-infinity', id: MIN_ID },
  upTo = { key: 'infinity', id: MAX_ID },
}: RecordList): [typeof ALL, readonly Value[]] {
  const window = [from ?? null, to ?? null];
  const bounds = [after.key, after.id, upTo.key, upTo.id];
  const values = [customerId, limit, offset, ...window, ...bounds];
  return plantName === undefined ? [ALL, values] : [OF_PLANT, [...values, plantName]];
}

const BY_ID = `
    SELECT ${RECORD} FROM unavailability u JOIN plant p ON p.id = u.plant_id
    WHERE u.customer_id = $1 AND u.id = $2`;
export const GET = statement(ROW, BY_ID, 'unavailability-get');
export const LOCK = statement(ROW, `${BY_ID} FOR NO KEY UPDATE OF u`, 'unavailability-lock');

/** The join is outside, where it touches no rows but those of the page. */
function listed(condition: string): string {
  return `
    SELECT ${RECORD} FROM (
      SELECT * FROM unavailability WHERE ${condition} ${ORDER} LIMIT $2 OFFSET $3
    ) AS u JOIN plant p ON p.id = u.plant_id
    ORDER BY u.start_at, u.id`;
}

/** Without a name: it is planned for all plants or for one. */
export const COUNT = statement(
  { count: int },
  `
    SELECT count(*)::int AS count FROM (
      SELECT FROM unavailability
      WHERE customer_id = $1 AND ($2::uuid IS NULL OR plant_id = $2) AND ${overlaps('$3', '$4')}
      LIMIT $5
    ) AS counted`,
);

/** What a record says of the power of its plant. */
const OUTAGE = {
  plantId: 'plantId',
  startAt: 'startAt',
  endAt: 'endAt',
  availablePowerMw: 'availablePowerMw',
  availabilityType: 'availabilityType',
} as const;

export const UNAVAILABILITIES = tableOf<Pick<Unavailability, 'id' | 'customerId'>>(
  'unavailability',
  { id: 'id', customerId: 'customerId' },
);

/** What counts since its last change, or since an upload that had replaced it was taken back. */
export const RECORDED = tableOf<
  Pick<UnavailabilityRow, 'id' | keyof typeof OUTAGE | 'updatedAt' | 'recordedAt'>
>('unavailability', { id: 'id', ...OUTAGE, updatedAt: 'updatedAt', recordedAt: 'recordedAt' });

export const SUPERSEDED = tableOf<SupersededUnavailability>(
  'superseded_unavailability',
  Prisma.SupersededUnavailabilityScalarFieldEnum,
);

/**
 * The time of a transaction's changes, for the trigger that keeps what unavailabilities said before
 * them: the clock of the database may differ from that of the service.
 */
export const CHANGED_AT = statement(
  { at: text() },
  `SELECT set_config('solano.changed_at', $1, true) AS at`,
  'unavailability-changed-at',
);

export const CHANGE = statement(
  ROW,
  `
    UPDATE unavailability u SET
      plant_id = p.id, start_at = $4, end_at = $5, available_power_mw = $6,
      availability_type = $7, observations = $8, source_unit = $9, source_value = $10,
      timezone_source = $11, updated_at = $12,
      recorded_at = GREATEST(u.updated_at, u.recorded_at)
    FROM plant p
    WHERE p.customer_id = $1 AND p.name = $2 AND u.customer_id = $1 AND u.id = $3
    RETURNING ${RECORD}`,
  'unavailability-change',
);

/**
 * The parameter is one JSON array of records, which may be large. The same statement removes the
 * records that new ones replace, so that it sees the same plants throughout. If an upload is named,
 * the removed and the new records are stored with it.
 */
export const REPLACE_ALL = statement(
  { count: int },
  `
    WITH input AS (
      SELECT p.customer_id, p.id AS plant_id, r.*
      FROM json_to_recordset($2::json) AS r (
        plant_name text, id uuid, start_at timestamptz, end_at timestamptz,
        available_power_mw float8, availability_type text, observations text, source_unit text,
        source_value float8, timezone_source text, updated_at timestamptz, created_at timestamptz)
      JOIN plant p ON p.customer_id = $1 AND p.name = r.plant_name
    ), replaced AS (
      DELETE FROM unavailability u USING input w
      WHERE u.plant_id = w.plant_id AND u.start_at = w.start_at AND u.end_at = w.end_at
        AND u.availability_type = w.availability_type
      RETURNING u.*
    ), kept AS (
      INSERT INTO outage_upload_previous (upload_id, ${STORED})
      SELECT $3::uuid, ${STORED} FROM replaced WHERE $3::uuid IS NOT NULL
    ), added AS (
      INSERT INTO unavailability (${STORED}) SELECT ${STORED} FROM input
      RETURNING id, plant_id, start_at, end_at, availability_type
    ), brought AS (
      INSERT INTO outage_upload_row (upload_id, id, plant_id, start_at, end_at, availability_type)
      SELECT $3::uuid, id, plant_id, start_at, end_at, availability_type FROM added
      WHERE $3::uuid IS NOT NULL
    )
    SELECT count(*)::int AS count FROM added`,
  'unavailability-replace-all',
);
