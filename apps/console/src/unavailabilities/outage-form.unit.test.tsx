import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { outage } from '../test/examples.ts';
import { bodies, LIST, openForm as open } from '../test/outage-form.tsx';
import { LOST, type Received, Rejection } from '../test/service.ts';
import {
  button,
  enter,
  fieldValue,
  leave,
  notesOf,
  pick,
  reported,
  textOf,
} from '../test/visit.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});

describe('A new outage', () => {
  it('A new outage lasts from midnight to midnight of tomorrow, by the clock of its plant', async () => {
    const { received, onClose, user } = open();
    expect([fieldValue('Start'), fieldValue('End')]).toEqual([
      '2026-11-24T00:00',
      '2026-11-25T00:00',
    ]);
    expect(notesOf('Start')).toBe('Times in Madrid');
    await user.click(button('Save'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(bodies(received)).toEqual([
      [
        `POST ${LIST}`,
        {
          plant_id: 'Muxia',
          start_time_utc: '2026-11-23T23:00:00.000Z',
          end_time_utc: '2026-11-24T23:00:00.000Z',
          available_power_mw: 0,
          availability_type: 'UNAVAILABILITY',
          observations: '',
        },
      ],
    ]);
    await reported('Saved.');
  });

  it('A new outage begins with the plant of the last one', async () => {
    const { received, user } = open();
    await pick(user, 'Plant', 'Teide');
    await user.click(button('Save'));
    await reported('Saved.');
    expect(received).toHaveLength(1);
    leave();
    open();
    expect(fieldValue('Plant')).toBe('Teide');
  });

  it('A new outage is sent as it was entered, with times on the clock of the chosen plant', async () => {
    const { received, user } = open();
    await pick(user, 'Plant', 'Teide');
    expect(notesOf('Start')).toBe('Times in Canary Islands');
    await user.selectOptions(screen.getByLabelText('Type'), 'Curtailment');
    await enter(user, 'Start', '2026-11-24T09:00');
    await enter(user, 'End', '2026-11-24T10:30');
    await enter(user, 'Available MW', '12,75');
    await enter(user, 'Observations', 'crane');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toEqual({
      plant_id: 'Teide',
      start_time_utc: '2026-11-24T09:00:00.000Z',
      end_time_utc: '2026-11-24T10:30:00.000Z',
      available_power_mw: 12.75,
      availability_type: 'CURTAILMENT',
      observations: 'crane',
    });
  });

  it.each([
    ['en', '1.250', '“1.250” could be 1250 or 1.25: write 1250 or 1.2500'],
    ['es', '1.250', '«1.250» podría ser 1250 o 1,25: escriba 1250 o 1,2500'],
    ['pt', '1,250', '«1,250» pode ser 1250 ou 1,25: escreva 1250 ou 1,2500'],
    ['en', '12 MW', '“12 MW” is not a number'],
    ['es', '1.2.3', '«1.2.3» no es un número'],
    ['es', '48,51', 'Muxia tiene una potencia nominal de 48,5 MW: no puede haber más disponible.'],
  ] as const)(
    'An outage in %s is not sent if %s is no number that its plant can have',
    async (language, text, problem) => {
      setLanguage(language);
      const { received, onClose, user } = open();
      const label = { en: 'Available MW', es: 'MW disponibles', pt: 'MW disponíveis' }[language];
      await enter(user, label, text);
      await user.click(button(language === 'en' ? 'Save' : 'Guardar'));
      expect(notesOf(label)).toBe(problem);
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
      expect(received).toEqual([]);
      expect(onClose).not.toHaveBeenCalled();
    },
  );

  it('A new outage is recorded once however often it is saved', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { received, onClose, user } = open(undefined, {
      [`POST ${LIST}`]: () => pending.promise,
    });
    await user.dblClick(button('Save'));
    await user.click(button('Save'));
    pending.resolve(outage());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received).toHaveLength(1);
  });

  it('The form stays open with the service’s reasons beside its fields', async () => {
    const body = {
      end_time_utc: ['Must be after the start.'],
      available_power_mw: ['Is above the capacity.'],
    };
    const { onClose, user } = open(undefined, { [`POST ${LIST}`]: new Rejection(400, body) });
    await user.click(button('Save'));
    await waitFor(() => expect(notesOf('End')).toBe('Must be after the start.'));
    expect(notesOf('Available MW')).toBe('Is above the capacity.');
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    [
      'a reason of no field',
      new Rejection(400, { error: 'The body is no JSON.' }),
      'The body is no JSON.',
    ],
    [
      'a reason of a field that is not shown',
      new Rejection(400, { availability_type: ['Is not one of these.'] }),
      'Type: Is not one of these.',
    ],
    [
      'a conflict',
      new Rejection(409, { detail: 'The plant was deleted.' }),
      'The plant was deleted.',
    ],
    ['a lost connection', LOST, 'There is no connection to the service.'],
  ])('The form reports %s', async (_what, answer, text) => {
    const { onClose, user } = open(undefined, { [`POST ${LIST}`]: answer });
    await user.click(button('Save'));
    await reported(text);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('The clock of an outage’s plant', () => {
  it('A time that the clock skips is rejected at its field, as it is in a file', async () => {
    setLanguage('es');
    const { received, user } = open();
    await enter(user, 'Inicio', '2026-03-29T02:30');
    await enter(user, 'Fin', '2026-03-29T10:00');
    await user.click(button('Guardar'));
    expect(notesOf('Inicio')).toMatch(/^El reloj no muestra nunca esta hora/);
    expect(received).toEqual([]);
  });

  it('A time that the clock of Madrid skips exists on the Canary Islands', async () => {
    const { received, user } = open();
    await pick(user, 'Plant', 'Teide');
    await enter(user, 'Start', '2026-03-29T02:30');
    await enter(user, 'End', '2026-03-29T10:00');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toMatchObject({ start_time_utc: '2026-03-29T01:30:00.000Z' });
  });

  it('A time that the clock shows twice is asked for, and no other one', async () => {
    const { received, user } = open();
    expect(screen.queryByLabelText(/is shown twice/)).toBeNull();
    await enter(user, 'Start', '2026-10-25T02:30');
    await enter(user, 'End', '2026-10-25T10:00');
    await user.click(button('Save'));
    expect(notesOf('Start')).toMatch(/^The clock shows this time twice: choose which is meant\./);
    expect(received).toEqual([]);
    await user.selectOptions(screen.getByLabelText('02:30 is shown twice: which?'), 'second');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toMatchObject({ start_time_utc: '2026-10-25T01:30:00.000Z' });
  });

  it.each([
    ['2026-10-24T10:00Z', ['2026-10-25T00:00', '2026-10-26T00:00']],
    ['2026-03-28T10:00Z', ['2026-03-29T00:00', '2026-03-30T00:00']],
  ])('A new outage lasts the whole of tomorrow at %s, of 25 or 23 hours', (now, times) => {
    vi.setSystemTime(Date.parse(now));
    open();
    expect([fieldValue('Start'), fieldValue('End')]).toEqual(times);
  });
});

describe('Outages of a plant that overlap', () => {
  const others = (...more: object[]) => ({
    [`GET ${LIST}`]: ({ what }: Received) =>
      what.includes('plant_id=Muxia') ? [outage({ id: 'o9' }), ...more] : [],
  });
  const notice = () => screen.findByText(/^Overlaps with/);

  it('Outages of a plant that overlap are named before one is saved, with which counts', async () => {
    const { received, onClose, user } = open(undefined, others());
    const text = await notice();
    expect(textOf(text)).toMatch(
      /^Overlaps with 1 other outage of the plant:.*At each moment the one that leaves least power counts\.$/,
    );
    expect(within(text).getAllByRole('listitem').map(textOf)).toEqual([
      'Unavailability, Tue 24 Nov, 09:00 – Tue 24 Nov, 13:00, 12.5 MW',
    ]);
    await user.click(button('Save'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received).toHaveLength(1);
  });

  it('Outages of a plant that overlap are those of the entered times and plant', async () => {
    const { user } = open(undefined, others());
    await notice();
    await enter(user, 'Start', '2026-11-24T13:00');
    await waitFor(() => expect(screen.queryByText(/^Overlaps with/)).toBeNull());
    await enter(user, 'Start', '2026-11-24T12:59');
    await notice();
    await pick(user, 'Plant', 'Teide');
    await waitFor(() => expect(screen.queryByText(/^Overlaps with/)).toBeNull());
  });

  it('Outages of a plant that overlap do not include the one that is changed; three are named', async () => {
    const more = ['o2', 'o3', 'o4'].map((id) => outage({ id }));
    open(outage(), others(outage(), ...more));
    const text = await notice();
    expect(textOf(text)).toMatch(/^Overlaps with 4 other outages of the plant:/);
    const named = within(text).getAllByRole('listitem').map(textOf);
    expect([named.length, named.at(-1)]).toEqual([4, '1 more']);
  });
});
