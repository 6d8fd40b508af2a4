import type { OutageUpload, OutageWindow, Plant, Unavailability } from '@solano/domain/assets';
import { HOUR_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import {
  addedPlant,
  addedUnavailability,
  all,
  anEntry,
  anUnavailability,
  later,
  UNKNOWN_IDS,
} from '../examples.ts';
import { codeOf } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';

const UPLOADED_AT = later(HOUR_MS);
const DAY: OutageWindow = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

function anUpload(plant: Plant, fields: Partial<OutageUpload> = {}): OutageUpload {
  const id = crypto.randomUUID();
  return {
    id,
    customerId: plant.customerId,
    fileName: 'paradas "ñ".xlsx',
    key: `a/b/${id}.xlsx`,
    digest: id,
    mode: 'add',
    rows: 1,
    plants: [plant.name, 'ñ, "x"'],
    uploadedAt: UPLOADED_AT,
    by: 'key abc',
    ...fields,
  };
}

/** A record of the hour. */
function hourOf(plant: Plant, hour: number, fields: Partial<Unavailability> = {}): Unavailability {
  const at = (each: number) => `2026-01-01T${String(each).padStart(2, '0')}:00:00Z`;
  return anUnavailability(plant, {
    start: at(hour),
    end: at(hour + 1),
    updatedAt: UPLOADED_AT,
    ...fields,
  });
}

const before = (plant: Plant, hour: number, fields: Partial<Unavailability> = {}) =>
  hourOf(plant, hour, { updatedAt: later(0), observations: 'before', sourceValue: 0.1, ...fields });

/** What every OutageUploadStore does. */
export function outageUploadStoreContract(name: string, open: OpenStores): void {
  describe(`OutageUploadStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('recording', () => {
      recording(handles);
    });
    describe('taking back', () => {
      takingBack(handles);
    });
  });
}

const byStart = (a: Unavailability, b: Unavailability) => (a.start < b.start ? -1 : 1);

function scene(handles: TwoHandles) {
  return {
    record: (upload: OutageUpload, rows: Unavailability[], window?: OutageWindow) =>
      handles.here.uploads.record(upload, rows, window, anEntry()),
    takeBack: (upload: OutageUpload, force = false) =>
      handles.there.uploads.takeBack(upload.customerId, upload.id, anEntry(), force),
    list: ({ customerId }: Plant) =>
      all(handles.there.unavailabilities.list(customerId, undefined, { offset: 0 })),
  };
}

function recording(handles: TwoHandles): void {
  const { record, list } = scene(handles);

  test('an upload is kept as it was recorded, and uploads are listed newest first', async () => {
    const plant = await addedPlant(handles.here);
    const first = anUpload(plant);
    const second = anUpload(plant, { uploadedAt: later(2 * HOUR_MS), mode: 'replace', plants: [] });
    expect(await record(first, [hourOf(plant, 1)])).toEqual(first);
    await record(second, []);
    const { uploads } = handles.there;
    expect(await all(uploads.list(plant.customerId, { offset: 0 }))).toEqual([second, first]);
    expect(await all(uploads.list(plant.customerId, { offset: 1 }))).toEqual([first]);
    expect(await all(uploads.list(plant.customerId, { offset: 0, limit: 1 }))).toEqual([second]);
    expect(await uploads.count(plant.customerId)).toBe(2);
    expect(await uploads.get(plant.customerId, first.id)).toEqual(first);
    expect(await uploads.withDigest(plant.customerId, first.digest)).toEqual(first);
  });

  test('uploads of customers are separate, and unknown ids are not found', async () => {
    const plant = await addedPlant(handles.here);
    const upload = anUpload(plant);
    await record(upload, []);
    const other = await addedPlant(handles.here);
    const { uploads } = handles.there;
    expect(await all(uploads.list(other.customerId, { offset: 0 }))).toEqual([]);
    expect(await uploads.get(other.customerId, upload.id)).toBeUndefined();
    expect(await uploads.withDigest(other.customerId, upload.digest)).toBeUndefined();
    expect(await uploads.takeBack(other.customerId, upload.id, anEntry(), true)).toBeUndefined();
    for (const [, id] of UNKNOWN_IDS) {
      expect(await uploads.get(plant.customerId, id)).toBeUndefined();
      expect(await uploads.takeBack(plant.customerId, id, anEntry(), true)).toBeUndefined();
      expect(await all(uploads.list(id, { offset: 0 }))).toEqual([]);
      expect(await uploads.count(id)).toBe(0);
    }
  });

  test('a row replaces the record with its plant, start, end and type', async () => {
    const plant = await addedPlant(handles.here);
    const [old, other] = [before(plant, 1), before(plant, 2)];
    for (const each of [old, other]) await addedUnavailability(handles.here, each, plant);
    const row = hourOf(plant, 1);
    await record(anUpload(plant), [row]);
    expect(await list(plant)).toEqual([row, other]);
  });

  test('an upload clears the window of the plants of its rows, and of no others', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    const neighbour = await addedPlant(handles.here, { customerId });
    const kept = [
      before(neighbour, 3),
      before(plant, 0, { start: '2025-12-31T22:00:00Z', end: DAY.from }),
      before(plant, 0, { start: DAY.to, end: '2026-01-03T00:00:00Z' }),
    ];
    const gone = [
      before(plant, 3),
      before(plant, 0, { start: '2025-12-31T22:00:00Z', end: '2026-01-01T00:00:00.000001Z' }),
      before(plant, 0, { start: '2026-01-01T23:59:59Z', end: '2026-01-03T00:00:00Z' }),
    ];
    for (const each of [...kept, ...gone]) {
      await addedUnavailability(
        handles.here,
        each,
        each.plantName === plant.name ? plant : neighbour,
      );
    }
    const row = hourOf(plant, 5);
    await record(anUpload(plant, { mode: 'replace' }), [row], DAY);
    const found = await list(plant);
    expect(found.toSorted(byStart)).toEqual([...kept, row].toSorted(byStart));
  });

  test('an upload with an unknown plant records nothing', async () => {
    const plant = await addedPlant(handles.here);
    const upload = anUpload(plant);
    const rows = [hourOf(plant, 1), hourOf(plant, 2, { plantName: 'nowhere' })];
    expect(await codeOf(record(upload, rows))).toBe('plant_unknown');
    expect(await list(plant)).toEqual([]);
    expect(await all(handles.there.uploads.list(plant.customerId, { offset: 0 }))).toEqual([]);
  });

  test('one file that ten callers upload at once is recorded once', async () => {
    const plant = await addedPlant(handles.here);
    const digest = 'd';
    const found = await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const { uploads } = i % 2 === 0 ? handles.here : handles.there;
        return uploads.record(
          anUpload(plant, { digest }),
          [hourOf(plant, 1)],
          undefined,
          anEntry(),
        );
      }),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(await list(plant)).toHaveLength(1);
    expect(await all(handles.there.uploads.list(plant.customerId, { offset: 0 }))).toEqual([
      found[0],
    ]);
  });
}

function takingBack(handles: TwoHandles): void {
  const { record, takeBack, list } = scene(handles);
  const conflict = ({ id, plantName, start, end, availabilityType }: Unavailability) => ({
    id,
    plantName,
    start,
    end,
    availabilityType,
  });

  /** A plant with a row that an upload replaces, one that it clears, and what it brings. */
  async function uploaded() {
    const plant = await addedPlant(handles.here);
    const old = [before(plant, 1), before(plant, 2)];
    for (const each of old) await addedUnavailability(handles.here, each, plant);
    const rows = [hourOf(plant, 1), hourOf(plant, 3)] as const;
    const upload = anUpload(plant, { mode: 'replace' });
    await record(upload, [...rows], DAY);
    expect(await list(plant)).toEqual(rows);
    return { plant, old, rows, upload };
  }

  const change = (row: Unavailability, fields: Partial<Unavailability>) =>
    handles.here.unavailabilities.update(
      row.customerId,
      row.id,
      (present) => ({ ...present, ...fields, updatedAt: later(2 * HOUR_MS) }),
      anEntry(),
    );

  test('taking back restores everything as it was before the upload', async () => {
    const { plant, old, upload } = await uploaded();
    expect(await takeBack(upload)).toEqual([]);
    expect(await list(plant)).toEqual(old);
    expect(await all(handles.here.uploads.list(plant.customerId, { offset: 0 }))).toEqual([]);
    expect(await takeBack(upload)).toBeUndefined();
  });

  test('taking back lets the same file be uploaded again', async () => {
    const { plant, rows, upload } = await uploaded();
    await takeBack(upload);
    await record(upload, [...rows], DAY);
    expect(await list(plant)).toEqual(rows);
  });

  test('taking back names a row that was changed since, and changes nothing', async () => {
    const { plant, rows, upload } = await uploaded();
    const changed = await change(rows[1], { availablePowerMw: 1 });
    expect(await takeBack(upload)).toEqual([conflict(rows[1])]);
    expect(await list(plant)).toEqual([rows[0], changed]);
    expect(await all(handles.here.uploads.list(plant.customerId, { offset: 0 }))).toEqual([upload]);
  });

  test('forced taking back leaves a changed row alone, and does not restore the row that it replaced', async () => {
    const { plant, old, rows, upload } = await uploaded();
    const changed = await change(rows[0], { availablePowerMw: 1 });
    expect(await takeBack(upload, true)).toEqual([]);
    expect(await list(plant)).toEqual([changed, old[1]]);
  });

  test('taking back names a row that was deleted since; if forced, it stays deleted', async () => {
    const { plant, old, rows, upload } = await uploaded();
    await handles.here.unavailabilities.remove(plant.customerId, rows[0].id, anEntry());
    expect(await takeBack(upload)).toEqual([conflict(rows[0])]);
    expect(await takeBack(upload, true)).toEqual([]);
    expect(await list(plant)).toEqual([old[1]]);
  });

  test('taking back names a row whose key another one has taken', async () => {
    const { plant, old, upload } = await uploaded();
    const other = await addedUnavailability(
      handles.here,
      before(plant, 2, { sourceValue: 9 }),
      plant,
    );
    const conflicts = old.slice(1).map(conflict);
    expect(await takeBack(upload)).toEqual(conflicts);
    expect(await takeBack(upload, true)).toEqual([]);
    expect(await list(plant)).toEqual([old[0], other]);
  });

  test('taking back is possible from the last upload to the first', async () => {
    const { plant, old, upload } = await uploaded();
    const second = anUpload(plant, { uploadedAt: later(3 * HOUR_MS) });
    const row = hourOf(plant, 1, { updatedAt: second.uploadedAt, observations: 'second' });
    await record(second, [row]);
    expect(await takeBack(upload)).toHaveLength(2);
    expect(await takeBack(second)).toEqual([]);
    expect(await takeBack(upload)).toEqual([]);
    expect(await list(plant)).toEqual(old);
  });

  test('taking back needs force after the plant was deleted', async () => {
    const { plant, upload } = await uploaded();
    await handles.here.plants.remove(plant.customerId, plant.id, anEntry());
    expect(await takeBack(upload)).toHaveLength(4);
    expect(await takeBack(upload, true)).toEqual([]);
    expect(await list(plant)).toEqual([]);
  });

  test('taking back names a hundred rows at most', async () => {
    const plant = await addedPlant(handles.here);
    const rows = Array.from({ length: 120 }, (_, i) =>
      hourOf(plant, 1, {
        start: `2026-01-01T00:${String(i % 60).padStart(2, '0')}:0${i < 60 ? 0 : 1}Z`,
      }),
    );
    const upload = anUpload(plant, { rows: 120 });
    await record(upload, rows);
    for (const { id } of rows)
      await handles.here.unavailabilities.remove(plant.customerId, id, anEntry());
    expect(await takeBack(upload)).toHaveLength(100);
  });
}
