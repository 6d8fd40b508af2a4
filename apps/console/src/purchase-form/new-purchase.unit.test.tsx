import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { listed, problem, seriesDelivery, worth } from '../test/examples.ts';
import { arrived, LOST, type Received, Rejection, serve } from '../test/service.ts';
import {
  button,
  drop,
  enter,
  leave,
  paste,
  reported,
  rowsOf,
  textOf,
  visit,
} from '../test/visit.tsx';
import { NewPurchase } from './new-purchase.tsx';

const CELLS = '2026-11-24 20:15\t1,5\n2026-11-24 20:30\t2,25';
const SERIES = [
  { datetime: '2026-11-24 20:15', purchase: 1.5 },
  { datetime: '2026-11-24 20:30', purchase: 2.25 },
];
const READ = {
  understood: null,
  rows: [],
  total: 2,
  problems: [],
  delivery: seriesDelivery(),
  series: SERIES,
};
const UNREAD = { ...READ, delivery: null, series: [] };
const CHECK = 'POST /api/v0/user/-/submit-purchase';
const SUBMIT = 'POST /api/v0/user/ana/submit-purchase';
const FIELD = 'Cells: datetime and MW';

function open(answers: Record<string, unknown> = {}) {
  const received = serve({ [CHECK]: READ, [SUBMIT]: { id: 'p7' }, ...answers });
  return { received, user: visit(<NewPurchase />) };
}

async function nameDesk(user: UserEvent) {
  await enter(user, 'User', 'ana');
  await enter(user, 'Retailer', 'acme');
}

const dryRuns = (received: readonly Received[]) =>
  received.filter(({ what }) => what.startsWith(CHECK));
const submissions = (received: readonly Received[]) =>
  received.filter(({ what }) => what.startsWith(SUBMIT));
const found = () => screen.findByText(/^2 periods of 15 minutes, /);
const canSubmit = () => waitFor(() => expect(button('Submit').disabled).toBe(false));

