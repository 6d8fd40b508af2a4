import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, enter, fieldValue, reported, textOf, visit } from '../test/visit.tsx';
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

function open(history: readonly unknown[], answers: Record<string, unknown> = {}) {
  const received = serve({
    [`GET ${PURCHASE}/history`]: () => history,
    [`POST ${PURCHASE}/decision`]: {},
    ...answers,
  });
  const user = visit(<Decide user="ana" id="p7" status="completed" idmodel={3} />);
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

  it('A decision is withdrawn', async () => {
    const { sent, user } = open([decision({})]);
    await user.click(await screen.findByRole('button', { name: 'Withdraw the decision' }));
    await reported('Saved.');
    expect(sent()).toEqual([{ idmodel: null }]);
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
