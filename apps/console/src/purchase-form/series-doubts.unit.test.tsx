import { screen, waitFor } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import type { SeriesDelivery } from '../purchases/data.ts';
import { seriesDelivery } from '../test/examples.ts';
import { serve } from '../test/service.ts';
import { button, paste, visit } from '../test/visit.tsx';
import { NewPurchase } from './new-purchase.tsx';

const CHECK = 'POST /api/v0/user/-/submit-purchase';

const HOURS = {
  start_utc: '2026-11-29T22:00:00.000Z',
  end_utc: '2026-11-30T22:00:00.000Z',
  step_minutes: 60,
  days: [{ date: '2026-11-30', periods: 24 }],
};

/** Pastes a series that the service reads so, at noon of the day before. */
async function pasted(fields: Partial<SeriesDelivery>) {
  vi.useFakeTimers({ now: new Date('2026-11-29T11:00:00Z'), toFake: ['Date'] });
  const item = { datetime: '2026-11-30 00:00', purchase: 1 };
  const read = { understood: null, rows: [], total: 24, problems: [], series: [item] };
  const received = serve({
    [CHECK]: { ...read, delivery: seriesDelivery({ ...HOURS, ...fields }) },
  });
  const user = visit(<NewPurchase />);
  await paste(user, 'Cells: datetime and MW', '2026-11-30 00:00\t1');
  await screen.findByText(/^1 period of/);
  return { user, received };
}

const AROUND = [
  { date: '2026-11-29', periods: 1 },
  { date: '2026-11-30', periods: 23 },
];
const ASKS = /^The first period is the last one of .*29.*, alone on its day/;

it('A series whose first period is alone on the day before may have the starts of periods', async () => {
  const { user, received } = await pasted({ days: AROUND });
  expect(screen.getByText(ASKS)).toBeTruthy();
  await user.click(button('They are starts'));
  await waitFor(() => expect(received.at(-1)?.what).toContain('labels=start'));
  expect(button('the start of its period').getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByText(ASKS)).toBeNull();
});

it('A series is not asked about again once its times are said to be ends', async () => {
  const { user, received } = await pasted({ days: AROUND });
  expect(screen.getByText('Not chosen: the end.')).toBeTruthy();
  await user.click(button('the end of its period'));
  await waitFor(() => expect(received.at(-1)?.what).toContain('labels=end'));
  await screen.findByText(/^1 period of/);
  expect(screen.queryByText(ASKS)).toBeNull();
  expect(screen.queryByText('Not chosen: the end.')).toBeNull();
});

it('A series with gaps says how much of its time has no period, and how long its periods are', async () => {
  await pasted({ step_minutes: 15, missing_minutes: 150 });
  const text = screen.getByText(/2\.5 h have no row: nothing is bought there/).textContent;
  expect(text).toContain('Every period is 15 minutes long');
});

it.each([
  ['2026-11-29T11:00:00.000Z', true],
  ['2026-11-29T11:15:00.000Z', false],
])('A series that ends at %s has been delivered: %s', async (end, isDelivered) => {
  await pasted({ end_utc: end });
  expect(screen.queryByText(/^All of it has been delivered/) !== null).toBe(isDelivered);
});

it('A series of one day without gaps gives no cause to doubt', async () => {
  await pasted({});
  expect(document.querySelectorAll('.notice')).toHaveLength(0);
});