describe('A pasted series', () => {
  it('A pasted series is sent to the service unchanged, with a header if it has none', async () => {
    const { received, user } = open();
    await paste(user, FIELD, CELLS);
    expect((await found()).textContent).toBe(
      '2 periods of 15 minutes, 0.938 MWh, from 24/11/2026, 20:00 to 24/11/2026, 20:30',
    );
    expect(dryRuns(received)).toMatchObject([
      {
        what: `${CHECK}?retailer_id=-&dry_run=true`,
        body: `datetime\tpurchase\n${CELLS}`,
      },
    ]);
    const [check] = dryRuns(received);
    expect(check?.headers.get('Content-Type')).toBe('text/csv');
    expect(check?.headers.get('X-Solano-Console')).toBe('1');
  });

  it('A pasted series is submitted once user and retailer are known, and its page opens', async () => {
    const { received, user } = open();
    await paste(user, FIELD, CELLS);
    await found();
    expect(button('Submit').disabled).toBe(true);
    expect(screen.getByText('Say for which user and retailer it is.')).toBeTruthy();
    await nameDesk(user);
    await canSubmit();
    await user.click(button('Submit'));
    await waitFor(() => expect(location.hash).toBe('#/purchases/ana/p7'));
    expect(submissions(received)).toMatchObject([
      { what: `${SUBMIT}?retailer_id=acme`, body: `datetime\tpurchase\n${CELLS}` },
    ]);
  });

  it('A pasted series cannot be submitted before it is read, nor after the text was cleared', async () => {
    const { user } = open();
    await nameDesk(user);
    expect(button('Submit').disabled).toBe(true);
    await paste(user, FIELD, CELLS);
    expect(button('Submit').disabled).toBe(true);
    await found();
    await canSubmit();
    await user.clear(screen.getByLabelText(FIELD));
    expect(button('Submit').disabled).toBe(true);
    expect(screen.queryByText(/^2 periods/)).toBeNull();
  });

  it('A pasted series is read once the typing pauses, and not at each letter', async () => {
    const { received, user } = open();
    await user.type(screen.getByLabelText(FIELD), '2026-11-24 20:15;1');
    await found();
    expect(dryRuns(received)).toHaveLength(1);
  });

  it('The last reading of a series counts, whichever response comes last', async () => {
    const slow = Promise.withResolvers<unknown>();
    const { received, user } = open({
      [CHECK]: ({ body }: Received) => (String(body).includes('9999') ? slow.promise : READ),
    });
    await paste(user, FIELD, '2026-11-24 20:15\t9999');
    await waitFor(() => expect(dryRuns(received)).toHaveLength(1));
    await user.clear(screen.getByLabelText(FIELD));
    await paste(user, FIELD, CELLS);
    await found();
    slow.resolve({ ...READ, series: [{ datetime: '2026-11-24 20:15', purchase: 9999 }] });
    await arrived();
    expect(screen.queryByText(/^1 period/)).toBeNull();
    expect(await found()).toBeTruthy();
  });

  it('The lines of bad cells are those of the pasted rows, their columns in the words of the page', async () => {
    const earlier = { mark: ',', line: 2, expected: '.' };
    const problems = [problem({ line: 3 }), problem({ code: 'mark_of_line', params: earlier })];
    const { user } = open({ [CHECK]: { ...UNREAD, problems } });
    await nameDesk(user);
    await paste(user, FIELD, '2026-11-24 20:15\t1,5\n2026-11-24 20:30\t1.250');
    const marks = 'has the decimal sign “,”, where row 1 has “.”';
    expect(await rowsOf(/^2 cells have to be corrected/)).toEqual([
      ['2', 'Purchase MW', '1.250', 'could be 1250 or 1.25: choose the decimal sign', '1.5'],
      ['1', 'Purchase MW', '1.250', marks, '1.5'],
    ]);
    expect(button('Submit').disabled).toBe(true);
  });

  it('The rows of a series with a header are counted with it', async () => {
    const { received, user } = open({ [CHECK]: { ...UNREAD, problems: [problem()] } });
    await paste(user, FIELD, 'datetime;purchase\n2026-11-24 20:15;1.250');
    expect((await rowsOf(/^1 cell/))[0]?.[0]).toBe('2');
    expect(dryRuns(received)[0]?.body).toBe('datetime;purchase\n2026-11-24 20:15;1.250');
  });

  it('A series is read again with the chosen decimal sign of 1.250', async () => {
    const { received, user } = open({
      [CHECK]: ({ what }: Received) =>
        what.includes('decimal') ? READ : { ...UNREAD, problems: [problem()] },
    });
    await paste(user, FIELD, '2026-11-24 20:15\t1.250');
    await rowsOf(/^1 cell/);
    await user.selectOptions(screen.getByLabelText('Decimal sign'), ',');
    await found();
    expect(dryRuns(received).at(-1)?.what).toMatch(/&decimal=%2C(&|$)/);
    await user.selectOptions(screen.getByLabelText('Decimal sign'), 'As found in the file');
    await rowsOf(/^1 cell/);
    expect(dryRuns(received).at(-1)?.what).not.toContain('decimal');
  });

  it('A series is read and submitted with the chosen labels, zone and order of dates', async () => {
    const { received, user } = open();
    await nameDesk(user);
    await paste(user, FIELD, CELLS);
    await user.click(button('the start of its period'));
    await user.selectOptions(screen.getByLabelText('Time zone'), 'UTC');
    await user.selectOptions(screen.getByLabelText('Order of dates'), 'day/month/year');
    expect(button('the start of its period').getAttribute('aria-pressed')).toBe('true');
    await found();
    await canSubmit();
    await user.click(button('Submit'));
    await waitFor(() => expect(submissions(received)).toHaveLength(1));
    const options = 'labels=start&zone=UTC&date_form=dmy';
    expect(dryRuns(received).at(-1)?.what).toBe(`${CHECK}?retailer_id=-&${options}&dry_run=true`);
    expect(submissions(received)[0]?.what).toBe(`${SUBMIT}?retailer_id=acme&${options}`);
  });

  it('A long pasted series replaces the selected text at once', async () => {
    const { received, user } = open();
    const field = screen.getByLabelText<HTMLTextAreaElement>(FIELD);
    await user.type(field, 'abcd');
    field.setSelectionRange(1, 3);
    const text = `${'2026-11-24 20:15\t1\n'.repeat(3_000)}`;
    fireEvent.paste(field, { clipboardData: { getData: () => text } });
    await waitFor(() => expect(field.value).toBe(`a${text}d`));
    await found();
    expect(dryRuns(received).at(-1)?.body).toBe(`a${text}d`);
  });

  it.each([
    ['es', /^2 periodos de 15 minutos, 0,938 MWh, del 24.11.26, 20:00 al /, 'Enviar'],
    ['pt', /^2 períodos de 15 minutos, 0,938 MWh, de 24.11.26, 20:00 a /, 'Enviar'],
  ] as const)('The decimal comma of a series is shown in %s', async (language, text, submit) => {
    setLanguage(language);
    const { user } = open();
    await paste(user, /^C.l/, CELLS);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(button(submit)).toBeTruthy();
  });
});

