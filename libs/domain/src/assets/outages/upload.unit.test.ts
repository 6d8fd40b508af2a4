import { listOf, SOURCE } from '@solano/domain/contracts';
import { rejectRows, SolanoError } from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { PLANT_DEFAULTS, type Plant } from '../plants/plant.ts';
import type { Unavailability } from '../unavailabilities/unavailability.ts';
import { type OutageTable, readOutageTable } from './outage-file.ts';
import type { OutageUploadDeps } from './upload.ts';
import { requireOutageUploads, uploadOutages, uploadPlantOutages } from './upload.ts';

const NOW = new Date('2026-11-21T23:59:58.123Z');
const CUSTOMER: Customer = { id: 'c1', name: 'ACME', folder: 'Acme Energía', permissions: [] };
/** Nothing reads it but the reader of outages: it is stored as it is. */
const CONTENT = new Uint8Array([0xef, 0xbb, 0xbf, 1, 0, 255]);
const FILE = { content: CONTENT };
const HEADER = ['plant_id', 'start', 'end', 'avail_qty'];
const ROW = ['Sierra 1', '2026-11-22T10:00', '2026-11-22T12:00', '12.5'];
const START = '2026-11-22T11:00';
const TABLE = tableOf(ROW, ROW.with(1, START));
const BAD = tableOf(ROW, ROW.with(3, '-1'), ROW.with(1, 'x'));

function tableOf(...rows: string[][]): OutageTable {
  return { header: HEADER, rows: rows.map((fields, i) => ({ line: i + 2, fields })) };
}

function plantOf(name: string, customerId = 'c1'): Plant {
  return {
    ...PLANT_DEFAULTS,
    id: name,
    customerId,
    name,
    lat: '40.0000000',
    lon: '-3.0000000',
    installedCapacityMw: '60.000',
    nominalCapacityMw: '50.000',
    area: 'ES',
    technologyType: 'wind',
    agrupation: '',
    timezone: 'Europe/Madrid',
    createdAt: NOW,
    updatedAt: NOW,
  };
}

interface Scene {
  readonly table?: OutageTable;
  readonly enabled?: boolean;
  readonly readOutages?: OutageUploadDeps['readOutages'];
  /** What the stores throw. */
  readonly objectsError?: Error;
  readonly outagesError?: Error;
}

/** Ports that write down, in order, what is stored. */
function sceneOf({ table = TABLE, enabled = true, ...scene }: Scene = {}) {
  const stored: unknown[] = [];
  const plants = [plantOf('Sierra 1'), plantOf('Río/2'), plantOf('Foreign', 'c2')];
  let ids = 0;
  const deps: OutageUploadDeps = {
    plants: {
      async byName(customerId, name) {
        return plants.find((plant) => plant.customerId === customerId && plant.name === name);
      },
      list(customerId, page) {
        expect(page).toEqual({ offset: 0 });
        return listOf(plants.filter((plant) => plant.customerId === customerId));
      },
    },
    unavailabilities: {
      async replaceAll(customerId: string, records: Iterable<Unavailability>) {
        if (scene.outagesError) throw scene.outagesError;
        stored.push({ customerId, records: [...records] });
      },
    },
    objects: {
      async put(key, content, contentType) {
        if (scene.objectsError) throw scene.objectsError;
        stored.push({ key, content, contentType });
      },
    },
    readOutages:
      scene.readOutages ??
      (async (content, known) => {
        if (content !== CONTENT) return rejectRows(['other content']);
        const fields = readOutageTable(table, known);
        return { count: fields.length, fields };
      }),
    clock: () => NOW,
    newId: () => {
      ids += 1;
      return `id${ids}`;
    },
    digest: () => expect.unreachable(),
    enabled,
  };
  return { deps, stored };
}

type Upload = (deps: OutageUploadDeps, customer?: Customer) => Promise<number>;
const ofPlant: Upload = (deps, customer = CUSTOMER) =>
  uploadPlantOutages(deps, { source: SOURCE, customer, file: FILE }, 'Sierra 1');
