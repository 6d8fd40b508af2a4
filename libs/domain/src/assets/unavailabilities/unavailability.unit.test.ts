import { SOURCE } from '@solano/domain/contracts';
import {
  type Checked,
  type FieldMessages,
  FieldProblems,
  isSolanoError,
  SolanoError,
} from '@solano/domain/kernel';
import { MemoryDatabase, MemoryPlantStore, MemoryUnavailabilityStore } from '@solano/memory';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plant } from '../plants/plant.ts';
import type { Unavailability, UnavailabilityFields } from './unavailability.ts';
import {
  changeUnavailability,
  createUnavailability,
  removeUnavailability,
  requireUnavailability,
} from './unavailability.ts';

const BEFORE = new Date('2026-11-20T10:00:00Z');
const NOW = new Date('2026-11-21T10:00:00Z');
const NOT_FOUND = { code: 'not_found', message: 'Not found.' };
const UNKNOWN = { plantName: ['Unknown plant.'] };
const ORDER = { end: ['Must be after start_time_utc.'] };
const POWER = {
  availablePowerMw: ['Ensure this value is greater than or equal to 0.'],
};

const fields: UnavailabilityFields = {
  plantName: 'Alba',
  start: '2026-10-25T00:00:00Z',
  end: '2026-10-25T01:00:00Z',
  availablePowerMw: 12.5,
  availabilityType: 'CURTAILMENT',
  observations: '',
  sourceUnit: null,
  sourceValue: null,
  timezoneSource: null,
};
const timestamps = { createdAt: BEFORE, updatedAt: BEFORE };
const record: Unavailability = { ...fields, ...timestamps, id: 'u1', customerId: 'c1' };
const others: Unavailability = { ...record, id: 'u9', customerId: 'c2', plantName: 'Other' };

/** Plants whose ids are their names. */
const PLANTS = [
  { customerId: 'c1', name: 'Alba' },
  { customerId: 'c1', name: 'Berta' },
  { customerId: 'c2', name: 'Other' },
].map((plant) => ({ ...plant, id: plant.name }) as Plant);

/** The record `u1` of the customer `c1`, who has the plants Alba and Berta; `u9` is another's. */
function serviceOf(state: Partial<Unavailability> = {}) {
  const database = new MemoryDatabase();
  for (const plant of PLANTS) database.plants.set(plant.id, plant);
  for (const { plantName, ...row } of [{ ...record, ...state }, others]) {
    database.unavailabilities.set(row.id, { ...row, plantId: plantName });
  }
  const deps = {
    unavailabilities: new MemoryUnavailabilityStore(database),
    plants: new MemoryPlantStore(database),
    clock: () => NOW,
    newId: () => 'new',
  };
  return {
    deps,
    all: () =>
      [...database.unavailabilities.values()].map(({ plantId, ...row }) => {
        return { ...row, plantName: plantId };
      }),
    create: (checked: Checked<UnavailabilityFields>) =>
      createUnavailability(deps, SOURCE, 'c1', checked),
    change: (checked: Checked<Partial<UnavailabilityFields>>, id = 'u1') => {
      return changeUnavailability(deps, SOURCE, 'c1', id, checked);
    },
  };
}

function good<T extends Partial<UnavailabilityFields>>(given: T): Checked<T> {
  return { fields: given, valid: given, problems: new FieldProblems() };
}

/** Fields of which the power is bad, and `valid` are good. */
function bad(valid: Partial<UnavailabilityFields>): Checked<UnavailabilityFields> {
  const [message = ''] = POWER.availablePowerMw;
  return { valid, problems: new FieldProblems().add('availablePowerMw', message) };
}

/** What a use case says of the fields; undefined if it accepts them. */
function problemsOf(result: Promise<unknown>): Promise<FieldMessages | undefined> {
  return result.then(
    () => undefined,
    (error: unknown) => {
      if (!isSolanoError(error, 'invalid_fields')) throw error;
      return error.fields;
    },
  );
}

