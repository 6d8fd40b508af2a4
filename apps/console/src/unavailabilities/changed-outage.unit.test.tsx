import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { outage } from '../test/examples.ts';
import { bodies, LIST, openForm as open } from '../test/outage-form.tsx';
import { button, enter, fieldValue, notesOf, reported } from '../test/visit.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});

describe('An outage that is changed', () => {
  const autumn = outage({
    start_time_utc: '2026-10-25T01:30:00.000Z',
    end_time_utc: '2026-10-25T09:00:30.000Z',
    available_power_mw: 1.25,
    observations: 'old',
  });

  it('An outage shows its times on its plant’s clock and its power in the language of the page', () => {
    setLanguage('es');
    open(autumn);
    expect([fieldValue('Inicio'), fieldValue('Fin')]).toEqual([
      '2026-10-25T02:30',
      '2026-10-25T10:00',
    ]);
    expect(fieldValue('MW disponibles')).toBe('1,25');
  });

  it('The unchanged times of an outage stay: those of the second 02:30, and with seconds', async () => {
    const { received, user } = open(autumn);
    await enter(user, 'Observations', 'new');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatchObject({
      what: `PATCH ${LIST}o1/`,
      body: {
        start_time_utc: autumn.start_time_utc,
        end_time_utc: autumn.end_time_utc,
        available_power_mw: 1.25,
        observations: 'new',
      },
    });
  });

  it('The changed times of an outage are sent', async () => {
    const { received, user } = open(autumn);
    await enter(user, 'Start', '2026-10-25T01:45');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toMatchObject({
      start_time_utc: '2026-10-24T23:45:00.000Z',
      end_time_utc: autumn.end_time_utc,
    });
  });

  it('The changed end of an outage that begins in the second 02:30 leaves its start', async () => {
    const { received, user } = open(autumn);
    await enter(user, 'End', '2026-10-25T12:00');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toMatchObject({
      start_time_utc: autumn.start_time_utc,
      end_time_utc: '2026-10-25T11:00:00.000Z',
    });
  });

  it('A start in the second pass of the repeated hour stays in it, unless the first is chosen', async () => {
    const { received, user } = open(autumn);
    const which = () => screen.getByLabelText<HTMLSelectElement>(/is shown twice/);
    expect([...which().options].map(({ text }) => text)).toEqual([
      '–',
      'First: summer, UTC+2',
      'Second: winter, UTC+1',
    ]);
    expect(which().value).toBe('second');
    await enter(user, 'Start', '2026-10-25T02:45');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toMatchObject({ start_time_utc: '2026-10-25T01:45:00.000Z' });
  });

  it('A start in the second pass of the repeated hour is moved to the first by a choice', async () => {
    const { received, user } = open(autumn);
    await user.selectOptions(screen.getByLabelText('02:30 is shown twice: which?'), 'first');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toMatchObject({ start_time_utc: '2026-10-25T00:30:00.000Z' });
  });

  it('An outage is deleted, and comes back with all its fields', async () => {
    const { received, onClose, user } = open(autumn, {
      [`DELETE ${LIST}o1/`]: new Response(null, { status: 204 }),
    });
    await user.click(button('Delete'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await reported('Deleted. Undo');
    await user.click(button('Undo'));
    await waitFor(() => expect(received).toHaveLength(2));
    const { id: _id, created_at: _created, updated_at: _updated, ...body } = autumn;
    expect(bodies(received)).toEqual([
      [`DELETE ${LIST}o1/`, ''],
      [`POST ${LIST}`, body],
    ]);
    await reported('It is there again, with the same values, as a new record.');
  });
});

describe('An outage that is split', () => {
  const split = () => screen.getAllByRole('button', { name: 'Split' })[0] as HTMLElement;

  it('A split outage ends at the start of the second part, which is a new one', async () => {
    const { received, onClose, user } = open(outage({ observations: 'crane' }));
    await enter(user, 'Split at', '2026-11-24T10:15');
    await user.click(split());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(bodies(received)).toMatchObject([
      [
        `POST ${LIST}`,
        {
          start_time_utc: '2026-11-24T09:15:00.000Z',
          end_time_utc: '2026-11-24T12:00:00.000Z',
          available_power_mw: 12.5,
          observations: 'crane',
        },
      ],
      [`PATCH ${LIST}o1/`, { end_time_utc: '2026-11-24T09:15:00.000Z' }],
    ]);
  });

  it.each([
    ['its start', '2026-11-24T09:00'],
    ['its end', '2026-11-24T13:00'],
  ])('An outage stays whole if the time of its split is %s', async (_what, at) => {
    const { received, onClose, user } = open(outage());
    await enter(user, 'Split at', at);
    await user.click(split());
    expect(notesOf('Split at')).toBe('Choose a time between its start and its end.');
    expect(received).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  const night = outage({
    start_time_utc: '2026-10-24T22:00:00.000Z',
    end_time_utc: '2026-10-25T09:00:00.000Z',
  });

  it('An outage is split at the pass of the repeated hour that is chosen', async () => {
    const { received, user } = open(night);
    await enter(user, 'Split at', '2026-10-25T02:30');
    await user.click(split());
    expect(notesOf('Split at')).toMatch(/^The clock shows this time twice/);
    await user.selectOptions(screen.getByLabelText('02:30 is shown twice: which?'), 'second');
    await user.click(split());
    await waitFor(() => expect(received).toHaveLength(2));
    expect(received[1]?.body).toEqual({ end_time_utc: '2026-10-25T01:30:00.000Z' });
  });

  it('An outage of the second pass is split within it, without a question', async () => {
    const { received, user } = open({ ...night, start_time_utc: '2026-10-25T01:15:00.000Z' });
    await enter(user, 'Split at', '2026-10-25T02:30');
    expect(screen.queryByLabelText('02:30 is shown twice: which?')).toBeNull();
    await user.click(split());
    await waitFor(() => expect(received).toHaveLength(2));
    expect(received[1]?.body).toEqual({ end_time_utc: '2026-10-25T01:30:00.000Z' });
  });

  it('An outage is not split at a time that the clock skips', async () => {
    const { received, user } = open({
      ...night,
      start_time_utc: '2026-03-28T22:00:00.000Z',
      end_time_utc: '2026-03-29T09:00:00.000Z',
    });
    await enter(user, 'Split at', '2026-03-29T02:30');
    await user.click(split());
    expect(notesOf('Split at')).toBe('The clock never shows this time');
    expect(received).toEqual([]);
  });

  it('The times of a split are those of the recorded outage, whatever was entered meanwhile', async () => {
    const { user } = open(outage());
    await enter(user, 'Start', '2026-11-01T09:00');
    expect(screen.getByLabelText('Split at').getAttribute('min')).toBe('2026-11-24T09:00');
    expect(screen.getByLabelText('Split at').getAttribute('max')).toBe('2026-11-24T13:00');
  });
});