const ofAll: Upload = (deps, customer = CUSTOMER) =>
  uploadOutages(deps, { source: SOURCE, customer, file: FILE });

const UPLOADS: [string, Upload, string][] = [
  [
    'of one plant',
    ofPlant,
    'Acme%20Energ%C3%ADa/outages/Sierra%201/2026/11/21/2026-11-21T23-59-58-123Z-id1.csv',
  ],
  [
    'of all plants',
    ofAll,
    'Acme%20Energ%C3%ADa/outages-all/2026/11/21/2026-11-21T23-59-58-123Z-id1.csv',
  ],
];

/** What an upload is rejected with; nothing may have been stored but for `stored`. */
async function rejection(
  scene: Scene,
  upload: Upload,
  customer?: Customer,
  stored: unknown[] = [],
) {
  const { deps, stored: found } = sceneOf(scene);
  const error = await upload(deps, customer).then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  );
  expect(found).toEqual(stored);
  if (!(error instanceof SolanoError)) throw error;
  return error;
}

describe.each(UPLOADS)('an upload %s', (_, upload, key) => {
  const STORED = { key, content: CONTENT, contentType: 'text/csv' };

  test('an upload stores the file as received, then its rows at once', async () => {
    const { deps, stored } = sceneOf();
    expect(await upload(deps)).toBe(2);
    const record = {
      customerId: 'c1',
      plantName: 'Sierra 1',
      end: '2026-11-22T12:00:00Z',
      availablePowerMw: 12.5,
      availabilityType: 'UNAVAILABILITY',
      observations: '',
      sourceUnit: 'MW',
      sourceValue: 12.5,
      timezoneSource: null,
      createdAt: NOW,
      updatedAt: NOW,
    };
    const records = [
      { ...record, id: 'id2', start: '2026-11-22T10:00:00Z' },
      { ...record, id: 'id3', start: '2026-11-22T11:00:00Z' },
    ];
    expect(stored).toEqual([STORED, { customerId: 'c1', records }]);
  });

  test.each<[string, Scene, Customer]>([
    ['switched off', { enabled: false, table: BAD }, CUSTOMER],
    ['of a customer without a folder', { table: BAD }, { ...CUSTOMER, folder: null }],
  ])('an upload that is %s is rejected as not configured', async (_case, scene, customer) => {
    expect(await rejection(scene, upload, customer)).toMatchObject({
      code: 'uploads_off',
      message: 'Outages uploads are not configured.',
    });
  });

  test('an upload whose file cannot be stored records nothing', async () => {
    const objectsError = new SolanoError('objects_unavailable', 'gone');
    expect(await rejection({ objectsError }, upload)).toMatchObject({
      code: 'upload_failed',
      message: 'File upload failed.',
      cause: objectsError,
    });
  });

  test.each([
    new SolanoError('store_unavailable', 'gone'),
    new SolanoError('invalid_request', 'what is this'),
  ])('an upload fails with any other error of the stores: $code', async (error) => {
    expect(await rejection({ objectsError: error }, upload)).toBe(error);
    expect(await rejection({ outagesError: error }, upload, CUSTOMER, [STORED])).toBe(error);
  });

  test('an upload fails with an unexpected error unchanged', async () => {
    const bug = new TypeError('x is not a function');
    const readOutages = () => Promise.reject(bug);
    await expect(upload(sceneOf({ readOutages }).deps)).rejects.toBe(bug);
  });
});

