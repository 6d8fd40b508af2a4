import { screen, waitFor } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { problem } from '../test/examples.ts';
import { LOST, type Received, Rejection, serve } from '../test/service.ts';
import { button, enter, pick, reported, rowsOf, textOf, visit } from '../test/visit.tsx';
import type { Subject } from './data.ts';
import { MeasurementUploadDialog } from './upload.tsx';
import type { FileWarning } from './warning-text.ts';

const PRODUCTION = 'POST /api/v0/production/files';
const CONSUMPTION = 'POST /api/v0/user/ana%20b/consumption/files';
const READ = {
  understood: {
    format: 'csv',
    delimiter: ';',
    encoding: 'windows-1252',
    decimal: ',',
    zone: 'Europe/Madrid',
    date_form: 'dmy',
    columns: { plant_id: 'Planta', datetime: 'Fecha y hora', mw: 'Potencia (MW)' },
  },
  rows: [
    {
      series: 'Muxia',
      start_utc: '2026-03-01T00:00:00.000Z',
      end_utc: '2026-03-01T00:15:00.000Z',
      mw: 12.345678,
    },
  ],
  series: ['Muxia'],
  total: 1234,
  problems: [],
  warnings: [] as string[],
  warning_reasons: [] as FileWarning[],
};
const RECORDED = { id: 'u1', rows: 1234, replaced: 96, warnings: [] };
const CSV = new File(['a;b\n1;2\n'], 'marzo.csv', { type: 'text/csv' });
const PORTFOLIO: Subject = { kind: 'consumption', user: 'ana b', retailer: 'acme' };

afterEach(() => vi.unstubAllGlobals());

function open(answers: Record<string, unknown> = {}, subject: Subject = { kind: 'production' }) {
  const answer = ({ body }: Received) => ('dry_run' in (body as object) ? READ : RECORDED);
  const received = serve({ [PRODUCTION]: answer, [CONSUMPTION]: answer, ...answers });
  const onClose = vi.fn<() => void>();
  const user = visit(
    <MeasurementUploadDialog
      subject={subject}
      plants={['Muxia', 'Teide']}
      file={CSV}
      onClose={onClose}
    />,
  );
  return { received, onClose, user };
}

const partsOf = (each: Received | undefined) => each?.body as Readonly<Record<string, unknown>>;
const fieldsOf = (each: Received | undefined) => {
  const { file, ...fields } = partsOf(each);
  expect((file as File).name).toBe('marzo.csv');
  return fields;
};
const confirmation = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Record / });
/** An answer to the recording of a file that can be read. */
const recording = (answer: unknown) => ({
  [PRODUCTION]: ({ body }: Received) => ('dry_run' in (body as object) ? READ : answer),
});

