import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../session/session.ts';
import { type Received, Rejection, serve } from '../test/service.ts';
import { button, enter, reported, rowsOf, visit } from '../test/visit.tsx';
import type { Key } from './data.ts';
import { Keys } from './keys.tsx';

const KEYS = '/api/v0/keys';

function key(fields: Partial<Key> = {}): Key {
  return {
    id: 'k1',
    label: 'desk',
    scopes: ['read', 'purchases'],
    created_at: '2026-11-01T09:00:00.000Z',
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    ...fields,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});

function open(keys: readonly Key[], answers: Record<string, unknown> = {}) {
  const received = serve({
    [`GET ${KEYS}`]: keys,
    [`POST ${KEYS}`]: { key: 'sol_new_secret' },
    [`POST ${KEYS}/k1/rotate`]: { key: 'sol_rotated_secret' },
    [`DELETE ${KEYS}/k1`]: new Response(null, { status: 204 }),
    ...answers,
  });
  const user = visit(<Keys />);
  return { user, changes: () => received.filter(({ what }) => !what.startsWith('GET')) };
}

const dialog = () => within(screen.getByRole('dialog'));
const choose = (name: string) => dialog().getByRole('button', { name });
const bodies = (changes: readonly Received[]) => changes.map(({ what, body }) => [what, body]);

describe('The table of keys', () => {
  it('The table shows the scopes and the state of each key; only valid keys can be changed', async () => {
    open([
      key({ last_used_at: '2026-11-23T07:00:00.000Z', expires_at: '2027-01-01T00:00:00.000Z' }),
      key({ id: 'k2', label: '', expires_at: '2026-11-23T09:59:59.000Z' }),
      key({ id: 'k3', label: 'old', revoked_at: '2026-11-22T00:00:00.000Z' }),
      key({ id: 'k4', label: 'ends', revoked_at: '2026-11-24T00:00:00.000Z' }),
    ]);
    const rows = await rowsOf('API keys');
    expect(rows[0]).toEqual([
      'desk',
      'k1',
      'Read all but prices; Purchases, trades and strategies',
      '01/11/2026, 10:00',
      '3 hours ago',
      '01/01/2027, 01:00',
      'active',
      'RotateRevoke',
    ]);
    expect(rows.map((row) => row.slice(-2))).toEqual([
      ['active', 'RotateRevoke'],
      ['expired', ''],
      ['revoked', ''],
      ['active', 'RotateRevoke'],
    ]);
    expect(rows[2]?.slice(4, 6)).toEqual(['–', 'never']);
  });

  it.each([
    [new Rejection(403), /does not have the permission for this.*\(scope “Keys”, keys\)/],
    [new Rejection(500, { error: 'It failed.' }), /It failed\./],
  ])('The reason is shown if the keys cannot be read', async (answer, text) => {
    open([], { [`GET ${KEYS}`]: answer });
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });
});

const SCOPES = ['read', 'prices', 'purchases', 'keys', 'webhooks', 'audit'];

