import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, enter, fieldValue, reported, rowsOf, visit } from '../test/visit.tsx';
import type { Delivery, Webhook } from './data.ts';
import { FailedDeliveries } from './failed.tsx';
import { Webhooks } from './webhooks.tsx';

const HOOKS = '/api/v0/webhooks';
const DELETED = new Response(null, { status: 204 });

function webhook(fields: Partial<Webhook> = {}): Webhook {
  return {
    id: 'w1',
    url: 'https://ana.example/hook',
    events: ['purchase.completed'],
    gate_closing_minutes: 60,
    created_at: '2026-11-01T09:00:00.000Z',
    disabled_at: null,
    previous_secret_until: null,
    ...fields,
  };
}

const delivery = (fields: Partial<Delivery> = {}): Delivery => ({
  id: 'd1',
  event: 'purchase.completed',
  created_at: '2026-11-20T10:00:00.000Z',
  status: 'failed',
  settled_at: '2026-11-20T12:00:00.000Z',
  error: 'HTTP 500',
  ...fields,
});

function open(webhooks: readonly Webhook[], answers: Record<string, unknown> = {}) {
  const received = serve({
    [`GET ${HOOKS}`]: webhooks,
    [`POST ${HOOKS}`]: { secret: 'whsec_new' },
    [`PATCH ${HOOKS}/w1`]: webhook(),
    [`DELETE ${HOOKS}/w1`]: DELETED,
    [`POST ${HOOKS}/w1/rotate-secret`]: { secret: 'whsec_rotated' },
    [`GET ${HOOKS}/w1/deliveries`]: [delivery()],
    ...answers,
  });
  const user = visit(<Webhooks />);
  const changes = () =>
    received.filter(({ what }) => !what.startsWith('GET')).map(({ what, body }) => [what, body]);
  return { changes, user };
}

const choose = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('A new webhook', () => {
  it('A new webhook is notified of purchases, and its secret is shown once', async () => {
    const { changes, user } = open([]);
    expect(await screen.findByText(/^No webhooks\./)).toBeTruthy();
    await user.click(button('New webhook'));
    await enter(user, 'Address (https)', 'https://ana.example/hook');
    await user.click(choose('Create'));
    expect(await screen.findByText('whsec_new')).toBeTruthy();
    await isClosed();
    expect(changes()).toEqual([
      [
        `POST ${HOOKS}`,
        {
          url: 'https://ana.example/hook',
          events: ['purchase.completed', 'purchase.failed'],
          gate_closing_minutes: 60,
        },
      ],
    ]);
  });

  it('A new webhook says how long before a gate closes it is notified', async () => {
    const { changes, user } = open([]);
    await user.click(button('New webhook'));
    await enter(user, 'Address (https)', 'https://ana.example/hook');
    expect(screen.queryByLabelText('Minutes before a gate closes')).toBeNull();
    await user.click(screen.getByLabelText(/ gate\.closing$/));
    await user.click(screen.getByLabelText(/ purchase\.failed$/));
    await enter(user, 'Minutes before a gate closes', '15');
    await user.click(choose('Create'));
    await isClosed();
    expect(changes()[0]?.[1]).toMatchObject({
      events: ['purchase.completed', 'gate.closing'],
      gate_closing_minutes: 15,
    });
  });

  it('A new webhook without an event cannot be created', async () => {
    const { user } = open([]);
    await user.click(button('New webhook'));
    for (const event of [/ purchase\.completed$/, / purchase\.failed$/])
      await user.click(screen.getByLabelText(event));
    expect((choose('Create') as HTMLButtonElement).disabled).toBe(true);
  });

  it('A rejected webhook leaves the dialog open with the entered values', async () => {
    const rejection = new Rejection(400, { url: ['The address is private.'] });
    const { user } = open([], { [`POST ${HOOKS}`]: rejection });
    await user.click(button('New webhook'));
    await enter(user, 'Address (https)', 'https://10.0.0.1/');
    await user.click(choose('Create'));
    await reported('Address: The address is private.');
    expect(fieldValue('Address (https)')).toBe('https://10.0.0.1/');
  });

  it('A new webhook is created once however often the button is pressed', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { changes, user } = open([], { [`POST ${HOOKS}`]: () => pending.promise });
    await user.click(button('New webhook'));
    await enter(user, 'Address (https)', 'https://ana.example/hook');
    await user.dblClick(choose('Create'));
    pending.resolve({ secret: 'whsec_new' });
    await screen.findByText('whsec_new');
    expect(changes()).toHaveLength(1);
  });
});

