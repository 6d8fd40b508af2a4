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
    'code;name;technology_type;lat;lon;installed_capacity_mw;country;timezone\nMUXIA;Muxia;wind;43;-9;30;Spain;Europe/Madrid\n',
  );
  await command.json('plant', 'import', 'Norte', plants);
});
afterAll(() => opened.disposeAsync());

const SPANISH = 'Fecha;Hora;Potencia (MW)\n10/03/2026;1;12,5\n13/03/2026;24;7\n';

describe('production import', () => {
  const run = (file: string, ...more: string[]) => ['production', 'import', 'Norte', file, ...more];

  test('production import records a file once, as the operator', async () => {
    const file = await command.file('marzo.csv', SPANISH.replace('13/03/2026;24', '10/03/2026;2'));
    const args = run(file, '--plant', 'MUXIA', '--zone', 'Europe/Madrid', '--date-form', 'dmy');
    const recorded = (await command.json(...args)) as { id: string };
    expect(recorded).toEqual({
      id: expect.any(String),
      rows: 2,
      series: ['MUXIA'],
      from: '2026-03-09T23:00:00.000Z',
      to: '2026-03-10T01:00:00.000Z',
      replaced: 0,
      warnings: [],
      warning_reasons: [],
    });
    expect(await command.json(...args)).toMatchObject({
      id: recorded.id,
      message: 'This file was uploaded before: nothing was recorded.',
    });
    const entries = (await command.json('audit', '--customer', 'Norte')) as { action: string }[];
    expect(entries.filter(({ action }) => action === 'production.upload')).toMatchObject([
      { actor: expect.stringMatching(/operator/), subject: recorded.id },
    ]);
  });

  test('production import says on a dry run how a file is read, and stores nothing', async () => {
    const file = await command.file('dry.csv', 'utc;mw\n2026-03-11 01:00;5\n2026-03-11 02:00;6\n');
    const args = run(file, '--plant', 'MUXIA');
    expect(await command.json(...args, '--dry-run')).toMatchObject({
      understood: { format: 'csv', delimiter: ';', zone: 'UTC' },
      rows: [
        {
          series: 'MUXIA',
          start_utc: '2026-03-11T00:00:00Z',
          end_utc: '2026-03-11T01:00:00Z',
          mw: 5,
        },
        {},
      ],
      problems: [],
    });
    const { stdout } = await command.solano(...args, '--dry-run');
    expect(stdout).toContain('2 values in 2 rows; nothing was stored.');
    const text = await command.solano(...args);
    expect(text).toMatchObject({
      code: 0,
      stdout: 'Norte: 2 values recorded, 0 of them in the place of others.\n',
    });
  });

  test('production import names what is wrong with a file, and stores nothing', async () => {
    const file = await command.file('bad.csv', 'utc;mw\n2026-03-12 01:00;5\n2026-03-12 02:00;99\n');
    const rejected = await command.solano(...run(file, '--plant', 'MUXIA', '--json'));
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toBe(
      'line 3, column mw: is 99 MW, where the plant has 30 MW installed: say force=true to record it\n',
    );
    const forced = await command.json(...run(file, '--plant', 'MUXIA', '--force'));
    expect(forced).toMatchObject({ rows: 2, replaced: 0 });
  });

  test.each([
    [['production', 'import', 'Nobody'], [], 'There is no customer Nobody.'],
    [['production', 'import', 'Norte'], ['--plant', 'X'], 'Plant with this ID does not exist.'],
    [['production', 'import', 'Norte'], ['--zone', 'Nowhere'], 'Nowhere'],
  ])('production import is rejected: %j %j', async (args, more, message) => {
    const file = await command.file('any.csv', SPANISH);
    const rejected = await command.solano(...args, file, ...more);
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toContain(message);
  });
});

test('consumption import records the consumption of a group', async () => {
  const file = await command.file(
    'consumo.csv',
    'utc;consumption (kWh)\n2026-03-11 01:00;500\n2026-03-11 02:00;250\n',
  );
  const args = ['consumption', 'import', 'Norte', 'ana/b', 'R1', file];
  expect(await command.json(...args, '--group', 'sur')).toMatchObject({ rows: 2, series: ['sur'] });
  expect(await command.json(...args)).toMatchObject({ rows: 2, series: [''], replaced: 0 });
  const empty = await command.solano('consumption', 'import', 'Norte', '', 'R1', file);
  expect(empty).toMatchObject({ code: 1, stdout: '' });
  expect(empty.stderr).toContain('argument: user');
});

