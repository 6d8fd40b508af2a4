import { screen, waitFor } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { plant, problem } from '../test/examples.ts';
import { arrived, type Received, Rejection, serve } from '../test/service.ts';
import {
  button,
  drop,
  enter,
  fieldValue,
  reported,
  rowsOf,
  textOf,
  visit,
} from '../test/visit.tsx';
import { OutageUpload } from './upload.tsx';

const FILES = 'POST /api/v0/outages/files';
const ROW = {
  plant_id: 'Teide',
  start_time_utc: '2026-11-24T08:00:00.000Z',
  end_time_utc: '2026-11-24T12:00:00.000Z',
  available_power_mw: 1.25,
  availability_type: 'CURTAILMENT',
  observations: '',
};
const READ = {
  understood: {
    format: 'csv',
    delimiter: ';',
    encoding: 'utf-8',
    decimal: ',',
    zone: 'Europe/Madrid',
    date_form: null,
    columns: { plant_id: 'Planta', available_power: 'Potencia' },
  },
  rows: [ROW],
  period: { from: '2026-11-24T08:00:00Z', to: '2026-12-03T12:00:00Z' },
  total: 1234,
  problems: [],
};
const PLANTS = [plant(), plant({ id: 'p2', name: 'Teide', timezone: 'Atlantic/Canary' })];
const CSV = new File(['a;b\n1;2\n'], 'outages.csv', { type: 'text/csv' });

afterEach(() => vi.unstubAllGlobals());

function open(
  answers: Record<string, unknown> = {},
  file: File | undefined = CSV,
  plants = PLANTS,
) {
  const received = serve({
    [FILES]: ({ body }: Received) =>
      'dry_run' in (body as object) ? READ : { id: 'u1', rows: 1234, plants: ['Teide'] },
    ...answers,
  });
  const onClose = vi.fn<() => void>();
  const onRecorded = vi.fn<(...recorded: readonly unknown[]) => void>();
  const user = visit(
    <OutageUpload plants={plants} file={file} onRecorded={onRecorded} onClose={onClose} />,
  );
  return { received, onClose, onRecorded, user };
}

const partsOf = (each: Received | undefined) => each?.body as Readonly<Record<string, unknown>>;
const fileOf = (each: Received | undefined) => partsOf(each).file as File;
const fieldsOf = (each: Received | undefined) => {
  const { file: _file, ...fields } = partsOf(each);
  expect(fileOf(each).name).toBe('outages.csv');
  return fields;
};
const confirmation = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Record / });