const START = fields.start;
const INTERVALS = [
  ['the end after the start', START, '2026-10-25T00:00:01Z', undefined],
  ['the end a microsecond after the start', START, '2026-10-25T00:00:00.000001Z', undefined],
  ['the end at the start', START, START, ORDER],
  ['the end before the start', START, '2026-10-24T23:59:59Z', ORDER],
  ['the end a microsecond before the start', '2026-10-25T00:00:00.000001Z', START, ORDER],
] as const;

describe('creating an unavailability', () => {
  test('creating an unavailability stores the fields, with an id and the time', async () => {
    const { create, all } = serviceOf();
    const said = { ...fields, sourceUnit: '%', sourceValue: 25, observations: 'ice' } as const;
    const created = await create(good(said));
    const made = { id: 'new', customerId: 'c1', createdAt: NOW, updatedAt: NOW };
    expect(created).toEqual({ ...said, ...made });
    expect(all()).toContainEqual(created);
  });

  test.each(INTERVALS)('creating an unavailability checks %s', async (_, start, end, problems) => {
    const { create, all } = serviceOf();
    expect(await problemsOf(create(good({ ...fields, start, end })))).toEqual(problems);
    expect(all()).toHaveLength(problems ? 2 : 3);
  });

  test.each(['Clara', 'Other', 'alba', 'Alba '])(
    'creating an unavailability rejects %j as an unknown plant',
    async (plantName) => {
      const { create, all } = serviceOf();
      expect(await problemsOf(create(good({ ...fields, plantName })))).toEqual(UNKNOWN);
      expect(all()).toHaveLength(2);
    },
  );

  test.each([
    [
      { plantName: 'Clara', start: START, end: START },
      { ...UNKNOWN, ...ORDER },
    ],
    [{ plantName: 'Alba', start: START, end: START }, ORDER],
    [{ plantName: 'Clara', start: START }, UNKNOWN],
    [{ plantName: 'Clara', end: START }, UNKNOWN],
    [{ plantName: 'Alba', start: START, end: fields.end }, {}],
    [{}, {}],
  ])(
    'creating an unavailability names all bad fields at once: of the good %o also %o',
    async (valid, more) => {
      const { create } = serviceOf();
      expect(await problemsOf(create(bad(valid)))).toEqual({ ...POWER, ...more });
    },
  );

  test('creating an unavailability names an unknown plant and a wrong order at once', async () => {
    const said = good({ ...fields, plantName: 'Clara', end: START });
    expect(await problemsOf(serviceOf().create(said))).toEqual({ ...UNKNOWN, ...ORDER });
  });
});