describe('settings', () => {
  test('production settings shows and sets when the measurements of a plant are known', async () => {
    const args = ['production', 'settings', 'Norte', 'MUXIA'];
    expect(await command.json(...args)).toEqual({ known_after_minutes: 60 });
    expect(await command.json(...args, '--known-after', '2d')).toEqual({
      known_after_minutes: 2_880,
    });
    const { stdout } = await command.solano(...args);
    expect(stdout).toBe('The first value of a period is known 2880 minutes after its end\n');
  });

  test('consumption settings changes what its options name, and shows all of it', async () => {
    const args = ['consumption', 'settings', 'Norte', 'ana', 'R1'];
    const none = { known_after_minutes: 60, losses: [], groups: [], region: null, place: null };
    expect(await command.json(...args)).toEqual(none);
    const losses = ['--losses', '2026-07-01=4.9', '2026-01-01=5.25'];
    const ends = ['--group-end', 'sur=2026-03-31', '--group-end', 'a=b=2026-04-30'];
    expect(await command.json(...args, ...losses, ...ends)).toEqual({
      ...none,
      losses: [
        { from: '2026-01-01', percent: '5.25' },
        { from: '2026-07-01', percent: '4.9' },
      ],
      groups: [
        { group: 'sur', ends: '2026-03-31' },
        { group: 'a=b', ends: '2026-04-30' },
      ],
    });
    const more = ['--known-after', '3d', '--losses', '2026-07-01=', '--group-end', 'a=b='];
    expect(await command.json(...args, ...more)).toEqual({
      known_after_minutes: 4_320,
      losses: [{ from: '2026-01-01', percent: '5.25' }],
      groups: [{ group: 'sur', ends: '2026-03-31' }],
      region: null,
      place: null,
    });
    const place = await command.json(...args, '--place', '40.42,-3.7');
    expect(place).toMatchObject({ known_after_minutes: 4_320, place: { lat: 40.42, lon: -3.7 } });
    const { stdout } = await command.solano(...args);
    expect(stdout.split('\n')).toEqual([
      'The first value of a period is known 4320 minutes after its end',
      'Losses from 2026-01-01 on: 5.25 %',
      'Group sur counts until 2026-03-31, included',
      'Holidays: of all Spain',
      'Temperature: of 40.42,-3.7',
      '',
    ]);
    const entries = (await command.json('audit', '--customer', 'Norte')) as { action: string }[];
    expect(entries.filter(({ action }) => action === 'consumption.settings')).toMatchObject([
      { actor: expect.stringMatching(/operator/), subject: 'ana R1' },
      {},
      {},
    ]);
    expect(await command.json(...args, '--place', 'none')).toMatchObject({ place: null });
  });

  test.each([
    [['production', 'settings', 'Norte', 'X'], 'Plant with this ID does not exist.'],
    [['production', 'settings', 'Norte', 'MUXIA', '--known-after', '90s'], 'whole number of min'],
    [['production', 'settings', 'Norte', 'MUXIA', '--known-after', '91d'], 'from 0 to 129600'],
    [
      ['consumption', 'settings', 'Norte', 'ana', 'R2', '--place', '91,0'],
      '--place 91,0: not <lat>',
    ],
    [['consumption', 'settings', 'Norte', 'ana', 'R2', '--losses', '5'], '--losses: "5" has no'],
    [['consumption', 'settings', 'Norte', 'ana', 'R2', '--losses', '2026-01-01=x'], 'losses[0].p'],
    [['consumption', 'settings', 'Norte', 'ana', 'R2', '--group-end', 'sur=x'], 'groups[0].ends'],
    [['consumption', 'settings', 'Norte', '', 'R2'], 'argument: user'],
  ])('settings are rejected: %j', async (args, message) => {
    const rejected = await command.solano(...args);
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toContain(message);
  });
});
