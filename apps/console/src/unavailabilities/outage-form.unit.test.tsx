import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { outage, plant } from '../test/examples.ts';
import { LOST, type Received, Rejection, serve } from '../test/service.ts';
import {
  button,
  enter,
  fieldValue,
  leave,
  notesOf,
  pick,
  reported,
  visit,
} from '../test/visit.tsx';
import { OutageForm } from './outage-form.tsx';

const PLANTS = [plant(), plant({ id: 'p2', name: 'Teide', timezone: 'Atlantic/Canary' })];
const LIST = '/api/v0/unavailabilities/';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});

function open(known?: ReturnType<typeof outage>, answers: Record<string, unknown> = {}) {
  const received = serve({
    [`POST ${LIST}`]: outage(),
    [`PATCH ${LIST}o1/`]: outage(),
    ...answers,
  });
  const onClose = vi.fn<() => void>();
  const form = known ? { outage: known } : {};
  return {
    received,
    onClose,
    user: visit(<OutageForm plants={PLANTS} {...form} onClose={onClose} />),
  };
}

const bodies = (received: readonly Received[]) => received.map(({ what, body }) => [what, body]);

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

  it('The times of a split are those of the recorded outage, whatever was entered meanwhile', async () => {
    const { user } = open(outage());
    await enter(user, 'Start', '2026-11-01T09:00');
    expect(screen.getByLabelText('Split at').getAttribute('min')).toBe('2026-11-24T09:00');
    expect(screen.getByLabelText('Split at').getAttribute('max')).toBe('2026-11-24T13:00');
  });
});
