import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Page } from '../pages/unavailabilities-page.tsx';
import { outage, plant } from '../test/examples.ts';
import { type Received, Rejection, serve } from '../test/service.ts';
import { button, enter, notesOf, rowsOf, visit } from '../test/visit.tsx';
import { bodyOf, type Outage } from '../unavailabilities/data.ts';

const LIST = '/api/v0/unavailabilities/';
const PLANTS = [plant(), plant({ id: 'p2', name: 'Teide', timezone: 'Atlantic/Canary' })];
const NOW = '2026-11-23T10:00:00.000Z';

/** Outages of three days in a row, the first of them going on. */
function three(): Outage[] {
  return [23, 24, 25].map((day) =>
    outage({
      id: `o${day}`,
      plant_id: day === 24 ? 'Teide' : 'Muxia',
      start_time_utc: `2026-11-${day}T08:00:00.000Z`,
      end_time_utc: `2026-11-${day}T12:00:00.000Z`,
      observations: `day ${day}`,
    }),
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
});

/** A service that keeps outages; some requests can be rejected. */
function open(rejected: Record<string, Rejection> = {}) {
  const kept = new Map(three().map((each) => [each.id, each]));
  let added = 0;
  const byId = ({ what }: Received) => what.split('/').at(-2) ?? '';
  const answers: Record<string, unknown> = Object.fromEntries(
    [...kept.keys()].flatMap((id): [string, unknown][] => [
      [`DELETE ${LIST}${id}/`, (got: Received) => remove(byId(got))],
      [`PATCH ${LIST}${id}/`, (got: Received) => change(byId(got), got.body as object)],
    ]),
  );
  const remove = (id: string) => {
    kept.delete(id);
    return new Response(null, { status: 204 });
  };
  const change = (id: string, body: object) => {
    const changed = { ...(kept.get(id) as Outage), ...body };
    kept.set(id, changed);
    return changed;
  };
  const add = ({ body }: Received) => {
    added += 1;
    const created = { ...outage(), ...(body as object), id: `new${added}` };
    kept.set(created.id, created);
    return created;
  };
  const received = serve({
    'GET /api/v0/plants/': PLANTS,
    [`GET ${LIST}`]: () =>
      [...kept.values()].sort((a, b) => a.start_time_utc.localeCompare(b.start_time_utc)),
    [`POST ${LIST}`]: add,
    'GET /api/v0/outages/uploads': [],
    ...answers,
    ...rejected,
  });
  return { kept, received, user: visit(<Page />) };
}

const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const bodies = (kept: ReadonlyMap<string, Outage>) =>
  [...kept.values()].map(bodyOf).sort((a, b) => a.start_time_utc.localeCompare(b.start_time_utc));
const startsOf = async () => (await rowsOf('Outages')).map(([, start]) => start);

async function changeAll(user: UserEvent, fields: Record<string, string>) {
  await user.click(await box(/^Select all/));
  await user.click(button('Change selected'));
  for (const [label, text] of Object.entries(fields)) await enter(user, label, text);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change' }));
}