describe('A webhook', () => {
  it('A webhook is shown with its events and its state', async () => {
    open([webhook(), webhook({ id: 'w2', disabled_at: '2026-11-02T00:00:00.000Z' })]);
    const rows = await rowsOf('Webhooks');
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['https://ana.example/hook', 'Purchase completed', 'on'],
      ['https://ana.example/hook', 'Purchase completed', 'off'],
    ]);
    expect(rows.map((row) => /Turn (on|off)/.exec(row[3] ?? '')?.[1])).toEqual(['off', 'on']);
  });

  it.each([
    [null, 'Turn off', false],
    ['2026-11-02T00:00:00.000Z', 'Turn on', true],
  ])(
    'A webhook that is disabled since %s is switched by “%s”',
    async (disabled_at, name, enabled) => {
      const { changes, user } = open([webhook({ disabled_at })]);
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(changes()).toEqual([[`PATCH ${HOOKS}/w1`, { enabled }]]));
    },
  );

  it.each([
    [{ status: 200, ms: 12, error: '' }, 'Receiver: 200, 12 ms'],
    [{ status: null, ms: 5000, error: 'timed out' }, 'Receiver: timed out, 5000 ms'],
  ])('A test of a webhook shows the answer of its receiver', async (attempt, text) => {
    const { user } = open([webhook()], { [`POST ${HOOKS}/w1/test`]: attempt });
    await user.click(await screen.findByRole('button', { name: 'Test' }));
    await reported(text);
  });

  it('A change of a webhook starts with its present values', async () => {
    const { changes, user } = open([
      webhook({ events: ['gate.closing'], gate_closing_minutes: 30 }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    expect(fieldValue('Minutes before a gate closes')).toBe('30');
    await user.click(screen.getByLabelText(/ prices\.late$/));
    await user.click(choose('Save'));
    await isClosed();
    expect(changes()).toEqual([
      [
        `PATCH ${HOOKS}/w1`,
        {
          url: 'https://ana.example/hook',
          events: ['prices.late', 'gate.closing'],
          gate_closing_minutes: 30,
        },
      ],
    ]);
  });

  it('A webhook gets a new secret, which is shown once, while the old one stays valid', async () => {
    const { changes, user } = open([webhook()]);
    await user.click(await screen.findByRole('button', { name: 'New secret' }));
    await user.selectOptions(screen.getByLabelText('Grace period'), 'an hour');
    await user.click(choose('New secret'));
    expect(await screen.findByText('whsec_rotated')).toBeTruthy();
    expect(changes()).toEqual([[`POST ${HOOKS}/w1/rotate-secret`, { grace: '1h' }]]);
  });

  it('A webhook is deleted only after a confirmation that names it', async () => {
    setLanguage('es');
    const { changes, user } = open([webhook()]);
    await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
    expect(
      screen.getByRole('dialog', { name: '¿Eliminar https://ana.example/hook?' }),
    ).toBeTruthy();
    expect(changes()).toEqual([]);
    await user.click(choose('Eliminar'));
    await isClosed();
    expect(changes()).toEqual([[`DELETE ${HOOKS}/w1`, '']]);
  });

  it('A webhook shows its deliveries, and sends one again', async () => {
    const REPLAY = `POST ${HOOKS}/w1/deliveries/d1/replay`;
    const { user } = open([webhook()], { [REPLAY]: { status: 204, ms: 9, error: '' } });
    await user.click(await screen.findByRole('button', { name: 'Deliveries' }));
    expect(await rowsOf('Deliveries')).toEqual([
      [
        '20/11/2026, 11:00',
        'Purchase completed',
        'failed',
        '20/11/2026, 13:00',
        'HTTP 500',
        'Send again',
      ],
    ]);
    await user.click(choose('Send again'));
    await reported('Sent again: 204');
  });

  it('A key without the scope sees whom to ask', async () => {
    open([], { [`GET ${HOOKS}`]: new Rejection(403) });
    expect((await screen.findByRole('alert')).textContent).toContain(
      '(scope “Webhooks”, webhooks)',
    );
  });
});

describe('The failed deliveries', () => {
  it('Failed deliveries are those of all webhooks that were given up', async () => {
    serve({
      [`GET ${HOOKS}`]: [webhook(), webhook({ id: 'w2', url: 'https://b.example/' })],
      [`GET ${HOOKS}/w1/deliveries`]: [delivery({ status: 'delivered' })],
      [`GET ${HOOKS}/w2/deliveries`]: [delivery({ error: 'refused' })],
    });
    visit(<FailedDeliveries />);
    expect(await rowsOf('Failed webhooks')).toEqual([
      ['20/11/2026, 11:00', 'https://b.example/', 'refused'],
    ]);
  });

  it('The page says that there are no failed deliveries', async () => {
    serve({ [`GET ${HOOKS}`]: [] });
    visit(<FailedDeliveries />);
    expect(await screen.findByText('No delivery has failed.')).toBeTruthy();
  });

  it('Failed deliveries are not mentioned to a key that may not see webhooks', async () => {
    serve({ [`GET ${HOOKS}`]: new Rejection(403) });
    visit(<FailedDeliveries />);
    expect(screen.getByText('Failed webhooks')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Failed webhooks')).toBeNull());
  });
});