describe('an upload of one plant', () => {
  test.each(['Nowhere', '', 'sierra 1', 'Foreign'])(
    'an upload of one plant is rejected for %j, which is not a plant',
    async (name) => {
      const upload: Upload = (deps) =>
        uploadPlantOutages(deps, { source: SOURCE, customer: CUSTOMER, file: FILE }, name);
      expect(await rejection({ table: BAD }, upload)).toMatchObject({
        code: 'plant_not_found',
        message: 'Plant with this ID does not exist.',
      });
    },
  );

  test('an upload of one plant is rejected where the plant is deleted meanwhile', async () => {
    const outagesError = new SolanoError('plant_unknown', 'gone');
    const stored = [expect.objectContaining({ content: CONTENT })];
    expect(await rejection({ outagesError }, ofPlant, CUSTOMER, stored)).toMatchObject({
      code: 'plant_not_found',
      message: 'Plant with this ID does not exist.',
    });
  });

  test('an upload of one plant names every bad row under the field of the file', async () => {
    expect(await rejection({ table: BAD }, ofPlant)).toMatchObject({
      code: 'invalid_fields',
      fields: {
        file: [
          expect.stringMatching(/^line 3, column avail_qty: ./),
          expect.stringMatching(/^line 4, column start: ./),
        ],
      },
    });
  });

  test('an upload of one plant is rejected for a row of another plant', async () => {
    const table = tableOf(ROW, ROW.with(0, 'Río/2'));
    const file = [expect.stringMatching(/^line 3, column plant_id: ./)];
    expect(await rejection({ table }, ofPlant)).toMatchObject({ fields: { file } });
  });

  test('an upload of one plant rejects a file that is not CSV', async () => {
    const readOutages = async () => rejectRows(['line 3: an open quote']);
    expect(await rejection({ readOutages }, ofPlant)).toMatchObject({
      code: 'invalid_fields',
      fields: { file: ['line 3: an open quote'] },
    });
  });
});

describe('an upload of all plants', () => {
  test('an upload of all plants records each row with its plant', async () => {
    const { deps, stored } = sceneOf({ table: tableOf(ROW, ROW.with(0, 'Río/2')) });
    expect(await ofAll(deps)).toBe(2);
    expect(stored[1]).toMatchObject({
      records: [{ plantName: 'Sierra 1' }, { plantName: 'Río/2' }],
    });
  });

  test('an upload of all plants names unknown plants, also those of other customers, as bad rows', async () => {
    const table = tableOf(
      ROW,
      ROW.with(0, 'Nowhere'),
      ROW.with(0, 'Foreign'),
      ROW.with(3, 'x').with(1, START),
    );
    const line = (number: number, column: string) => `line ${number}, column ${column}: [^;]+`;
    const rows = [line(3, 'plant_id'), line(4, 'plant_id'), line(5, 'avail_qty')].join('; ');
    expect(await rejection({ table }, ofAll)).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(
        new RegExp(`^Invalid file format or missing required fields: ${rows}$`),
      ),
    });
  });

  test('an upload of all plants is rejected for a missing column and for a file that is not CSV', async () => {
    const table = { header: HEADER.slice(1), rows: [{ line: 2, fields: ROW.slice(1) }] };
    const start = 'Invalid file format or missing required fields:';
    expect(await rejection({ table }, ofAll)).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(new RegExp(`^${start} line 1, column plant_id: .`)),
    });
    const readOutages = async () => rejectRows(['line 3: an open quote']);
    expect(await rejection({ readOutages }, ofAll)).toMatchObject({
      message: `${start} line 3: an open quote`,
    });
  });

  test('an upload of all plants is rejected where a plant is deleted meanwhile', async () => {
    const outagesError = new SolanoError('plant_unknown', 'gone');
    const stored = [expect.objectContaining({ content: CONTENT })];
    expect(await rejection({ outagesError }, ofAll, CUSTOMER, stored)).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^Invalid file format or missing required fields: .*plant/),
    });
  });
});

test('the folder is required before an upload is read', () => {
  expect(requireOutageUploads(true, CUSTOMER)).toBe('Acme Energía');
  const off = expect.objectContaining({ code: 'uploads_off' });
  expect(() => requireOutageUploads(false, CUSTOMER)).toThrow(off);
  expect(() => requireOutageUploads(true, { ...CUSTOMER, folder: null })).toThrow(off);
});