describe('Selected outages', () => {
  it('Selected outages are those of the boxes, with Shift all between, or all', async () => {
    const { user } = open();
    const first = await box(/^Select Muxia, 23/);
    expect(button('Delete selected').disabled).toBe(true);
    await user.click(first);
    fireEvent.click(await box(/^Select Muxia, 25/), { shiftKey: true });
    expect(screen.getByText('3 of 3 selected')).toBeTruthy();
    await user.click(await box(/^Select Teide, 24/));
    expect(screen.getByText('2 of 3 selected')).toBeTruthy();
    expect((await box(/^Select all/)).indeterminate).toBe(true);
    await user.click(await box(/^Select all/));
    expect(screen.getByText('3 of 3 selected')).toBeTruthy();
    await user.click(await box(/^Select all/));
    expect(screen.getByText('0 of 3 selected')).toBeTruthy();
  });

  it('Selected outages are deleted, and undoing that brings back all that they were', async () => {
    const { kept, user } = open();
    const before = bodies(kept);
    await user.click(await box(/^Select all/));
    await user.click(button('Delete selected'));
    await screen.findByText(/^3 deleted\./);
    expect(kept.size).toBe(0);
    await user.click(button('Undo'));
    await screen.findByText(/^3 are there again, with the same values, as new records\./);
    expect(bodies(kept)).toEqual(before);
    expect(await startsOf()).toHaveLength(3);
  });

  it('Selected outages that are deleted leave the focus on undoing it, and that on its report', async () => {
    const { user } = open();
    await user.click(await box(/^Select all/));
    await user.click(button('Delete selected'));
    await screen.findByText(/^3 deleted\./);
    await waitFor(() => expect(document.activeElement).toBe(button('Undo')));
    await user.keyboard('{Enter}');
    const report = await screen.findByText(/^3 are there again/);
    await waitFor(() => expect(document.activeElement).toBe(report));
  });

  it('Selected outages that cannot be deleted are named with the reason, and can be tried again', async () => {
    const { kept, received, user } = open({
      [`DELETE ${LIST}o24/`]: new Rejection(503, { detail: 'Full.' }),
    });
    await user.click(await box(/^Select all/));
    await user.click(button('Delete selected'));
    await screen.findByText(/^2 deleted\. 1 was not: it is as it was\./);
    expect(await rowsOf(/^1 was not/)).toEqual([
      ['Teide', expect.stringMatching(/^24/), expect.stringMatching(/Full\.$/)],
    ]);
    const before = received.length;
    await user.click(button('Try again'));
    await waitFor(() =>
      expect(received.slice(before).map(({ what }) => what)).toContain(`DELETE ${LIST}o24/`),
    );
    await screen.findByText(/^2 deleted\. 1 was not/);
    await user.click(button('Undo'));
    await screen.findByText(/^2 are there again,/);
    expect(kept.size).toBe(3);
  });

  it('Selected outages are moved by hours of time, and undone', async () => {
    const { kept, user } = open();
    const before = bodies(kept);
    await changeAll(user, { 'Move by': '-1,5', 'Available MW': '3,25', Observations: 'storm' });
    await screen.findByText(/^3 changed\./);
    expect(
      bodies(kept).map((each) => [
        each.start_time_utc.slice(8, 16),
        each.available_power_mw,
        each.observations,
      ]),
    ).toEqual(['23', '24', '25'].map((day) => [`${day}T06:30`, 3.25, 'storm']));
    await user.click(button('Undo'));
    await screen.findByText(/^3 as they were before\./);
    expect(bodies(kept)).toEqual(before);
  });

  it('Selected outages end now if they are going on; the others are named and stay', async () => {
    const { kept, user } = open();
    await user.click(await box(/^Select all/));
    await user.click(button('Change selected'));
    await user.click(screen.getByRole('checkbox', { name: 'End now' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change' }));
    await screen.findByText(/^1 changed\. 2 were not/);
    expect(bodies(kept).map((each) => each.end_time_utc)).toEqual([
      NOW,
      '2026-11-24T12:00:00.000Z',
      '2026-11-25T12:00:00.000Z',
    ]);
    expect((await rowsOf(/^2 were not/)).map(([name]) => name)).toEqual(['Teide', 'Muxia']);
  });

  it('Selected outages are not changed before something is entered, and it is a number', async () => {
    const { received, user } = open();
    await changeAll(user, {});
    expect(notesOf('Move by')).toMatch(/^Nothing is to change/);
    await enter(user, 'Move by', 'two');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change' }));
    expect(notesOf('Move by')).toMatch(/^“two” is not a number/);
    expect(received.filter(({ what }) => what.startsWith('PATCH'))).toEqual([]);
  });
});
