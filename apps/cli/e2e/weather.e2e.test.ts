import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const opened = new AsyncDisposableStack();
let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase('template0'));
  command = opened.use(await openCommand(url));
  await command.json('customer', 'add', 'Norte');
  const plants = await command.file(
    'plants.csv',
    'code;name;technology_type;lat;lon;installed_capacity_mw;country;timezone\nMUXIA;Muxia;wind;43.11;-9.09;30;Spain;Europe/Madrid\n',
  );
  await command.json('plant', 'import', 'Norte', plants);
});
afterAll(() => opened.disposeAsync());

const RUNS = [
  'issued_at;valid_at;u100;v100',
  '2026-03-10T00:00:00Z;2026-03-10T01:00:00Z;0;-5',
  '2026-03-10T00:00:00Z;2026-03-10T02:00:00Z;0;-6',
  '2026-03-11T00:00:00Z;2026-03-11T01:00:00Z;0;-7',
  '',
].join('\n');
const FIELDS = ['wind_speed_100m', 'wind_direction_100m'];

describe('weather import', () => {
  test('weather import records the runs of a plant once, and a changed run as a vintage of now', async () => {
    const file = await command.file('muxia.csv', RUNS);
    const run = ['weather', 'import', file, '--plant', 'Norte/MUXIA'];
    const counts = { plant: 'MUXIA', rows: 3, runs: 2, fields: FIELDS };
    const issued = { first_issued_at: '2026-03-10T00:00Z', last_issued_at: '2026-03-11T00:00Z' };
    const expected = { ...counts, ...issued };
    expect(await command.json(...run)).toEqual({ ...expected, recorded: 2, changed: 0 });
    expect((await command.solano(...run)).stdout).toBe(
      'MUXIA: 0 runs recorded of 2 runs in 3 rows, issued from 2026-03-10T00:00Z to 2026-03-11T00:00Z, with wind_speed_100m, wind_direction_100m.\n2 runs had been recorded already.\n',
    );
    await writeFile(file, RUNS.replace(';-7', ';-8'));
    expect(await command.json(...run)).toEqual({ ...expected, recorded: 1, changed: 1 });
    const entries = (await command.json('audit', '--customer', 'Norte')) as { action: string }[];
    const imports = entries.filter(({ action }) => action === 'weather.import');
    expect(imports).toMatchObject([{ subject: 'MUXIA' }, { subject: 'MUXIA' }]);
  });

  test('weather import records packed weather of a place for all plants near it', async () => {
    const file = await command.file('place.csv', RUNS);
    const packed = `${file}.gz`;
    await writeFile(packed, gzipSync(await readFile(file)));
    const recorded = await command.json('weather', 'import', packed, '--place', '43.12,-9.1');
    expect(recorded).toMatchObject({ place: '43.1,-9.1', recorded: 2 });
    const own = { source: 'file', runs: 3, place: null, plant: 'MUXIA' };
    const grid = {
      source: 'file',
      runs: 2,
      place: '43.1,-9.1',
      last_known_at: '2026-03-11T00:00Z',
    };
    expect(await command.json('weather', 'list', 'Norte')).toMatchObject([
      own,
      { plant: 'MUXIA', ...grid },
    ]);
    expect(await command.json('weather', 'list')).toMatchObject([grid]);
    const { stdout } = await command.solano('weather', 'list');
    expect(stdout).toMatch(/^place +source .*\n43\.1,-9\.1 +file +2026-03-10T00:00Z .* 2\n$/);
  });

  test.each([
    [
      'rows',
      `${RUNS}2026-03-12;x;1,5;2\n`,
      /^line 5, column issued_at: .*\nline 5, column valid_at: .*\n$/,
    ],
    [
      'columns',
      'valid_at;wind_speed_100m (km/h)\n',
      /^line 1, column issued_at: missing\nline 1, column wind_speed_100m \(km\/h\): is not in m\/s\n$/,
    ],
    ['text', 'a\u00f1o;valid_at\n', /: not UTF-8\n$/],
    ['gzip', '\u001f\u008b\u0008', /: not whole gzip \(/],
  ])(
    'weather import rejects a file with bad %s, and records nothing',
    async (_, text, problems) => {
      const file = await command.file('bad.csv', text);
      const rejected = await command.solano(
        'weather',
        'import',
        file,
        '--place',
        '10,10',
        '--json',
      );
      expect(rejected).toMatchObject({ code: 1, stdout: '' });
      expect(rejected.stderr).toMatch(problems);
      const places = (await command.json('weather', 'list')) as { place: string }[];
      expect(places.map(({ place }) => place)).not.toContain('10,10');
    },
  );

  test.each([
    [[], 'Say either --plant <customer>/<plant> or --place <lat>,<lon>.'],
    [['--plant', 'Norte/MUXIA', '--place', '1,1'], 'Say either --plant'],
    [['--plant', 'MUXIA'], '--plant MUXIA: not of the form <customer>/<plant>'],
    [['--plant', 'Norte/none'], 'Plant with this ID does not exist.'],
    [['--plant', 'none/MUXIA'], 'none'],
    [['--place', '91,0'], '--place 91,0: not <lat>,<lon> in decimal degrees, such as 41.65,-0.9'],
  ])('weather import rejects the target %j', async (options, problem) => {
    const file = await command.file('good.csv', RUNS);
    const rejected = await command.solano('weather', 'import', file, ...options);
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toContain(problem);
  });
});
