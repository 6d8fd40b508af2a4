import type { Plant } from '@solano/domain/assets';
import type {
  ConsumptionSeries,
  DeliveredRun,
  MeasuredSeries,
  PowerRun,
  SeriesFilter,
  Step,
} from '@solano/domain/energy';
import { DAY_MS, HOUR_MS, MICRO, MINUTE_MS } from '@solano/domain/kernel';
import type { FileUpload } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { addedCustomer, addedPlant, all, anEntry, later, UNKNOWN_IDS } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';

const DAY = Date.parse('2026-03-29T00:00:00Z');
const WINDOW = { from: DAY, to: DAY + DAY_MS };

function run(minutes: number, step: Step, mw: readonly number[]): PowerRun {
  return {
    start: DAY + minutes * MINUTE_MS,
    step,
    microMw: mw.map((each) => Math.round(each * MICRO)),
  };
}

const productionOf = ({ id }: Plant): MeasuredSeries => ({ kind: 'production', plantId: id });
const ofPlants = (...plants: Plant[]): SeriesFilter => ({
  kind: 'production',
  plantIds: plants.map(({ id }) => id),
});

/** A portfolio of its own, with names that are too long for an index. */
function aGroup(fields: Partial<ConsumptionSeries> = {}): ConsumptionSeries {
  const user = `${crypto.randomUUID()}${'ñ'.repeat(3_000)}`;
  return { kind: 'consumption', user, retailer: 'r/1', group: '', ...fields };
}

function anUpload(customerId: string, fields: Partial<FileUpload> = {}): FileUpload {
  const id = crypto.randomUUID();
  return {
    id,
    customerId,
    kind: 'production',
    portfolio: undefined,
    fileName: 'medidas "ñ".xlsx',
    key: `a/${id}.xlsx`,
    digest: id,
    rows: 2,
    series: ['ñ, "x"'],
    from: new Date(DAY),
    to: new Date(DAY + HOUR_MS),
    uploadedAt: later(0),
    by: 'key abc',
    ...fields,
  };
}

