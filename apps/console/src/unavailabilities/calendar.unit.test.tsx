import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDay } from '../i18n/format.ts';
import { Page } from '../pages/unavailabilities-page.tsx';
import { outage, plant } from '../test/examples.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, drop, pick, reported, rowsOf, textOf, visit } from '../test/visit.tsx';
import { addDays } from '../time/zone.ts';
import { Calendar } from './calendar.tsx';

const LIST = '/api/v0/unavailabilities/';
const PLANTS = [plant(), plant({ id: 'p2', name: 'Teide', timezone: 'Atlantic/Canary' })];
const OUTAGES = [
  outage(),
  outage({
    id: 'o2',
    plant_id: 'Teide',
    start_time_utc: '2026-11-22T08:00:00.000Z',
    end_time_utc: '2026-11-25T12:00:00.000Z',
    available_power_mw: 0,
    availability_type: 'CURTAILMENT',
  }),
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});

function open(answers: Record<string, unknown> = {}) {
  const received = serve({
    'GET /api/v0/plants/': PLANTS,
    [`GET ${LIST}`]: OUTAGES,
    'GET /api/v0/outages/uploads': [],
    [`PATCH ${LIST}o2/`]: (request: { body: object }) => ({ ...OUTAGES[1], ...request.body }),
    ...answers,
  });
  const user = visit(<Page />);
  const changes = () =>
    received.filter(({ what }) => what.startsWith('PATCH')).map(({ body }) => body);
  return { received, changes, user };
}

const bar = (name: RegExp) => screen.findByRole('button', { name });
const TEIDE = /^Teide, Curtailment, Sun 22 Nov, 08:00 – Wed 25 Nov, 12:00, 0 MW$/;

