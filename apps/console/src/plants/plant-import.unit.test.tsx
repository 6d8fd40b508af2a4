import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { plant, problem } from '../test/examples.ts';
import { type Received, Rejection, serve } from '../test/service.ts';
import { button, drop, paste, reported, rowsOf, visit } from '../test/visit.tsx';
import { PlantImport } from './plant-import.tsx';

const IMPORT = 'POST /api/v0/plants/import';
const ROWS = 'Rows';
const NEW = {
  name: 'Teide',
  lat: '28.27000',
  lon: '-16.64000',
  installed_capacity_mw: '12.500',
  nominal_capacity_mw: '12.500',
  technology_type: 'solar',
  area: 'ES',
  timezone: 'Canary Islands',
};
const READ = {
  understood: null,
  rows: [NEW, { name: 'Muxia', installed_capacity_mw: '1250.000' }],
  total: 2,
  created: 1,
  updated: 1,
  problems: [],
};
const CSV = new File(['Nombre;MW\nTeide;12,5\n'], 'list.csv', { type: 'text/csv' });

const isDryRun = ({ body }: Received) => 'dry_run' in (body as object);

function open(answers: Record<string, unknown> = {}) {
  const received = serve({ [IMPORT]: READ, ...answers });
  const onClose = vi.fn<() => void>();
  return { received, onClose, user: visit(<PlantImport plants={[plant()]} onClose={onClose} />) };
}

const importButton = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Import 2/ });
const partsOf = ({ body }: Received) => body as Record<string, string | File>;

describe('A list of plants', () => {
  it('The dry run shows the plants to create, and those to change with their unchanged fields', async () => {
    const { received } = open();
    drop(CSV);
    await importButton();
    expect(await rowsOf('1 plant to be created, 1 to be changed')).toEqual([
      [
        'new',
        'Teide',
        '',
        '12.500',
        '12.500',
        '28.27000',
        '-16.64000',
        'Solar',
        'ES',
        'Canary Islands',
      ],
      [
        'change',
        'Muxia',
        '',
        '1,250.000',
        '48.500',
        '43.10000',
        '-9.20000',
        'Wind',
        'ES',
        'Madrid',
      ],
    ]);
    expect(received.map(isDryRun)).toEqual([true]);
  });

  it('A list is imported as it was read, and the number of its plants is shown', async () => {
    const { received, onClose, user } = open();
    await paste(user, ROWS, 'Nombre\tMW\nTeide\t12,5');
    await user.selectOptions(await screen.findByLabelText('Decimal sign'), ',');
    await user.click(await importButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const sent = partsOf(received.at(-1) as Received);
    expect(Object.keys(sent)).toEqual(['decimal', 'file']);
    expect(await (sent.file as File).text()).toBe('Nombre\tMW\nTeide\t12,5');
    await reported('1 plant created, 1 changed.');
  });

  it('An ambiguous list cannot be imported until the decimal sign is chosen', async () => {
    setLanguage('pt');
    const { user } = open({
      [IMPORT]: (request: Received) =>
        'decimal' in partsOf(request) ? READ : { ...READ, problems: [problem({ column: 'MW' })] },
    });
    drop(CSV);
    expect(await rowsOf(/^É preciso corrigir 1 /)).toEqual([
      ['2', 'MW', '1.250', 'pode ser 1250 ou 1,25: escolha o sinal decimal', '1.5'],
    ]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Importar 2/ }).disabled).toBe(
      true,
    );
    await user.selectOptions(screen.getByLabelText('Sinal decimal'), '.');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Importar 2/ }).disabled).toBe(
        false,
      ),
    );
  });

  it('Bad cells that only the import found are shown until another list is chosen', async () => {
    const found = new Rejection(400, {
      ...READ,
      problems: [problem({ code: 'above', params: { max: 9 } })],
    });
    const { onClose, user } = open({
      [IMPORT]: (request: Received) => (isDryRun(request) ? READ : found),
    });
    drop(CSV);
    await user.click(await importButton());
    expect((await rowsOf(/^1 cell/))[0]).toContain('is above 9');
    expect((await importButton()).disabled).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    drop(new File(['x'], 'other.csv'));
    await waitFor(async () => expect((await importButton()).disabled).toBe(false));
    expect(screen.getByText(/other.csv/)).toBeTruthy();
  });

  it('A list is imported once however often that is confirmed', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { received, onClose, user } = open({
      [IMPORT]: (request: Received) => (isDryRun(request) ? READ : pending.promise),
    });
    drop(CSV);
    await user.dblClick(await importButton());
    pending.resolve({ created: 1, updated: 1 });
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received.filter((each) => !isDryRun(each))).toHaveLength(1);
  });

  it.each([
    [403, { detail: 'The scope plants is missing.' }, 'The scope plants is missing.'],
    [409, { error: 'There may be 10,000 plants.' }, 'There may be 10,000 plants.'],
    [503, { detail: 'The disk is full.' }, 'The disk is full.'],
  ])('A list that is rejected with %i is reported', async (status, body, text) => {
    const { onClose, user } = open({
      [IMPORT]: (request: Received) => (isDryRun(request) ? READ : new Rejection(status, body)),
    });
    drop(CSV);
    await user.click(await importButton());
    await reported(text);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('The pasted text counts again after the file is removed', async () => {
    const { received, user } = open();
    await paste(user, ROWS, 'Nombre\tMW\nA\t1');
    drop(CSV);
    await importButton();
    await user.click(button('Leave the file out'));
    await waitFor(() => expect(received.length).toBeGreaterThan(1));
    expect(await (partsOf(received.at(-1) as Received).file as File).text()).toBe(
      'Nombre\tMW\nA\t1',
    );
  });
});