/** What every MeasurementStore does, with its FileUploadStore. */
export function measurementStoreContract(name: string, open: OpenStores): void {
  describe(`MeasurementStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('values', () => {
      values(handles);
    });
    describe('uploads', () => {
      uploads(handles);
    });
  });
}

function scene(handles: TwoHandles) {
  return {
    /** Records runs of a series, delivered some hours after the day. */
    record: (
      customerId: string,
      series: MeasuredSeries,
      hours: number,
      runs: PowerRun[],
      upload?: FileUpload,
    ) => {
      const deliveredAt = new Date(DAY + DAY_MS + hours * HOUR_MS);
      const delivery = { customerId, deliveredAt, ...(upload && { upload }) };
      return handles.here.measurements.record(
        delivery,
        [{ series, runs }],
        anEntry({ customerId }),
      );
    },
    read: async (customerId: string, filter: SeriesFilter, window = WINDOW) => {
      const found = await all(handles.there.measurements.runs(customerId, filter, window));
      const present = found.filter(({ runs }) => runs.length > 0);
      return present.map(({ series, runs }) => [series, runs.map(plain)] as const);
    },
  };
}

/** A run with its values in MW, and its times from the day on. */
function plain({ start, step, microMw, deliveredAt, takenBackAt }: DeliveredRun) {
  const mw = Array.from(microMw, (each) => each / MICRO);
  const hours = (at: number) => (at - DAY - DAY_MS) / HOUR_MS;
  const taken = takenBackAt === undefined ? [] : [hours(takenBackAt)];
  return [(start - DAY) / MINUTE_MS, step, mw, hours(deliveredAt), ...taken];
}

function values(handles: TwoHandles): void {
  const { record, read } = scene(handles);

  test('every revision is kept to six decimals, in order of delivery', async () => {
    const plant = await addedPlant(handles.here);
    const series = productionOf(plant);
    const first = [run(0, 15, [0, 0.000001, -1.5]), run(60, 60, [99_999_999.999999])];
    expect(await record(plant.customerId, series, 1, first)).toBe(0);
    expect(await record(plant.customerId, series, 2, [run(15, 15, [2])])).toBe(1);
    expect(await read(plant.customerId, ofPlants(plant))).toEqual([
      [
        series,
        [
          [0, 15, [0, 0.000001, -1.5], 1],
          [60, 60, [99_999_999.999999], 1],
          [15, 15, [2], 2],
        ],
      ],
    ]);
  });

  test('revisions come in order of delivery, whichever was recorded first', async () => {
    const plant = await addedPlant(handles.here);
    await record(plant.customerId, productionOf(plant), 5, [run(0, 15, [1])]);
    await record(plant.customerId, productionOf(plant), 3, [run(0, 15, [2])]);
    const [[, runs] = []] = await read(plant.customerId, ofPlants(plant));
    expect(runs).toEqual([
      [0, 15, [2], 3],
      [0, 15, [1], 5],
    ]);
  });

  test('a window is given the runs that overlap it, those that begin on the day before too', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    await record(customerId, productionOf(plant), 1, [run(-30, 60, [7]), run(1440, 15, [8])]);
    const [[, runs] = []] = await read(customerId, ofPlants(plant));
    expect(runs).toEqual([[-30, 60, [7], 1]]);
    const after = { from: DAY + HOUR_MS / 2, to: DAY + DAY_MS };
    expect(await read(customerId, ofPlants(plant), after)).toEqual([]);
  });

  test('a year of quarters is read as it was written', async () => {
    const plant = await addedPlant(handles.here);
    const mw = Array.from({ length: 366 * 96 }, (_, i) => (i % 977) / 1_000);
    await record(plant.customerId, productionOf(plant), 1, [run(0, 15, mw)]);
    const year = { from: DAY, to: DAY + 366 * DAY_MS };
    const [found] = await read(plant.customerId, ofPlants(plant), year);
    expect(found?.[1].flatMap(([, , part]) => part)).toEqual(mw);
  });

  test('groups of a portfolio are told apart, and read together in code-point order', async () => {
    const { id } = await addedCustomer(handles.here);
    const b = aGroup({ group: 'b' });
    const groups = [b, { ...b, group: 'B' }, { ...b, group: '' }];
    for (const group of [...groups, { ...b, retailer: 'r' }])
      await record(id, group, 1, [run(0, 60, [1])]);
    const { user, retailer } = b;
    const portfolio = { kind: 'consumption', user, retailer } as const;
    const found = await read(id, portfolio);
    expect(found.map(([series]) => series)).toEqual([groups[2], groups[1], groups[0]]);
    expect((await read(id, { ...portfolio, group: 'b' })).map(([series]) => series)).toEqual([b]);
    const other = await addedCustomer(handles.here);
    expect(await read(other.id, portfolio)).toEqual([]);
  });

  test('a state says what was delivered first, last, and when', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    const { measurements } = handles.there;
    expect(await measurements.states(customerId, ofPlants(plant))).toEqual([]);
    for (let hours = 1; hours <= 16; hours += 1) {
      await record(customerId, productionOf(plant), hours, [run(15 * hours, 15, [1])]);
    }
    const times = Array.from({ length: 14 }, (_, i) => new Date(DAY + DAY_MS + (16 - i) * HOUR_MS));
    expect(await measurements.states(customerId, ofPlants(plant))).toEqual([
      {
        revision: 16,
        series: productionOf(plant),
        firstStart: new Date(DAY + 15 * MINUTE_MS),
        lastEnd: new Date(DAY + 17 * 15 * MINUTE_MS),
        deliveredAt: times,
      },
    ]);
  });

  test('productions are read in the order in which their plants are named', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    const others = [
      await addedPlant(handles.here, { customerId }),
      await addedPlant(handles.here, { customerId }),
    ];
    const plants = [plant, ...others];
    for (const each of plants) await record(customerId, productionOf(each), 1, [run(0, 15, [1])]);
    for (const order of [plants, plants.toReversed()]) {
      const found = await read(customerId, ofPlants(...order));
      expect(found.map(([series]) => series)).toEqual(order.map(productionOf));
      const states = await handles.there.measurements.states(customerId, ofPlants(...order));
      expect(states.map(({ series }) => series)).toEqual(order.map(productionOf));
    }
  });

  test('several series are recorded together or not at all', async () => {
    const plant = await addedPlant(handles.here);
    const foreign = await addedPlant(handles.here);
    const { customerId } = plant;
    const delivery = { customerId, deliveredAt: later(0) };
    const each = [plant, foreign].map((one) => ({
      series: productionOf(one),
      runs: [run(0, 15, [1])],
    }));
    const { measurements } = handles.here;
    expect(await codeOf(measurements.record(delivery, each, anEntry()))).toBe('plant_unknown');
    expect(await read(customerId, ofPlants(plant, foreign))).toEqual([]);
  });

  test('an audit entry that cannot be stored leaves no value', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    const each = { series: productionOf(plant), runs: [run(0, 15, [1])] };
    const entry = anEntry({ subject: 'a\0' });
    const delivery = { customerId, deliveredAt: later(0) };
    const recording = handles.here.measurements.record(delivery, [each], entry);
    expect(await codeOf(recording)).toBe('invalid_request');
    expect(await read(customerId, ofPlants(plant))).toEqual([]);
  });

  test('calls at once lose nothing', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    await concurrently(8, (i) =>
      record(customerId, productionOf(plant), i, [run(15 * i, 15, [i])]),
    );
    const [found] = await read(customerId, ofPlants(plant));
    expect(found?.[1]).toEqual(Array.from({ length: 8 }, (_, i) => [15 * i, 15, [i], i]));
  });

  test('the production of a plant goes with it', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId, id } = plant;
    await record(customerId, productionOf(plant), 1, [run(0, 15, [1])]);
    await handles.here.plants.remove(customerId, id, anEntry());
    expect(await read(customerId, ofPlants(plant))).toEqual([]);
    expect(await codeOf(record(customerId, productionOf(plant), 1, [run(0, 15, [1])]))).toBe(
      'plant_unknown',
    );
  });

  test.each(UNKNOWN_IDS)('a customer or plant with the id of %s is unknown', async (_, id) => {
    const plant = await addedPlant(handles.here);
    const one = [run(0, 15, [1])];
    expect(
      await codeOf(record(plant.customerId, { kind: 'production', plantId: id }, 1, one)),
    ).toBe('plant_unknown');
    expect(await codeOf(record(id, aGroup(), 1, one))).toBe('not_found');
    const { measurements } = handles.here;
    expect(await read(id, ofPlants(plant))).toEqual([]);
    expect(await measurements.states(id, ofPlants(plant))).toEqual([]);
    const unknown = { kind: 'production', plantIds: [id] } as const;
    expect(await read(plant.customerId, unknown)).toEqual([]);
  });
}

function uploads(handles: TwoHandles): void {
  const { record, read } = scene(handles);
  const PRODUCTION = { kind: 'production' } as const;

  test('uploads are kept as they were given, the newest first', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    const { fileUploads } = handles.there;
    const first = anUpload(customerId);
    const second = anUpload(customerId, { uploadedAt: later(HOUR_MS) });
    await record(customerId, productionOf(plant), 1, [run(0, 15, [1])], first);
    await record(customerId, productionOf(plant), 2, [run(0, 15, [1])], second);
    const list = (offset: number, limit = 9) =>
      all(fileUploads.list(customerId, PRODUCTION, { offset, limit }));
    expect(await list(0)).toEqual([second, first]);
    expect(await list(1)).toEqual([first]);
    expect(await list(0, 1)).toEqual([second]);
    expect(await fileUploads.count(customerId, PRODUCTION)).toBe(2);
    expect(await fileUploads.get(customerId, PRODUCTION, first.id)).toEqual(first);
    expect(await fileUploads.withDigest(customerId, first.digest)).toEqual(first);
  });

  test('uploads of portfolios are told apart, and from those of production', async () => {
    const { id } = await addedCustomer(handles.here);
    const { fileUploads } = handles.there;
    const { user, retailer, ...series } = aGroup();
    const portfolio = { user, retailer };
    const upload = anUpload(id, { kind: 'consumption', portfolio });
    await record(id, { ...series, ...portfolio }, 1, [run(0, 15, [1])], upload);
    const own = { kind: 'consumption', ...portfolio } as const;
    expect(await all(fileUploads.list(id, own, { offset: 0 }))).toEqual([upload]);
    for (const filter of [PRODUCTION, { ...own, retailer: 'x' }, { ...own, user: 'x' }]) {
      expect(await fileUploads.count(id, filter)).toBe(0);
      expect(await fileUploads.get(id, filter, upload.id)).toBeUndefined();
      expect(await fileUploads.takeBack(id, filter, upload.id, anEntry())).toBe(false);
    }
  });

  test('the same file is recorded once, also by calls at once, until it is taken back', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    const digest = crypto.randomUUID();
    const upload = () =>
      record(
        customerId,
        productionOf(plant),
        1,
        [run(0, 15, [1])],
        anUpload(customerId, { digest }),
      );
    const results = await concurrently(4, upload);
    expect(results.filter((each) => each === undefined)).toHaveLength(3);
    const { fileUploads } = handles.there;
    const { id = '' } = (await fileUploads.withDigest(customerId, digest)) ?? {};
    expect(await fileUploads.takeBack(customerId, PRODUCTION, id, anEntry())).toBe(true);
    expect(await fileUploads.withDigest(customerId, digest)).toBeUndefined();
    expect(await upload()).toBe(0);
  });

  test('an upload that is taken back marks its runs, and them alone, with the time', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    const { fileUploads } = handles.there;
    const upload = anUpload(customerId);
    await record(customerId, productionOf(plant), 1, [run(0, 15, [1])]);
    await record(customerId, productionOf(plant), 2, [run(0, 15, [2])], upload);
    const entry = anEntry({ at: new Date(DAY + DAY_MS + 5 * HOUR_MS) });
    expect(await fileUploads.takeBack(customerId, PRODUCTION, upload.id, entry)).toBe(true);
    expect(await fileUploads.takeBack(customerId, PRODUCTION, upload.id, entry)).toBe(false);
    expect(await fileUploads.get(customerId, PRODUCTION, upload.id)).toBeUndefined();
    expect(await fileUploads.count(customerId, PRODUCTION)).toBe(0);
    const [[, runs] = []] = await read(customerId, ofPlants(plant));
    expect(runs).toEqual([
      [0, 15, [1], 1],
      [0, 15, [2], 2, 5],
    ]);
    expect(await record(customerId, productionOf(plant), 6, [run(0, 15, [3])])).toBe(1);
  });

  test('the revision of a series grows with a delivery and with an upload that is taken back', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId } = plant;
    const revision = async () =>
      (await handles.there.measurements.states(customerId, ofPlants(plant)))[0]?.revision ?? 0;
    const upload = anUpload(customerId);
    await record(customerId, productionOf(plant), 1, [run(0, 15, [1])], upload);
    const first = await revision();
    await record(customerId, productionOf(plant), 2, [run(0, 15, [2])]);
    const second = await revision();
    expect(second).toBeGreaterThan(first);
    await handles.here.fileUploads.takeBack(customerId, PRODUCTION, upload.id, anEntry());
    const third = await revision();
    expect(third).toBeGreaterThan(second);
    await handles.here.fileUploads.takeBack(customerId, PRODUCTION, upload.id, anEntry());
    expect(await revision()).toBe(third);
  });

  test.each(UNKNOWN_IDS)('there is no upload with the id of %s', async (_, id) => {
    const { id: customerId } = await addedCustomer(handles.here);
    const { fileUploads } = handles.here;
    expect(await fileUploads.get(customerId, PRODUCTION, id)).toBeUndefined();
    expect(await fileUploads.takeBack(customerId, PRODUCTION, id, anEntry())).toBe(false);
    expect(await all(fileUploads.list(id, PRODUCTION, { offset: 0 }))).toEqual([]);
    expect(await fileUploads.count(id, PRODUCTION)).toBe(0);
    expect(await fileUploads.withDigest(id, 'x')).toBeUndefined();
  });
}
