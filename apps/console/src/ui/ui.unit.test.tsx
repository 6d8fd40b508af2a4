import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { useState } from 'preact/hooks';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { invalidate } from '../api/cache.ts';
import { api, dataOf } from '../api/client.ts';
import { connection, reportReachable } from '../api/connection.ts';
import { useQuery } from '../api/query.ts';
import { setLanguage } from '../i18n/language.ts';
import { LOST, Rejection, serve } from '../test/service.ts';
import { button, reported, textOf, visit } from '../test/visit.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checks, Choice, Field, onSubmit } from '../ui/fields.tsx';
import { attempt, notify, notifyError } from '../ui/messages.tsx';
import { Failure, Loaded } from '../ui/states.tsx';

describe('A dialog', () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <Dialog title="Title" onClose={() => setOpen(false)}>
            <input aria-label="Name" />
          </Dialog>
        )}
      </>
    );
  }

  it('A dialog has its title as its name, is above the page, and gives the focus back when it closes', async () => {
    const user = visit(<Opener />);
    await user.click(button('Open'));
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Title' });
    expect(dialog.open).toBe(true);
    await user.click(screen.getByLabelText('Name'));
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button('Open'));
  });

  it('A dialog begins at its first field', async () => {
    const user = visit(<Opener />);
    await user.click(button('Open'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  });

  it('A dialog without a field begins at its heading, not at what it deletes', async () => {
    visit(
      <Dialog title="Delete?" onClose={() => {}}>
        <button type="button">Delete</button>
      </Dialog>,
    );
    const heading = screen.getByRole('heading', { name: 'Delete?' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('A dialog is closed by the browser’s own ways, such as Escape', async () => {
    const user = visit(<Opener />);
    await user.click(button('Open'));
    fireEvent(screen.getByRole('dialog'), new Event('close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('A query', () => {
  const PLANTS = 'GET /api/v0/plants/';
  function List() {
    const query = useQuery('plants', () => dataOf(api.GET('/api/v0/plants/')));
    return (
      <Loaded query={query} empty="Nothing yet">
        {(plants) => <p data-testid="names">{plants.map(({ name }) => name).join(' ')}</p>}
      </Loaded>
    );
  }
  const names = () => screen.findByTestId('names').then(textOf);

  it('A query is sent once for two parts of a page that show the same data', async () => {
    const received = serve({ [PLANTS]: [{ name: 'Muxia' }] });
    visit(
      <>
        <List />
        <List />
      </>,
    );
    expect(screen.getAllByText('Loading …')).toHaveLength(2);
    await waitFor(() => expect(screen.getAllByTestId('names')).toHaveLength(2));
    expect(received).toHaveLength(1);
  });

  it('A part that is loading marks what contains it, until it is there', async () => {
    const next = Promise.withResolvers<unknown>();
    serve({ [PLANTS]: () => next.promise });
    const marked = () => [...document.querySelectorAll('[data-loading]')].map(({ id }) => id);
    visit(
      <section id="outer">
        <div id="first">
          <List />
          <List />
        </div>
        <div id="second">
          <dialog open>
            <List />
          </dialog>
        </div>
      </section>,
    );
    expect(marked()).toEqual(expect.arrayContaining(['outer', 'first']));
    expect(marked()).not.toContain('second');
    next.resolve([{ name: 'Muxia' }]);
    await waitFor(() => expect(screen.getAllByTestId('names')).toHaveLength(3));
    expect(marked()).toEqual([]);
  });

  it('A query is sent again after a change, and shows the old data meanwhile', async () => {
    const next = Promise.withResolvers<unknown>();
    const answers: unknown[] = [[{ name: 'Muxia' }], next.promise];
    const received = serve({ [PLANTS]: () => answers.shift() });
    visit(<List />);
    await names();
    invalidate('plant');
    await waitFor(() => expect(received).toHaveLength(2));
    expect(await names()).toBe('Muxia');
    next.resolve([{ name: 'Teide' }]);
    await waitFor(async () => expect(await names()).toBe('Teide'));
  });

  it('A query keeps its data if a later request fails, and says of when they are', async () => {
    const answers: unknown[] = [[{ name: 'Muxia' }], new Rejection(500)];
    const received = serve({ [PLANTS]: () => answers.shift() });
    visit(<List />);
    await names();
    invalidate('plant');
    await waitFor(() => expect(received).toHaveLength(2));
    expect(await screen.findByText(/^As of \d\d:\d\d\. The service failed\./)).toBeTruthy();
    expect(await names()).toBe('Muxia');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('A query is sent again when the service responds again, and by the button of its failure', async () => {
    let answer: unknown = new Rejection(500, { error: 'It failed.' });
    serve({ [PLANTS]: () => answer });
    const user = visit(<List />);
    expect(textOf(await screen.findByRole('alert'))).toMatch(
      /^This could not be loaded\. The service failed\. .* It failed\.Try again$/,
    );
    answer = [];
    await user.click(button('Try again'));
    expect(await screen.findByText('Nothing yet')).toBeTruthy();
    answer = [{ name: 'Muxia' }];
    connection.set('unreachable');
    reportReachable();
    expect(await names()).toBe('Muxia');
  });

  it.each([
    [
      new Rejection(401, { detail: 'No key.' }),
      /Your session has ended: sign in again, and go on where you were\.Try again$/,
    ],
    [
      new Rejection(403),
      /^Your key or your account does not have the permission for this\. .*\(read\)\. No\.$/,
    ],
    [new Rejection(404), /It is not there any more, or is not yours: .* its list\. No\.Try again$/],
    [new Rejection(422, { name: ['Is bad.'] }), /correct it and try again\. Name: Is bad\.Try/],
    [new Rejection(429, { detail: 'Too many.' }), /wait a moment and try again\.Try again$/],
    [new Rejection(503, { detail: 'Full.' }), /try again in a moment\. Full\.Try again$/],
    [LOST, /^This could not be loaded\. There is no connection to the service\. /],
  ])('A query shows the reason after %o', async (answer, text) => {
    serve({ [PLANTS]: answer });
    visit(<List />);
    await waitFor(() => expect(textOf(screen.getByRole('alert'))).toMatch(text));
  });
});

describe('A message', () => {
  it('A message goes after eight seconds, and the next one begins anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    visit(null);
    notify({ text: 'One.' });
    await vi.advanceTimersByTimeAsync(7_000);
    notify({ text: 'Two.' });
    await vi.advanceTimersByTimeAsync(7_999);
    expect(screen.getByText('Two.', { exact: false })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(1);
    await waitFor(() => expect(document.querySelector('.message')).toBeNull());
  });

  it('A message on a failure says what to do in the language of the page, with the service’s own words', async () => {
    setLanguage('pt');
    visit(null);
    notifyError(new ApiError(409, { detail: 'It is taken.' }));
    await reported('It is taken.');
    notifyError(new TypeError('Failed to fetch'));
    await reported('Não há ligação ao serviço.');
    expect(await attempt(() => Promise.reject(new ApiError(500, '')))).toBe(false);
    await reported('O serviço falhou.');
  });
});

describe('A form', () => {
  it('A form is submitted once until that has ended, and again after that', async () => {
    const pending = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const calls = [...pending];
    const action = vi.fn<() => unknown>(() => calls.shift()?.promise);
    const user = visit(
      <form onSubmit={onSubmit(action)}>
        <button type="submit">Save</button>
      </form>,
    );
    await user.dblClick(button('Save'));
    expect(action).toHaveBeenCalledTimes(1);
    pending[0]?.resolve();
    await pending[0]?.promise;
    await user.click(button('Save'));
    expect(action).toHaveBeenCalledTimes(2);
  });

  it('A form names its fields and their problems', () => {
    visit(
      <Field
        label="MW"
        value="1.250"
        onInput={() => {}}
        problems={['Which?', 'Why?']}
        hint="In MW"
      />,
    );
    const field = screen.getByRole('textbox', { name: 'MW', description: 'Which? Why? In MW' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('A form keeps the order of the options, whatever is checked first', async () => {
    const onChange = vi.fn<(chosen: string[]) => void>();
    const user = visit(
      <Checks
        legend="Events"
        options={['a', 'b', 'c']}
        nameOf={(option) => option.toUpperCase()}
        chosen={['c']}
        onChange={onChange}
      />,
    );
    await user.click(screen.getByLabelText('A a'));
    await user.click(screen.getByLabelText('C c'));
    expect(onChange.mock.calls).toEqual([[['a', 'c']], [[]]]);
  });

  it('A form has a row of buttons of which one is pressed', async () => {
    const onChange = vi.fn<(value: string) => void>();
    const user = visit(
      <Choice label="Unit" value="MW" onChange={onChange} options={['MW', ['MWh', 'Energy']]} />,
    );
    expect(screen.getByRole('group', { name: 'Unit' })).toBeTruthy();
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('MW');
    await user.click(button('Energy'));
    expect(onChange.mock.calls).toEqual([['MWh']]);
  });
});

describe('A failure', () => {
  it('A forbidden request says what to do about it, and offers no second try', () => {
    visit(<Failure error={new ApiError(403, {})} forbidden="Ask Ana." onRetry={() => {}} />);
    expect(screen.getByRole('alert').textContent).toBe('Ask Ana.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