describe('A file', () => {
  const csv = () => new File([CELLS], 'week.csv', { type: 'text/csv' });
  const workbook = () => new File(['PK'], 'Week.XLSX');

  it('A file is sent unchanged, by its kind', async () => {
    const { received, user } = open();
    await user.upload(screen.getByLabelText('Choose a file'), csv());
    expect(screen.getByText(/^week.csv is sent as it is/)).toBeTruthy();
    await found();
    expect(dryRuns(received)[0]?.body).toBe(CELLS);
    drop(workbook());
    await screen.findByText(/^Week.XLSX is sent as it is/);
    await waitFor(() => expect(dryRuns(received)).toHaveLength(2));
    expect(dryRuns(received).map(({ headers }) => headers.get('Content-Type'))).toEqual([
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
  });

  it('A file replaces the text, which comes back when the file is removed', async () => {
    const { received, user } = open();
    await nameDesk(user);
    await paste(user, FIELD, 'datetime\tpurchase\n2026-11-25 10:00\t3');
    drop(csv());
    await found();
    expect(screen.queryByLabelText(FIELD)).toBeNull();
    await user.click(button('Leave the file out'));
    expect(screen.getByLabelText<HTMLTextAreaElement>(FIELD).value).toContain('2026-11-25');
    await found();
    await canSubmit();
    await user.click(button('Submit'));
    await waitFor(() => expect(submissions(received)).toHaveLength(1));
    expect(submissions(received)[0]?.body).toBe('datetime\tpurchase\n2026-11-25 10:00\t3');
  });

  it('A file is marked while it is dragged over the page, and only dropping it counts', async () => {
    const { received } = open();
    fireEvent.dragOver(document.body);
    await waitFor(() => expect(document.querySelector('.drop.over')).not.toBeNull());
    fireEvent.dragLeave(document.body);
    await waitFor(() => expect(document.querySelector('.drop.over')).toBeNull());
    drop();
    expect(dryRuns(received)).toEqual([]);
    expect(screen.getByLabelText(FIELD)).toBeTruthy();
  });
});

describe('A submission', () => {
  async function submit(answers: Record<string, unknown>) {
    const opened = open(answers);
    await nameDesk(opened.user);
    await paste(opened.user, FIELD, CELLS);
    await found();
    await canSubmit();
    await opened.user.click(button('Submit'));
    return opened;
  }
  const keys = (received: readonly Received[]) =>
    submissions(received).map(({ headers }) => headers.get('Idempotency-Key'));

  it.each([
    [400, { error: 'A gate is closed.' }, 'A gate is closed.'],
    [403, { detail: 'The key lacks the scope purchases.' }, 'The key lacks the scope purchases.'],
    [409, { error: 'The limit is reached.' }, 'The limit is reached.'],
    [422, { purchase: ['Too many.'] }, 'Purchase MW: Too many.'],
    [413, '', 'It is too large: send it in smaller parts.'],
  ])(
    'A submission that is rejected with %i says why, and the next one has another key',
    async (status, body, text) => {
      const { received, user } = await submit({ [SUBMIT]: new Rejection(status, body) });
      expect((await screen.findByRole('alert')).textContent).toContain(text);
      expect(location.hash).toMatch(/^#\/\?user=/);
      await user.click(button('Submit'));
      await waitFor(() => expect(submissions(received)).toHaveLength(2));
      const [first, second] = keys(received);
      expect(first).toMatch(/^[0-9a-f]{32}$/);
      expect(second).not.toBe(first);
    },
  );

  it.each([
    [401, new Rejection(401, { detail: 'Invalid token.' })],
    [408, new Rejection(408)],
    [429, new Rejection(429)],
    [500, new Rejection(500)],
    [503, new Rejection(503)],
    ['no response', LOST],
  ])(
    'A submission with %s may have arrived: it is sent with the same key again, also after a reload',
    async (_what, answer) => {
      let isBack = false;
      const { received, user } = await submit({
        [SUBMIT]: () => (isBack ? { id: 'p9' } : answer),
      });
      await canSubmit();
      await user.click(button('Submit'));
      await canSubmit();
      expect(submissions(received).length).toBeGreaterThanOrEqual(2);
      leave();
      isBack = true;
      const again = visit(<NewPurchase />);
      await found();
      await canSubmit();
      await again.click(button('Submit'));
      await waitFor(() => expect(location.hash).toBe('#/purchases/ana/p9'));
      expect(new Set(keys(received)).size).toBe(1);
    },
  );

  it('A submission that was changed after a failure has another key', async () => {
    const { received, user } = await submit({ [SUBMIT]: new Rejection(503) });
    await canSubmit();
    await user.click(button('the start of its period'));
    await canSubmit();
    const before = keys(received);
    await user.click(button('Submit'));
    await waitFor(() => expect(submissions(received).length).toBeGreaterThan(before.length));
    expect(before).not.toContain(keys(received).at(-1));
  });

  it('Bad cells that only the submission found are shown', async () => {
    const problems = [problem({ code: 'skipped', value: '2026-03-29 02:15', params: {} })];
    await submit({ [SUBMIT]: new Rejection(400, { error: 'Bad cells.', problems }) });
    expect(await rowsOf(/^1 cell/)).toEqual([
      ['2', 'purchase', '2026-03-29 02:15', 'the clock never shows this time', '1.5'],
    ]);
  });

  it.each([
    ['a failure of the service', new Rejection(500, { error: 'It failed.' }), 'It failed.', 1],
    ['a lost connection', LOST, 'There is no connection to the service.', 2],
  ])(
    'A submission after %s is the same one, because it may have arrived',
    async (_what, answer, text, tries) => {
      const { received, user } = await submit({ [SUBMIT]: answer });
      await reported(text);
      await user.click(button('Submit'));
      await waitFor(() => expect(submissions(received)).toHaveLength(2 * tries));
      expect(new Set(keys(received)).size).toBe(1);
    },
  );

  it('A submission is sent once however often the button is pressed', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { received, user } = await submit({ [SUBMIT]: () => pending.promise });
    await user.click(button('Submit'));
    expect(button('Submit').disabled).toBe(true);
    pending.resolve({ id: 'p7' });
    await waitFor(() => expect(location.hash).toBe('#/purchases/ana/p7'));
    expect(submissions(received)).toHaveLength(1);
  });
});

describe('A series for days that have purchases', () => {
  const LIST = 'GET /api/v0/user/ana/purchases';
  const OLD = '/api/v0/user/ana/purchase';
  const onDays = (first_day: string, last_day: string) => worth({ first_day, last_day });

  async function openWith(purchases: readonly unknown[]) {
    const opened = open({
      [LIST]: { purchases, next_cursor: null },
      [`GET ${OLD}/p1/series`]: [
        { datetime: '2026-11-24 10:00', purchase: 2 },
        { datetime: '2026-11-24 11:00', purchase: 3 },
        { datetime: '2026-11-25 11:00', purchase: 100 },
      ],
      [`GET ${OLD}/p2/series`]: [{ datetime: '2026-11-24 11:00', purchase: 7 }],
      [`GET ${OLD}/p3/series`]: [{ datetime: '2026-11-26 11:00', purchase: 7 }],
    });
    await nameDesk(opened.user);
    await paste(opened.user, FIELD, CELLS);
    await found();
    return opened;
  }

  it('A series for days that have purchases is submitted after a question, which counts those that are not computed yet', async () => {
    const { received, user } = await openWith([
      listed({ id: 'p1', evaluation: onDays('2026-11-24', '2026-11-25') }),
      listed({ id: 'p2', status: 'pending' }),
      listed({ id: 'p3', status: 'in_progress' }),
      listed({ id: 'p4', status: 'failed' }),
      listed({ id: 'p5', evaluation: onDays('2026-11-25', '2026-11-25') }),
    ]);
    const said = 'There are already 2 purchases for the days of this series: 12.000 MWh.';
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: said });
    expect(link.hash).toBe('#/purchases?user=ana&retailer_id=acme&from=2026-11-17&to=2026-11-24');
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await user.click(button('Buy this series as well'));
    const dialog = await screen.findByRole('dialog', { name: 'Buy this series as well' });
    expect(textOf(dialog)).toContain('With this series, 0.938 MWh, it would be 12.938 MWh.');
    expect(submissions(received)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Buy this series as well' }));
    await waitFor(() => expect(location.hash).toBe('#/purchases/ana/p7'));
    expect(submissions(received)).toHaveLength(1);
  });

  it('A series for other days than those of purchases is submitted without a question', async () => {
    const { received, user } = await openWith([
      listed({ id: 'p3', status: 'pending' }),
      listed({ id: 'p5', evaluation: onDays('2026-11-25', '2026-11-25') }),
    ]);
    await canSubmit();
    const asked = received.find(({ what }) => what.startsWith(LIST))?.what;
    expect(asked).toContain('retailer_id=acme');
    expect(asked).toContain(`created_from=${encodeURIComponent('2026-11-16T23:00:00.000Z')}`);
    await user.click(button('Submit'));
    await waitFor(() => expect(location.hash).toBe('#/purchases/ana/p7'));
  });

  it('A series waits until it is known what is bought of its days', async () => {
    const list = Promise.withResolvers<unknown>();
    const { user } = open({ [LIST]: () => list.promise });
    await nameDesk(user);
    await paste(user, FIELD, CELLS);
    await found();
    expect(button('Submit').disabled).toBe(true);
    list.resolve({ purchases: [], next_cursor: null });
    await canSubmit();
  });
});

describe('A check', () => {
  it('A check that fails is reported, and nothing can be submitted', async () => {
    const { user } = open({ [CHECK]: new Rejection(413, { detail: 'The file is too large.' }) });
    await nameDesk(user);
    await paste(user, FIELD, CELLS);
    await reported('The file is too large.');
    expect(button('Submit').disabled).toBe(true);
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });
});