describe('The calendar', () => {
  it('The calendar asks for two weeks of Madrid, and for those before and after', async () => {
    const { received, user } = open();
    await bar(TEIDE);
    const asked = () =>
      received
        .filter(({ what }) => what.startsWith(`GET ${LIST}`))
        .map(({ what }) => Object.fromEntries(new URL(`http://x${what.slice(4)}`).searchParams));
    expect(asked().at(-1)).toEqual({
      from: '2026-11-22T23:00:00.000Z',
      to: '2026-12-06T23:00:00.000Z',
    });
    await user.click(button('Previous'));
    await waitFor(() => expect(asked().at(-1)?.to).toBe('2026-11-22T23:00:00.000Z'));
    await user.click(button('Quarter'));
    await waitFor(() => expect(asked().at(-1)?.to).toBe('2027-02-07T23:00:00.000Z'));
    await user.click(button('Today'));
    await waitFor(() => expect(asked().at(-1)?.from).toBe('2026-11-22T23:00:00.000Z'));
  });

  it('The calendar shows each outage on its plant’s clock, as long as the visible part', async () => {
    open();
    const { style } = await bar(TEIDE);
    expect(style.left).toBe('0%');
    expect(Number.parseFloat(style.width)).toBeCloseTo((61 / (14 * 24)) * 100, 6);
    expect(
      await bar(/^Muxia, Unavailability, Tue 24 Nov, 09:00 – Tue 24 Nov, 13:00, 12.5 MW$/),
    ).toBeTruthy();
  });

  it('The calendar has outages that overlap below each other, and others beside each other', async () => {
    const equal = { ...OUTAGES[1], id: 'o3', available_power_mw: 99 };
    const touching = {
      ...equal,
      id: 'o4',
      start_time_utc: '2026-11-25T12:00:00.000Z',
      end_time_utc: '2026-11-26T12:00:00.000Z',
    };
    open({ [`GET ${LIST}`]: [...OUTAGES, equal, touching] });
    const bars = await screen.findAllByRole('button', { name: /^Teide, / });
    expect(bars.map(({ style }) => style.top)).toEqual([
      'calc(0 * var(--lane))',
      'calc(1 * var(--lane))',
      'calc(0 * var(--lane))',
    ]);
    expect(bars[0]?.parentElement?.style.height).toBe('calc(2 * var(--lane))');
    expect((await bar(/^Muxia, /)).parentElement?.style.height).toBe('calc(1 * var(--lane))');
  });
  it.each([
    [14, '', 13],
    [14, 'half', 12],
    [14, 'quarter', 8],
    [61, '', 55],
    [61, 'half', 50],
    [61, 'quarter', 40],
    [15, '', 12],
  ])(
    'The titles of a calendar of %i days (%s) end where there is room for the last, day %i',
    async (count, form, last) => {
      const firstDay = '2026-11-01';
      const props = {
        plants: [],
        outages: [],
        onChoose: vi.fn<() => void>(),
        onMove: vi.fn<() => void>(),
      };
      visit(<Calendar window={{ firstDay, days: count }} {...props} />);
      const titles = [...document.querySelectorAll(form ? `.day.${form}` : '.day')];
      expect(textOf(titles[0] ?? null)).toBe('Sun 1 Nov');
      expect(textOf(titles.at(-1) ?? null)).toBe(formatDay(`${addDays(firstDay, last)}T12:00Z`));
    },
  );

  it('The calendar lists the outages of all plants in Madrid time', async () => {
    open();
    expect(await rowsOf('Outages')).toEqual([
      ['Muxia', '24/11/2026, 09:00', '24/11/2026, 13:00', '12.5', 'Unavailability', ''],
      ['Teide', '22/11/2026, 09:00', '25/11/2026, 13:00', '0', 'Curtailment', ''],
    ]);
  });

  it('The calendar of one plant is on the clock of that plant', async () => {
    const { received, user } = open({
      [`GET ${LIST}`]: ({ what }: { what: string }) =>
        what.includes('plant_id=Teide') ? OUTAGES.slice(1) : OUTAGES,
    });
    await pick(user, 'Plant', 'Teide');
    await waitFor(() => expect(received.at(-1)?.what).toContain('plant_id=Teide'));
    await waitFor(async () =>
      expect(await rowsOf('Outages')).toEqual([
        ['Teide', '22/11/2026, 08:00', '25/11/2026, 12:00', '0', 'Curtailment', ''],
      ]),
    );
    expect(location.hash).toBe('#/?plant=Teide');
  });

  it('The calendar says that there are none, and that plants come first', async () => {
    open({ [`GET ${LIST}`]: [] });
    expect(await screen.findByText(/^No outages in this range/)).toBeTruthy();
  });

  it('The calendar needs plants', async () => {
    open({ 'GET /api/v0/plants/': [] });
    expect(await screen.findByText(/^Outages belong to plants/)).toBeTruthy();
    expect(button('New outage').disabled).toBe(true);
  });
});

