import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { plant } from '../test/examples.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, enter, fieldValue, notesOf, reported, visit } from '../test/visit.tsx';
import { PlantForm } from './plant-form.tsx';

const PLANTS = '/api/v0/plants/';

function open(known?: ReturnType<typeof plant>, answers: Record<string, unknown> = {}) {
  const received = serve({
    [`POST ${PLANTS}`]: plant({ id: 'p9' }),
    [`PATCH ${PLANTS}p1/`]: plant(),
    ...answers,
  });
  const onClose = vi.fn<() => void>();
  const user = visit(<PlantForm {...(known && { plant: known })} onClose={onClose} />);
  return { received, onClose, user };
}

async function fillIn(user: ReturnType<typeof open>['user'], capacity = '50,5') {
  await enter(user, 'Name', 'Muxia');
  await enter(user, 'Installed MW', capacity);
  await enter(user, 'Nominal MW', '48.5');
  await enter(user, 'Latitude', '43,1');
  await enter(user, 'Longitude', '-9.2');
}

describe('A new plant', () => {
  it('A new plant is created with decimal commas as points, and its page opens', async () => {
    const { received, onClose, user } = open();
    await fillIn(user);
    await user.selectOptions(screen.getByLabelText('Technology'), 'Solar');
    await enter(user, 'Label (optional)', 'The one by the sea');
    await user.click(button('Save'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received).toMatchObject([
      {
        what: `POST ${PLANTS}`,
        body: {
          name: 'Muxia',
          installed_capacity_mw: '50.5',
          nominal_capacity_mw: '48.5',
          lat: '43.1',
          lon: '-9.2',
          technology_type: 'solar',
          customer_display_name: 'The one by the sea',
          area: 'ES',
          timezone: 'Europe/Madrid',
        },
      },
    ]);
    expect(location.hash).toBe('#/plants/p9');
    await reported('Saved.');
  });

  it('An ambiguous capacity is not sent, but three decimals of a coordinate are', async () => {
    const { received, user } = open();
    await fillIn(user, '1.250');
    await enter(user, 'Latitude', '43.125');
    await user.click(button('Save'));
    expect(notesOf('Installed MW')).toBe('“1.250” could be 1250 or 1.25: write 1250 or 1.2500');
    expect(notesOf('Latitude')).toBe('');
    expect(received).toEqual([]);
    await enter(user, 'Installed MW', '1250');
    await user.click(button('Save'));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toMatchObject({ installed_capacity_mw: '1250', lat: '43.125' });
    expect(notesOf('Installed MW')).toBe('');
  });

  it('A new plant is created once however often it is saved', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { received, onClose, user } = open(undefined, {
      [`POST ${PLANTS}`]: () => pending.promise,
    });
    await fillIn(user);
    await user.dblClick(button('Save'));
    pending.resolve(plant());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received).toHaveLength(1);
  });

  it('The form stays open with the service’s reasons beside its fields', async () => {
    const body = { name: ['Is taken.'], technology_type: ['Is missing.'] };
    const { onClose, user } = open(undefined, { [`POST ${PLANTS}`]: new Rejection(400, body) });
    await fillIn(user);
    await user.click(button('Save'));
    await waitFor(() => expect(notesOf('Name')).toBe('Is taken.'));
    expect(notesOf('Technology')).toBe('Is missing.');
    expect(fieldValue('Installed MW')).toBe('50,5');
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    [400, { error: 'The body is no JSON.' }, 'The body is no JSON.'],
    [403, { detail: 'The scope plants is missing.' }, 'The scope plants is missing.'],
    [503, { detail: 'The disk is full.' }, 'The disk is full.'],
  ])('A rejection with %i and without fields is reported', async (status, body, text) => {
    const { onClose, user } = open(undefined, { [`POST ${PLANTS}`]: new Rejection(status, body) });
    await fillIn(user);
    await user.click(button('Save'));
    await reported(text);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('A plant that is changed', () => {
  it.each([
    ['en', 'Installed MW', '1.250', 'Save'],
    ['es', 'MW instalados', '1,250', 'Guardar'],
  ] as const)(
    'The unchanged fields of a plant in %s stay the same, however they are written',
    async (language, label, shown, save) => {
      setLanguage(language);
      const { received, user } = open(plant({ installed_capacity_mw: '1.250' }));
      expect(fieldValue(label)).toBe(shown);
      await user.click(button(save));
      await waitFor(() => expect(received).toHaveLength(1));
      expect(received[0]).toMatchObject({
        what: `PATCH ${PLANTS}p1/`,
        body: { installed_capacity_mw: '1.250', nominal_capacity_mw: '48.500', lat: '43.10000' },
      });
    },
  );

  it('The form says the plant’s name, and Close leaves it without a request', async () => {
    const { received, onClose, user } = open(plant());
    expect(screen.getByRole('dialog', { name: 'Muxia' })).toBeTruthy();
    await user.click(button('Close'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(received).toEqual([]);
  });
});
