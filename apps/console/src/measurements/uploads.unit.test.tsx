import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { measurementUpload } from '../test/examples.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, reported, rowsOf, visit } from '../test/visit.tsx';
import { MeasurementUploads } from './uploads.tsx';

const LIST = 'GET /api/v0/production/uploads';
const REMOVAL = 'DELETE /api/v0/production/uploads/u1';
const DONE = new Response(null, { status: 204 });

async function ask(answers: Record<string, unknown> = {}) {
  const received = serve({ [LIST]: [measurementUpload()], [REMOVAL]: DONE, ...answers });
  const user = visit(<MeasurementUploads subject={{ kind: 'production' }} />);
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take marzo.csv back?' }));
  const removals = () => received.filter(({ what }) => what === REMOVAL);
  return { user, removals, confirm: dialog.getByRole('button', { name: 'Take back' }) };
}

describe('The list of uploads', () => {
  it('The list of uploads shows each file with its plants, and offers it as it was received', async () => {
    serve({ [LIST]: [measurementUpload({ series: ['A', 'B', 'C', 'D', 'E', 'F', ''] })] });
    visit(<MeasurementUploads subject={{ kind: 'production' }} />);
    expect(await rowsOf('Uploaded files')).toEqual([
      ['marzo.csv', '20/11/2026, 11:00', 'key desk', '1,234', 'A, B, C, D, E, … (7)', 'Take back'],
    ]);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'marzo.csv' });
    expect(new URL(link.href).pathname).toBe('/api/v0/production/uploads/u1/file');
  });

  it('The list of a plant has the files with its values alone', async () => {
    serve({ [LIST]: [measurementUpload(), measurementUpload({ id: 'u2', series: ['Teide'] })] });
    visit(<MeasurementUploads subject={{ kind: 'production' }} plantName="Teide" />);
    expect((await rowsOf('Uploaded files')).map((row) => row[4])).toEqual(['Teide']);
  });

  it('The files of a portfolio are those of its user and retailer', async () => {
    const list = 'GET /api/v0/user/ana%2Fb/consumption/uploads';
    const received = serve({ [list]: [measurementUpload({ series: [''] })] });
    visit(
      <MeasurementUploads
        subject={{ kind: 'consumption', user: 'ana/b', retailer: 'acme & co' }}
      />,
    );
    expect((await rowsOf('Uploaded files'))[0]?.[4]).toBe('(no group)');
    expect(received[0]?.what).toBe(`${list}?retailer_id=acme%20%26%20co&limit=200`);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'marzo.csv' });
    expect(link.href).toMatch(
      /\/user\/ana%2Fb\/consumption\/uploads\/u1\/file\?retailer_id=acme\+%26\+co$/,
    );
  });

  it('Older files are listed on request', async () => {
    const many = Array.from({ length: 201 }, (_, index) =>
      measurementUpload({ id: `u${index}`, file_name: `${index}.csv` }),
    );
    serve({ [`${LIST}?limit=200`]: many.slice(0, 200), [`${LIST}?limit=400`]: many });
    const user = visit(<MeasurementUploads subject={{ kind: 'production' }} />);
    await user.click(await screen.findByRole('button', { name: 'Older files' }));
    expect(await screen.findByText('1–10 of 201')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Older files' })).toBeNull();
  });
});

describe('An upload', () => {
  it('An upload is taken back only after a question, and the list is loaded again', async () => {
    let listed = [measurementUpload()];
    const { user, removals, confirm } = await ask({
      [LIST]: () => listed,
      [REMOVAL]: () => {
        listed = [];
        return DONE;
      },
    });
    expect(removals()).toEqual([]);
    expect(screen.getByText(/^Its 1,234 values no longer count/)).toBeTruthy();
    await user.click(confirm);
    await reported(/^Taken back: /);
    expect(await screen.findByText('No file was uploaded yet.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('An upload is not taken back if the question is closed', async () => {
    const { user, removals } = await ask();
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(removals()).toEqual([]);
  });

  it('An upload is taken back once however often that is confirmed', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { user, removals, confirm } = await ask({ [REMOVAL]: pending.promise });
    await user.dblClick(confirm);
    pending.resolve(DONE);
    await reported(/^Taken back: /);
    expect(removals()).toHaveLength(1);
  });

  it('The question stays open if the upload cannot be taken back, and the reason is reported', async () => {
    const { user, confirm } = await ask({
      [REMOVAL]: new Rejection(403, { detail: 'The scope uploads is missing.' }),
    });
    await user.click(confirm);
    await reported('The scope uploads is missing.');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