describe('A new key', () => {
  async function fillIn(opened: ReturnType<typeof open>) {
    await opened.user.click(button('Issue a key'));
    await enter(opened.user, 'Label', 'robot');
    return opened;
  }

  it('A new key has the chosen scopes and days, and is shown once', async () => {
    session.set({
      ...(session.value as never as object),
      scopes: ['read', 'plants', 'operator'],
    } as never);
    const { user, changes } = await fillIn(open([key()]));
    expect(dialog().getAllByRole('checkbox')).toHaveLength(2);
    await user.click(screen.getByLabelText(/ plants$/));
    await enter(user, 'Expires in (days)', '30');
    await user.click(choose('Issue a key'));
    expect(await screen.findByText('sol_new_secret')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies(changes())).toEqual([
      [`POST ${KEYS}`, { label: 'robot', scopes: ['read'], expires_in: '30d' }],
    ]);
  });

  it.each([
    [['prices'], true],
    [[], false],
    [undefined, true],
  ])(
    'A new key of a customer with the permissions %j reads prices: %s',
    async (permissions, isChosen) => {
      const known = session.value as never as object;
      session.set({ ...known, scopes: ['read', 'prices'], permissions } as never);
      await fillIn(open([key()]));
      expect(dialog().getByLabelText<HTMLInputElement>(/ prices$/).checked).toBe(isChosen);
    },
  );

  it('A new key without days never expires, and one without scopes cannot be issued', async () => {
    const { user, changes } = await fillIn(open([key()]));
    for (const scope of SCOPES)
      await user.click(screen.getByLabelText(new RegExp(` ${scope}$`), { selector: 'input' }));
    expect((choose('Issue a key') as HTMLButtonElement).disabled).toBe(true);
    await user.click(screen.getByLabelText(/ purchases$/));
    await user.click(choose('Issue a key'));
    await screen.findByText('sol_new_secret');
    expect(changes()[0]?.body).toEqual({ label: 'robot', scopes: ['purchases'] });
  });

  it('A new key is issued once however often the button is pressed: the first secret would be lost', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { user, changes } = await fillIn(
      open([key()], { [`POST ${KEYS}`]: () => pending.promise }),
    );
    await user.dblClick(choose('Issue a key'));
    pending.resolve({ key: 'sol_new_secret' });
    await screen.findByText('sol_new_secret');
    expect(changes()).toHaveLength(1);
  });

  it('A rejected key leaves the dialog open with the entered values', async () => {
    const { user } = await fillIn(
      open([key()], { [`POST ${KEYS}`]: new Rejection(409, { error: 'There may be 100 keys.' }) }),
    );
    await user.click(choose('Issue a key'));
    await reported('There may be 100 keys.');
    expect(screen.getByLabelText<HTMLInputElement>('Label').value).toBe('robot');
  });

  it('A new key stays on the page while another key is revoked', async () => {
    const { user } = await fillIn(open([key()]));
    await user.click(choose('Issue a key'));
    await screen.findByText('sol_new_secret');
    await user.click(button('Revoke'));
    await user.click(choose('Revoke'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('sol_new_secret')).toBeTruthy();
  });

  it('A new key is copied to the clipboard', async () => {
    const { user } = await fillIn(open([key()]));
    await user.click(choose('Issue a key'));
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    await reported('Copied.');
    expect(await navigator.clipboard.readText()).toBe('sol_new_secret');
  });
});

describe('A key that is rotated', () => {
  it.each([
    ['a day', { grace: '24h' }],
    ['none', {}],
    ['a week', { grace: '7d' }],
  ])(
    'The old key stays valid for the grace period %s, and the new one is shown',
    async (grace, body) => {
      const { user, changes } = open([key()]);
      await user.click(await screen.findByRole('button', { name: 'Rotate' }));
      expect(screen.getByRole('dialog', { name: 'Rotate desk' })).toBeTruthy();
      await user.selectOptions(screen.getByLabelText('Grace period'), grace);
      await user.click(choose('Rotate'));
      expect(await screen.findByText('sol_rotated_secret')).toBeTruthy();
      expect(bodies(changes())).toEqual([[`POST ${KEYS}/k1/rotate`, body]]);
    },
  );

  it('A key is rotated once however often the button is pressed', async () => {
    const pending = Promise.withResolvers<unknown>();
    const { user, changes } = open([key()], { [`POST ${KEYS}/k1/rotate`]: () => pending.promise });
    await user.click(await screen.findByRole('button', { name: 'Rotate' }));
    await user.dblClick(choose('Rotate'));
    pending.resolve({ key: 'sol_rotated_secret' });
    await screen.findByText('sol_rotated_secret');
    expect(changes()).toHaveLength(1);
  });
});

describe('A key that is revoked', () => {
  it('A key is revoked only after a confirmation that names it', async () => {
    const { user, changes } = open([key()]);
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    expect(screen.getByRole('dialog', { name: 'Revoke: desk' })).toBeTruthy();
    expect(changes()).toEqual([]);
    await user.click(choose('Revoke'));
    await waitFor(() => expect(bodies(changes())).toEqual([[`DELETE ${KEYS}/k1`, '']]));
  });
});