describe('changing an unavailability', () => {
  test('an update sets the named fields, and the time', async () => {
    const { change, all } = serviceOf();
    const given = { plantName: 'Berta', sourceUnit: 'kW', sourceValue: 0 } as const;
    const changed = await change(good(given));
    expect(changed).toEqual({ ...record, ...given, updatedAt: NOW });
    expect(all()).toEqual([changed, others]);
  });

  test('an update may remove optional fields, and may name nothing', async () => {
    const { change } = serviceOf({ sourceUnit: 'MW', sourceValue: 3, timezoneSource: 'UTC' });
    const nothing = { sourceUnit: null, sourceValue: null, timezoneSource: null };
    expect(await change(good(nothing))).toEqual({ ...record, updatedAt: NOW });
    expect(await change(good({}))).toEqual({ ...record, updatedAt: NOW });
  });

  test.each(INTERVALS)('an update checks both times: %s', async (_, start, end, problems) => {
    const { change } = serviceOf();
    expect(await problemsOf(change(good({ start, end })))).toEqual(problems);
  });

  test.each([
    [{ end: '2026-10-25T00:00:00.000001Z' }, undefined],
    [{ end: START }, ORDER],
    [{ end: '2026-01-01T00:00:00Z' }, ORDER],
    [{ start: '2026-10-25T00:59:59.999999Z' }, undefined],
    [{ start: fields.end }, ORDER],
    [{ start: '2027-01-01T00:00:00Z' }, ORDER],
    [{ plantName: 'Berta' }, undefined],
    [{ plantName: 'Clara', observations: 'x' }, UNKNOWN],
    [
      { plantName: 'Clara', end: START },
      { ...UNKNOWN, ...ORDER },
    ],
  ])('an update is checked against the whole record: %o: %o', async (given, problems) => {
    const { change, all } = serviceOf();
    expect(await problemsOf(change(good(given)))).toEqual(problems);
    const expected = problems ? record : { ...record, ...given, updatedAt: NOW };
    expect(all()).toContainEqual(expected);
  });

  test.each([
    [{ end: START }, ORDER],
    [{ start: fields.end }, ORDER],
    [
      { plantName: 'Clara', end: START },
      { ...UNKNOWN, ...ORDER },
    ],
    [{ plantName: 'Other' }, UNKNOWN],
    [{ plantName: 'Berta', start: '2026-10-25T00:30:00Z' }, {}],
    [{}, {}],
  ])('an update names all bad fields at once: of the good %o also %o', async (valid, more) => {
    const { change } = serviceOf();
    expect(await problemsOf(change(bad(valid)))).toEqual({ ...POWER, ...more });
  });

  test('an update is checked against the record as it is when it is stored', async () => {
    const { deps, all } = serviceOf({ start: '2026-10-25T00:45:00Z' });
    const before = all();
    // What was read first would have allowed it.
    Object.assign(deps.unavailabilities, { get: async () => record });
    const given = good({ end: '2026-10-25T00:30:00Z' });
    const changed = changeUnavailability(deps, SOURCE, 'c1', 'u1', given);
    expect(await problemsOf(changed)).toEqual(ORDER);
    expect(all()).toEqual(before);
  });

  test('an update does not find a record that is deleted meanwhile', async () => {
    const { deps } = serviceOf();
    Object.assign(deps.unavailabilities, { update: async () => undefined });
    const changed = changeUnavailability(deps, SOURCE, 'c1', 'u1', good({}));
    await expect(changed).rejects.toMatchObject(NOT_FOUND);
  });

  test.each(['u9', 'u0', ''])(
    'an update does not find the record %j, however bad the fields',
    async (id) => {
      const { change, all } = serviceOf();
      await expect(change(good({}), id)).rejects.toMatchObject(NOT_FOUND);
      await expect(change(bad({ plantName: 'Clara' }), id)).rejects.toMatchObject(NOT_FOUND);
      expect(all()).toEqual([record, others]);
    },
  );
});

test('any part of a record may change if its end stays after its start', async () => {
  const instant = fc.integer({ min: 1, max: 6 }).map((i) => `2026-10-25T00:00:00.00000${i}Z`);
  const given = fc.record({ start: instant, end: instant }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(instant, instant, given, async (a, b, times) => {
      fc.pre(a < b);
      const merged = { start: a, end: b, ...times };
      const changed = serviceOf({ start: a, end: b }).change(good(times));
      expect(await problemsOf(changed)).toEqual(merged.start < merged.end ? undefined : ORDER);
    }),
  );
});

describe('reading and removing an unavailability', () => {
  test('the owner of an unavailability reads and removes it', async () => {
    const { deps, all } = serviceOf();
    expect(await requireUnavailability(deps.unavailabilities, 'c1', 'u1')).toEqual(record);
    await removeUnavailability(deps, SOURCE, 'c1', 'u1');
    expect(all()).toEqual([others]);
  });

  test.each(['u9', 'u0', ''])(
    'the unavailability %j is not found by reading and removing',
    async (id) => {
      const { deps } = serviceOf();
      await expect(requireUnavailability(deps.unavailabilities, 'c1', id)).rejects.toMatchObject(
        NOT_FOUND,
      );
      await expect(removeUnavailability(deps, SOURCE, 'c1', id)).rejects.toMatchObject(NOT_FOUND);
    },
  );
});

test('other errors of the store are rethrown unchanged', async () => {
  const { deps } = serviceOf();
  const failure = new SolanoError('store_unavailable', 'gone');
  const fail = () => Promise.reject(failure);
  Object.assign(deps.unavailabilities, { add: fail, update: fail });
  await expect(createUnavailability(deps, SOURCE, 'c1', good(fields))).rejects.toBe(failure);
  await expect(changeUnavailability(deps, SOURCE, 'c1', 'u1', good({}))).rejects.toBe(failure);
});