describe('An outage that is moved', () => {
  it('An outage moves an hour by Shift and an arrow key, as a whole, and can be moved back', async () => {
    const { changes, user } = open();
    (await bar(TEIDE)).focus();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await reported('Moved to 22/11/2026, 09:00. Undo');
    await user.click(button('Undo'));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()).toEqual([
      { start_time_utc: '2026-11-22T09:00:00.000Z', end_time_utc: '2026-11-25T13:00:00.000Z' },
      { start_time_utc: '2026-11-22T08:00:00.000Z', end_time_utc: '2026-11-25T12:00:00.000Z' },
    ]);
  });

  it('An outage is not moved by an arrow key alone', async () => {
    const { changes, user } = open();
    (await bar(TEIDE)).focus();
    await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
    expect(changes()).toEqual([]);
  });

  async function drag(pixels: number) {
    const element = await bar(TEIDE);
    Object.defineProperty(element.parentElement, 'clientWidth', { value: 1_344 });
    element.setPointerCapture = () => {};
    fireEvent.pointerDown(element, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(element, { clientX: 100 + pixels, pointerId: 1 });
    fireEvent.pointerUp(element, { clientX: 100 + pixels, pointerId: 1 });
    fireEvent.click(element);
  }

  it('An outage moves by whole quarter hours by the pointer, and its form stays closed', async () => {
    const { changes } = open();
    await drag(-21);
    await reported(/^Moved to 22\/11\/2026, 02:45/);
    expect(changes()[0]).toMatchObject({ start_time_utc: '2026-11-22T02:45:00.000Z' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('An outage that is dragged by less than a few pixels is chosen instead', async () => {
    const { changes } = open();
    await drag(3);
    expect(await screen.findByRole('dialog', { name: 'Teide' })).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('An outage whose move is rejected says why', async () => {
    const { user } = open({
      [`PATCH ${LIST}o2/`]: new Rejection(400, { start_time_utc: ['Is too long ago.'] }),
    });
    (await bar(TEIDE)).focus();
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await reported('Start: Is too long ago.');
  });
});

describe('The page of outages', () => {
  it('The page opens the form of an outage from its row, and of a new one', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '24/11/2026, 09:00' }));
    expect(screen.getByRole('dialog', { name: 'Muxia' })).toBeTruthy();
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('New outage'));
    expect(screen.getByRole('dialog', { name: 'New outage' })).toBeTruthy();
  });

  it('The page reads a file that is dropped anywhere on it', async () => {
    const { received } = open();
    await bar(TEIDE);
    await waitFor(() => {
      drop(new File(['a'], 'week.csv'));
      expect(screen.getByRole('dialog', { name: 'Upload a file' })).toBeTruthy();
    });
    await waitFor(() => expect(received.at(-1)?.what).toBe('POST /api/v0/outages/files'));
  });

  it('The page shows the days of a recorded file, and then its month', async () => {
    const { user } = open({
      'POST /api/v0/outages/files': ({ body }: { body: object }) =>
        'dry_run' in body
          ? {
              understood: null,
              rows: [],
              total: 2,
              problems: [],
              period: { from: '2027-01-10T23:00:00Z', to: '2027-01-20T12:00:00Z' },
            }
          : { id: 'u1', rows: 2, plants: ['Teide'] },
    });
    await bar(TEIDE);
    await user.click(button('Upload a file'));
    const dialog = within(screen.getByRole('dialog'));
    await user.upload(dialog.getByLabelText('Choose a file'), new File(['a'], 'month.csv'));
    await user.click(await screen.findByRole('button', { name: 'Record 2 outages' }));
    expect(await screen.findByRole('heading', { name: '11 Jan 2027 – 20 Jan 2027' })).toBeTruthy();
    await user.click(button('Month'));
    expect(screen.getByRole('heading', { name: '1 Jan 2027 – 31 Jan 2027' })).toBeTruthy();
    await user.click(button('Next'));
    expect(screen.getByRole('heading', { name: '1 Feb 2027 – 28 Feb 2027' })).toBeTruthy();
    expect(button('Month').getAttribute('aria-pressed')).toBe('true');
  });

  it('The page lists the uploaded files, each with its undo', async () => {
    const UPLOAD = '/api/v0/outages/uploads';
    const { received, user } = open({
      [`GET ${UPLOAD}`]: [
        {
          id: 'u1',
          file_name: 'week.csv',
          uploaded_at: '2026-11-20T10:00:00.000Z',
          by: 'key desk',
          rows: 1234,
          plant_ids: ['Muxia', 'Teide'],
        },
      ],
      [`DELETE ${UPLOAD}/u1`]: new Response(null, { status: 204 }),
    });
    expect(await rowsOf('Uploaded files')).toEqual([
      ['week.csv', '20/11/2026, 11:00', 'key desk', '1,234', 'Muxia, Teide', 'Take back'],
    ]);
    expect(textOf(screen.getByRole('link', { name: 'week.csv' }))).toBe('week.csv');
    await user.click(button('Take back'));
    await reported(/^Taken back/);
    expect(received.some(({ what }) => what === `DELETE ${UPLOAD}/u1?force=false`)).toBe(true);
  });
});
