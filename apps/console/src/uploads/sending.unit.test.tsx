import { screen, waitFor } from '@testing-library/dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api, dataOf } from '../api/client.ts';
import { LOST, serve, serveParts } from '../test/service.ts';
import { textOf, visit } from '../test/visit.tsx';
import { Sending } from './sending.tsx';
import { uploadForm } from './upload-form.ts';

const FILES = 'POST /api/v0/outages/files';

afterEach(() => {
  vi.unstubAllGlobals();
});

function send(characters: number) {
  const file = new File(['a'.repeat(characters)], 'a.csv');
  const body = { file: file.name };
  const form = uploadForm(file, {});
  return dataOf(api.POST('/api/v0/outages/files', { body, bodySerializer: () => form }));
}

const shown = () => textOf(screen.getByRole('progressbar').parentElement);

it('A large file shows how much of it has been sent, and that it is read then', async () => {
  serve({ [FILES]: { rows: 3 } });
  const { next } = serveParts([0.25, 1]);
  visit(<Sending />);
  const sent = send(3_000_000);
  await waitFor(() => expect(shown()).toBe('0 % of 3.0 MB sent'));
  next();
  await waitFor(() => expect(shown()).toBe('25 % of 3.0 MB sent'));
  next();
  await waitFor(() => expect(shown()).toBe('Sent. The service is reading it …'));
  next();
  expect(await sent).toEqual({ rows: 3 });
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

it('A large file whose connection is lost is no longer shown as on its way', async () => {
  serve({ [FILES]: LOST });
  const { next } = serveParts([]);
  visit(<Sending />);
  const sent = send(300_000);
  await screen.findByRole('progressbar');
  next();
  await expect(sent).rejects.toThrow(TypeError);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

it('A small file is sent at once', async () => {
  serve({ [FILES]: { rows: 3 } });
  visit(<Sending />);
  expect(await send(1_000)).toEqual({ rows: 3 });
});
