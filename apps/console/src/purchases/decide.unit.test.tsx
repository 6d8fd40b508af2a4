import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { evaluated, evaluation } from '../test/examples.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, enter, fieldValue, leave, reported, textOf, visit } from '../test/visit.tsx';
import { Decide } from './decide.tsx';

const PURCHASE = '/api/v0/user/ana/purchase/p7';
const SUBMITTED = {
  type: 'status',
  at: '2026-11-20T10:00:00.000Z',
  status: 'completed',
  source: 'workflow',
};
const decision = (fields: object) => ({
  type: 'decision',
  at: '2026-11-20T11:00:00.000Z',
  idmodel: 3,
  note: '',
  decided_by: 'key desk',
  ...fields,
});

const NOW = Date.parse('2026-11-20T10:30Z');
const OPEN = evaluation({
  models: [evaluated(), evaluated({ idmodel: 3, mwh: { MD: 12, MID1: 8, MID2: 0 } })],
  place_by: { MD: '2026-11-20T11:00:00.000Z', MID1: '2026-11-20T14:00:00.000Z' },
});
/** The gate of MD has closed since the page was loaded, that of MID1 before. */
const CLOSED = { ...OPEN, place_by: { MD: '2026-11-20T10:29:59.000Z' } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

function open(
  history: readonly unknown[],
  answers: Record<string, unknown> = {},
  worth: typeof OPEN = OPEN,
) {
  const received = serve({
    [`GET ${PURCHASE}/history`]: () => history,
    [`POST ${PURCHASE}/decision`]: {},
    ...answers,
  });
  const user = visit(
    <Decide user="ana" id="p7" status="completed" idmodel={3} evaluation={worth} />,
  );
  const sent = () => received.filter(({ what }) => what.startsWith('POST')).map(({ body }) => body);
  return { received, sent, user };
}

describe('A decision', () => {
  it('A decision is sent with its note, is reported, and clears the note', async () => {
    const { received, sent, user } = open([SUBMITTED]);
    expect(await screen.findByText('Nothing is decided yet.')).toBeTruthy();
    await enter(user, 'Note (optional)', 'cheap night');
    await user.click(button('Decide for 3 Cheapest, capped'));
    await reported('Saved.');
    expect(sent()).toEqual([{ idmodel: 3, note: 'cheap night' }]);
    expect(fieldValue('Note (optional)')).toBe('');
    await waitFor(() =>
      expect(received.filter(({ what }) => what.endsWith('/history'))).toHaveLength(2),
    );
  });

  it('A decision without a note is sent without one', async () => {
    const { sent, user } = open([SUBMITTED]);
    await user.click(button('Decide for 3 Cheapest, capped'));
    await reported('Saved.');
    expect(sent()).toEqual([{ idmodel: 3 }]);
  });

  it('A decision is sent once however often the button is pressed', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { sent, user } = open([SUBMITTED], {
      [`POST ${PURCHASE}/decision`]: () => pending.promise,
    });
    await user.dblClick(button('Decide for 3 Cheapest, capped'));
    pending.resolve({});
    await reported('Saved.');
    expect(sent()).toHaveLength(1);
  });

  it('The last decision counts, with its author and reason', async () => {
    open([SUBMITTED, decision({ idmodel: 2 }), decision({ note: 'cheap night' })]);
    expect(textOf(await screen.findByText(/^Decided:/))).toBe(
      'Decided: 3 Cheapest, capped 20/11/2026, 12:00 key desk cheap night',
    );
  });

  it('A late decision names the sessions for which it is too late', async () => {
    open([decision({ too_late: ['MD', 'MID1'] })]);
    expect(await screen.findByText('too late for MD, MID1: not counted')).toBeTruthy();
  });

  const asked = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Withdraw the decision' }));
    return within(await screen.findByRole('dialog', { name: 'Withdraw the decision' }));
  };

  it('A decision is withdrawn once that is confirmed, and the focus goes to what is decided then', async () => {
    const history = [decision({})];
    const { sent, user } = open(history, {
      [`POST ${PURCHASE}/decision`]: () => {
        history.push(decision({ idmodel: null }));
        return {};
      },
    });
    const dialog = await asked(user);
    expect(
      dialog.getByText(
        'No decision counts then. After the first gate at which 3 Cheapest, capped trades a withdrawal changes nothing.',
      ),
    ).toBeTruthy();
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Withdraw the decision' }));
    await reported('Saved.');
    expect(sent()).toEqual([{ idmodel: null }]);
    const undecided = await screen.findByText('Nothing is decided yet.');
    await waitFor(() => expect(document.activeElement).toBe(undecided.parentElement));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('A withdrawal after a gate of its model says before that it comes too late, and reports it', async () => {
    const { user } = open(
      [decision({})],
      { [`POST ${PURCHASE}/decision`]: { too_late: ['MD', 'MID1'] } },
      CLOSED,
    );
    const dialog = await asked(user);
    expect(
      dialog.getByText(
        'The gate of MD, MID1 has closed: the withdrawal comes too late. It is recorded, and the decision for 3 Cheapest, capped goes on counting.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Withdraw the decision' }));
    await reported('Recorded, but too late for MD, MID1: it does not count.');
  });

  it('A withdrawal is given up by closing its question', async () => {
    const { sent, user } = open([decision({})]);
    await user.click((await asked(user)).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('A decision that was withdrawn too late is shown as the one that counts, with the withdrawal', async () => {
    open([decision({}), decision({ idmodel: null, at: '2026-11-25T09:00Z', too_late: ['MD'] })]);
    expect(textOf(await screen.findByText(/^Decided:/))).toContain('3 Cheapest, capped');
    expect(textOf(screen.getByText(/^Decision withdrawn/))).toBe(
      'Decision withdrawn 25/11/2026, 10:00 key desk too late for MD: not counted',
    );
    expect(screen.queryByText('Nothing is decided yet.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Withdraw the decision' })).toBeNull();
  });

  it('A decision that was replaced too late is shown as the one that counts, with the other', async () => {
    open([decision({}), decision({ idmodel: 1, too_late: ['MD'] })]);
    const [counted, late] = await screen.findAllByText(/^Decided:/);
    expect(textOf(counted ?? null)).toContain('3 Cheapest, capped');
    expect(textOf(late ?? null)).toContain('1 Day-ahead');
    expect(textOf(late ?? null)).toContain('too late for MD: not counted');
  });

  it('A decision is the main step of the page only while a gate is open', async () => {
    open([SUBMITTED], {}, CLOSED);
    expect(button('Decide for 3 Cheapest, capped').className).toBe('');
    leave();
    open([SUBMITTED]);
    expect(button('Decide for 3 Cheapest, capped').className).toBe('primary');
  });

  it('A withdrawn decision counts no more', async () => {
    open([decision({}), decision({ idmodel: null })]);
    expect(await screen.findByText('Nothing is decided yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw the decision' })).toBeNull();
  });

  it.each([
    [409, { error: 'There are no outputs.' }, 'There are no outputs.'],
    [404, { error: 'There is no such purchase.' }, 'There is no such purchase.'],
    [500, '', 'The service failed.'],
  ])(
    'A decision that is rejected with %i says why and keeps the note',
    async (status, body, text) => {
      const { user } = open([SUBMITTED], {
        [`POST ${PURCHASE}/decision`]: new Rejection(status, body),
      });
      await enter(user, 'Note (optional)', 'cheap night');
      await user.click(button('Decide for 3 Cheapest, capped'));
      await reported(text);
      expect(fieldValue('Note (optional)')).toBe('cheap night');
    },
  );

  it('A decision is offered in the language of the page', async () => {
    setLanguage('pt');
    open([decision({})]);
    expect(textOf(await screen.findByText(/^Decidido:/))).toContain(
      'Decidido: 3 Mais baratas com limite',
    );
    expect(button('Retirar a decisão')).toBeTruthy();
  });
});