describe('A file of production', () => {
  it('A file of production is read without being recorded, and shown as it was understood', async () => {
    const { received } = open();
    expect((await confirmation()).textContent).toBe('Record 1,234 rows');
    expect(received.map(({ what }) => what)).toEqual([PRODUCTION]);
    expect(fieldsOf(received[0])).toEqual({ dry_run: 'true' });
    expect(textOf(document.querySelector('.facts'))).toBe(
      'Formatcsv' +
        'Delimiter;' +
        'Encodingwindows-1252' +
        'Decimal sign,' +
        'Time zoneEurope/Madrid' +
        'Order of datesday/month/year' +
        'ColumnsPlant = Planta, Date and time = Fecha y hora, Value = Potencia (MW)',
    );
    expect(await rowsOf('First rows')).toEqual([
      ['Muxia', '01/03/2026, 01:00', '01/03/2026, 01:15', '12.345678'],
    ]);
  });

  it('A file of production is recorded with the options of its reading', async () => {
    const { received, onClose, user } = open();
    const choices = [
      ['Unit', 'kWh'],
      ['A time is', 'the start of its period'],
      ['Order of dates', 'day/month/year'],
      ['Decimal sign', ','],
      ['Time zone', 'Europe/Madrid'],
      ['Implausible power', 'is recorded'],
    ] as const;
    await pick(user, 'Plant (where the file has none)', 'Teide');
    for (const [label, choice] of choices)
      await user.selectOptions(screen.getByLabelText(label), choice);
    await user.click(await confirmation());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const options = {
      plant_id: 'Teide',
      unit: 'kWh',
      labels: 'start',
      date_form: 'dmy',
      decimal: ',',
      zone: 'Europe/Madrid',
      force: 'true',
    };
    expect(fieldsOf(received.at(-2))).toEqual({ ...options, dry_run: 'true' });
    expect(fieldsOf(received.at(-1))).toEqual(options);
  });

  it('A file of production is recorded once however often that is confirmed', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { received, onClose, user } = open(recording(pending.promise));
    await user.dblClick(await confirmation());
    expect((await confirmation()).disabled).toBe(true);
    pending.resolve(RECORDED);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received).toHaveLength(2);
  });

  it('The message of a recorded file says what it replaced, and takes it back', async () => {
    const { received, user } = open({
      'DELETE /api/v0/production/uploads/u1': new Response(null, { status: 204 }),
    });
    await user.click(await confirmation());
    await reported('1,234 values recorded, 96 of them in place of others. Undo');
    await user.click(button('Undo'));
    await reported(/^Taken back: /);
    expect(received.at(-1)?.what).toBe('DELETE /api/v0/production/uploads/u1');
  });

  it('A file that was uploaded before is recorded no second time, which the message says', async () => {
    const { user, onClose } = open(recording({ id: 'u0', rows: 9, message: 'Before.' }));
    await user.click(await confirmation());
    await reported(/^This file was uploaded before: nothing was recorded\.$/);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('The oddities of a file are shown in the reader’s language, and it can be recorded', async () => {
    setLanguage('es');
    const warning_reasons: FileWarning[] = [
      { code: 'constant_day', params: { series: 'Muxia', day: '2026-03-01', mw: 12.5 } },
      { code: 'constant_day', params: { series: '', day: '2026-03-02', mw: 3 } },
      { code: 'missing_periods', params: { series: 'sur', count: 1 } },
      { code: 'unknown_column', params: { column: 'LUGO (MW)' } },
    ];
    const warnings = warning_reasons.map(({ code }) => code);
    open({ [PRODUCTION]: { ...READ, warnings, warning_reasons } });
    await screen.findByRole('button', { name: /^Registrar/ });
    expect(screen.getByRole('alert').textContent?.split('\n')).toEqual([
      '4 anomalías, que se registran tal cual:',
      'Muxia: todos los valores del 1 mar 2026 son 12,5 MW.',
      'Todos los valores del 2 mar 2026 son 3 MW.',
      'sur: se omite 1 periodo en que a un CUPS le falta el valor.',
      'LUGO (MW): ninguna planta se llama así; la columna se ha omitido.',
    ]);
  });

  it('The oddities of a file that have no codes are shown as the service says them', async () => {
    const warnings = ['Muxia: all values of 2026-03-01 are 12.5 MW.'];
    open({ [PRODUCTION]: { ...READ, warnings, warning_reasons: undefined } });
    await confirmation();
    expect(textOf(screen.getByRole('alert'))).toBe(
      `1 oddity, which is recorded as it is: ${warnings[0]}`,
    );
  });

  it('The bad cells of a file are named in the reader’s language, and it cannot be recorded', async () => {
    setLanguage('pt');
    const problems = [
      problem({ line: 7, code: 'implausible', params: { mw: 99, installed: 50 }, example: '' }),
    ];
    open({ [PRODUCTION]: new Rejection(400, { ...READ, problems }) });
    expect((await rowsOf(/^É preciso corrigir 1 célula/))[0]?.slice(0, 4)).toEqual([
      '7',
      'purchase',
      '1.250',
      'é 99 MW e a central tem 50 MW instalados',
    ]);
    expect(screen.queryByRole('button', { name: /^Registar/ })).toBeNull();
  });

  it('A file that could not be read can be read again', async () => {
    let answer: unknown = new Rejection(503, { detail: 'Uploads are not configured.' });
    const { user } = open({ [PRODUCTION]: () => answer });
    await reported('Uploads are not configured.');
    expect(textOf(screen.getByRole('alert'))).toMatch(/nothing was recorded. Try again/);
    answer = READ;
    await user.click(button('Try again'));
    await confirmation();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('A file whose recording got no answer can be recorded again, which the message says', async () => {
    const { onClose, user } = open(recording(LOST));
    await user.click(await confirmation());
    await reported(/the file may be recorded or not. Record it again/);
    expect((await confirmation()).disabled).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('A file of consumption', () => {
  it('A file of consumption belongs to a user, a retailer and the group that is entered', async () => {
    const { received, onClose, user } = open({}, PORTFOLIO);
    await confirmation();
    expect(received[0]?.what).toBe(`${CONSUMPTION}?retailer_id=acme`);
    await enter(user, /^Group/, 'sur');
    await user.click(await confirmation());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received.at(-1)?.what).toBe(`${CONSUMPTION}?retailer_id=acme&group=sur`);
    expect(fieldsOf(received.at(-2))).toEqual({ dry_run: 'true' });
    expect(fieldsOf(received.at(-1))).toEqual({});
  });

  it('A file of consumption has no plant and no installed power', async () => {
    open({}, PORTFOLIO);
    await confirmation();
    expect(screen.queryByLabelText(/^Plant/)).toBeNull();
    expect(screen.queryByLabelText('Implausible power')).toBeNull();
  });
});