describe('A file of outages', () => {
  it('A file is read without being stored, and its understood form is shown', async () => {
    const { received } = open();
    expect((await confirmation()).textContent).toBe('Record 1,234 outages');
    expect(received.map(({ what }) => what)).toEqual([FILES]);
    expect(fieldsOf(received[0])).toEqual({ mode: 'add', dry_run: 'true' });
    expect(textOf(document.querySelector('.facts'))).toBe(
      'Formatcsv' +
        'Delimiter;' +
        'Encodingutf-8' +
        'Decimal sign,' +
        'Time zoneEurope/Madrid' +
        'Order of dates–' +
        'ColumnsPlant = Planta, Available power = Potencia',
    );
  });

  it('The first rows of a file are shown on the clock of each plant', async () => {
    open();
    expect(await rowsOf('First rows')).toEqual([
      [
        'Teide',
        '24/11/2026, 08:00',
        '24/11/2026, 12:00',
        'Canary Islands',
        '1.250',
        'Curtailment',
        '–',
      ],
    ]);
  });

  it('A file is recorded with the options of its reading', async () => {
    const { received, onClose, user } = open();
    await user.selectOptions(screen.getByLabelText('Decimal sign'), ',');
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Atlantic/Canary');
    await user.selectOptions(screen.getByLabelText('What is there already'), 'Replace it between');
    await enter(user, 'From', '2026-11-24');
    await enter(user, 'To', '2026-11-30');
    await user.click(await confirmation());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const options = {
      decimal: ',',
      zone: 'Atlantic/Canary',
      mode: 'replace',
      from: '2026-11-24',
      to: '2026-12-01',
    };
    expect(fieldsOf(received.at(-2))).toEqual({ ...options, dry_run: 'true' });
    expect(fieldsOf(received.at(-1))).toEqual(options);
  });

  it('A reading with other options is neither shown nor recorded', async () => {
    const { received, user } = open();
    await confirmation();
    await user.selectOptions(screen.getByLabelText('Decimal sign'), '.');
    expect(screen.queryByRole('button', { name: /^Record / })).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    await confirmation();
    expect(fieldsOf(received.at(-1))).toMatchObject({ decimal: '.' });
  });

  it('The last reading of a file counts, whichever response comes last', async () => {
    const slow = Promise.withResolvers<unknown>();
    const { received, user } = open({
      [FILES]: ({ body }: Received) => {
        const { decimal } = body as Record<string, unknown>;
        return decimal === '.' ? slow.promise : { ...READ, total: decimal === ',' ? 2 : 1 };
      },
    });
    await confirmation();
    await user.selectOptions(screen.getByLabelText('Decimal sign'), '.');
    await waitFor(() => expect(received).toHaveLength(2));
    await user.selectOptions(screen.getByLabelText('Decimal sign'), ',');
    await screen.findByRole('button', { name: 'Record 2 outages' });
    slow.resolve({ ...READ, total: 99 });
    await arrived();
    expect(button('Record 2 outages').disabled).toBe(false);
    expect(screen.queryByRole('button', { name: 'Record 99 outages' })).toBeNull();
  });

  it.each([
    ['in a response of its own', (problems: unknown) => ({ ...READ, problems })],
    ['in a rejection', (problems: unknown) => new Rejection(400, { ...READ, problems })],
  ])('The bad cells of a file are shown %s, and it cannot be recorded', async (_how, answerOf) => {
    setLanguage('es');
    open({ [FILES]: answerOf([problem({ line: 7, column: 'Potencia' })]) });
    expect(await rowsOf(/^Hay que corregir 1 celda/)).toEqual([
      ['7', 'Potencia', '1.250', 'podría ser 1250 o 1,25: elija el signo decimal', '1.5'],
    ]);
    expect(screen.getByText(/^Corrija estas celdas en su fichero/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Registrar/ })).toBeNull();
  });

  it('Bad cells that only the recording found are shown', async () => {
    const found = new Rejection(400, {
      ...READ,
      problems: [problem({ code: 'repeated', params: { line: 3 } })],
    });
    const { onClose, user } = open({
      [FILES]: ({ body }: Received) => ('dry_run' in (body as object) ? READ : found),
    });
    await user.click(await confirmation());
    expect((await rowsOf(/^1 cell/))[0]).toContain('repeats row 3');
    expect(onClose).not.toHaveBeenCalled();
  });

  describe('A file with times of no zone', () => {
    const noZone = { ...READ, rows: [], problems: [problem({ code: 'no_zone' })] };
    const answers = {
      [FILES]: ({ body }: Received) => ('zone' in (body as object) ? READ : noZone),
    };

    it('A file with times of no zone is read in the only zone of the plants', async () => {
      const alike = [
        plant({ timezone: 'Atlantic/Canary' }),
        plant({ timezone: 'Atlantic/Canary' }),
      ];
      const { received } = open(answers, CSV, alike);
      await confirmation();
      expect(fieldValue('Time zone')).toBe('Atlantic/Canary');
      expect(fieldsOf(received.at(-1))).toMatchObject({ zone: 'Atlantic/Canary' });
    });

    it('A file with times of no zone waits for one where plants have several', async () => {
      const { received } = open(answers);
      expect(await rowsOf(/^1 cell/)).toHaveLength(1);
      expect(fieldValue('Time zone')).toBe('');
      expect(received).toHaveLength(1);
    });
  });

  it('A file is recorded once however often that is confirmed', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { received, onClose, user } = open({
      [FILES]: ({ body }: Received) => ('dry_run' in (body as object) ? READ : pending.promise),
    });
    await user.dblClick(await confirmation());
    expect((await confirmation()).disabled).toBe(true);
    pending.resolve({ id: 'u1', rows: 1 });
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received).toHaveLength(2);
  });

  it('A file may be chosen in the dialog, and another one dropped on it', async () => {
    const { received, user } = open({}, undefined);
    await user.upload(screen.getByLabelText('Choose a file'), CSV);
    await confirmation();
    drop(new File(['x'], 'outages.csv'));
    await waitFor(() => expect(received).toHaveLength(2));
    expect(await fileOf(received[1]).text()).toBe('x');
  });

  it('A file that cannot be read is reported', async () => {
    open({ [FILES]: new Rejection(413, { detail: 'The file is too large.' }) });
    await reported('The file is too large.');
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Record / })).toBeNull();
  });
});

describe('A recorded file', () => {
  const UNDO = 'DELETE /api/v0/outages/uploads/u1';

  async function record(answers: Record<string, unknown>) {
    const opened = open(answers);
    await opened.user.click(await confirmation());
    await reported('1234 outages recorded. Undo');
    await opened.user.click(button('Undo'));
    return opened;
  }

  it('The days and plants of a recorded file are reported', async () => {
    const { onRecorded } = await record({ [UNDO]: new Response(null, { status: 204 }) });
    expect(onRecorded.mock.calls).toEqual([[['Teide'], READ.period]]);
  });

  it('A file that was recorded before adds nothing, and has nothing to undo', async () => {
    const { user, onRecorded } = open({
      [FILES]: ({ body }: Received) =>
        'dry_run' in (body as object)
          ? READ
          : { id: 'u1', rows: 1234, plants: ['Teide'], message: 'This file was uploaded before.' },
    });
    await user.click(await confirmation());
    await reported(/^This file was recorded before: nothing was added now\.$/);
    expect(onRecorded).toHaveBeenCalledOnce();
  });

  it('The message of a recorded file undoes it', async () => {
    const { received } = await record({ [UNDO]: new Response(null, { status: 204 }) });
    await reported(/^Taken back: /);
    expect(received.at(-1)?.what).toBe(`${UNDO}?force=false`);
  });

  it.each([
    [true, /^Taken back: /, [`${UNDO}?force=false`, `${UNDO}?force=true`]],
    [false, /^$/, [`${UNDO}?force=false`]],
  ])(
    'A file with changed rows is undone in part only after a confirmation: %s',
    async (answer, message, sent) => {
      const asked = vi.fn<(text: string) => boolean>(() => answer);
      vi.stubGlobal('confirm', asked);
      const { received } = await record({
        [`${UNDO}?force=false`]: new Rejection(409, { detail: 'Two rows were changed.' }),
        [`${UNDO}?force=true`]: new Response(null, { status: 204 }),
      });
      await waitFor(() => expect(asked).toHaveBeenCalledOnce());
      expect(asked.mock.calls).toEqual([['Some rows were changed since. Take back the others?']]);
      await reported(message);
      expect(received.slice(2).map(({ what }) => what)).toEqual(sent);
    },
  );

  it('A file that cannot be undone stays, and the reason is reported', async () => {
    await record({ [UNDO]: new Rejection(403, { detail: 'The scope uploads is missing.' }) });
    await reported('The scope uploads is missing.');
  });
});
