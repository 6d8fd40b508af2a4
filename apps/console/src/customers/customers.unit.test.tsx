import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { Page } from '../pages/customers-page.tsx';
import { session } from '../session/session.ts';
import { type Received, Rejection, serve } from '../test/service.ts';
import { button, enter, pick, reported, rowsOf, textOf, visit } from '../test/visit.tsx';
import type { Customer } from './data.ts';

const CUSTOMERS = '/api/v0/customers';
const KEY = {
  id: 'k1',
  label: 'desk',
  scopes: ['read'],
  created_at: '2026-11-01T09:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-11-23T07:00:00.000Z',
} satisfies Customer['keys'][number];

function customer(fields: Partial<Customer> = {}): Customer {
  return {
    id: '1',
    name: 'Norte',
    has_folder: true,
    permissions: [],
    last_used_at: null,
    keys: [],
    ...fields,
  };
}

const SUR = customer({
  id: '2',
  name: 'Sur/2',
  has_folder: false,
  permissions: ['prices'],
  last_used_at: KEY.last_used_at,
  keys: [KEY, { ...KEY, id: 'k2', revoked_at: '2026-11-22T00:00:00.000Z' }],
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});

/** The page at a service with some customers, which the answers may change. */
function open(answers: Record<string, unknown> = {}, address = '#/customers') {
  history.replaceState(null, '', address);
  const known = { customers: [customer(), SUR] };
  const received = serve({
    [`GET ${CUSTOMERS}`]: () => known.customers,
    [`POST ${CUSTOMERS}/Sur%2F2/keys`]: { key: 'sol_new_secret' },
    [`DELETE ${CUSTOMERS}/Sur%2F2/keys/k1`]: new Response(null, { status: 204 }),
    ...answers,
  });
  const user = visit(<Page />);
  return { user, known, changes: () => received.filter(({ what }) => !what.startsWith('GET')) };
}

const dialog = () => within(screen.getByRole('dialog'));
const choose = (name: string) => dialog().getByRole('button', { name });
const bodies = (changes: readonly Received[]) => changes.map(({ what, body }) => [what, body]);
const SUR_ADDRESS = '#/customers?customer=Sur%2F2';

describe('The table of customers', () => {
  it('The table says how many keys of a customer are valid, and leads to them', async () => {
    open();
    expect(await rowsOf('Customers')).toEqual([
      ['Norte', '0', '–', 'not permitted', 'Yes'],
      ['Sur/2', '1', '3 hours ago', 'permitted', 'No'],
    ]);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sur/2' });
    expect(link.hash).toBe(SUR_ADDRESS);
  });

  it('The table leaves the focus on the heading of the customer that it leads to', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Sur/2' }));
    const heading = await screen.findByRole('heading', { name: 'Sur/2' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('A customer is picked by a part of its name, and stands in the address', async () => {
    const { user } = open();
    await pick(user, 'Customer', 'Sur/2');
    expect(location.hash).toBe(SUR_ADDRESS);
    expect((await rowsOf('API keys')).map((row) => [row[1], ...row.slice(-2)])).toEqual([
      ['k1', 'active', 'Revoke'],
      ['k2', 'revoked', ''],
    ]);
    await pick(user, 'Customer', 'All');
    expect(await rowsOf('Customers')).toHaveLength(2);
  });

  it('The table is no one’s without the scope, and nothing is requested', async () => {
    session.set({ ...(session.value as never as object), scopes: ['read', 'keys'] } as never);
    open();
    expect(textOf(await screen.findByRole('alert'))).toContain(
      '(scope “Service and customers”, operator)',
    );
    expect(screen.queryByRole('button', { name: 'Add a customer' })).toBeNull();
  });
});

describe('The keys of a customer', () => {
  it('A key of a customer is issued with any scope but operator, and shown once', async () => {
    session.set({ ...(session.value as never as object), scopes: ['operator'] } as never);
    const { user, changes } = open({}, SUR_ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Issue a key' }));
    await enter(user, 'Label', 'robot');
    expect(dialog().getAllByRole('checkbox')).toHaveLength(8);
    await user.click(dialog().getByLabelText(/ prices$/));
    await user.click(dialog().getByLabelText(/ webhooks$/));
    await user.click(choose('Issue a key'));
    expect(await screen.findByText('sol_new_secret')).toBeTruthy();
    const scopes = ['read', 'plants', 'purchases', 'uploads', 'webhooks'];
    expect(bodies(changes())).toEqual([
      [`POST ${CUSTOMERS}/Sur%2F2/keys`, { label: 'robot', scopes }],
    ]);
  });

  it('A key reads prices only by choice where its customer may not', async () => {
    const { user } = open({}, '#/customers?customer=Norte');
    await user.click(await screen.findByRole('button', { name: 'Issue a key' }));
    const checked = () =>
      dialog().getAllByRole<HTMLInputElement>('checkbox', { checked: true }).length;
    expect(dialog().getByLabelText<HTMLInputElement>(/ prices$/).checked).toBe(false);
    expect(checked()).toBe(4);
    await user.click(dialog().getByLabelText(/ prices$/));
    expect(checked()).toBe(5);
  });

  it('A new key is not shown beside another customer', async () => {
    const { user } = open({}, SUR_ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Issue a key' }));
    await enter(user, 'Label', 'robot');
    await user.click(choose('Issue a key'));
    await screen.findByText('sol_new_secret');
    // The focus returns from the dialog.
    await waitFor(() => expect(document.activeElement).toBe(button('Issue a key')));
    await pick(user, 'Customer', 'Norte');
    expect(screen.queryByText('sol_new_secret')).toBeNull();
    expect(await screen.findByText('There are no keys.')).toBeTruthy();
  });

  it('A key of a customer is revoked after a confirmation that names it', async () => {
    const { user, changes } = open({}, SUR_ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    expect(screen.getByRole('dialog', { name: 'Revoke: desk' })).toBeTruthy();
    await user.click(choose('Revoke'));
    await waitFor(() =>
      expect(bodies(changes())).toEqual([[`DELETE ${CUSTOMERS}/Sur%2F2/keys/k1`, '']]),
    );
  });
});

describe('The permission of prices', () => {
  it('The permission of prices is granted, named and undone', async () => {
    const path = `${CUSTOMERS}/Norte/permissions/prices`;
    const { user, known, changes } = open(
      {
        [`PUT ${path}`]: () => {
          known.customers = [customer({ permissions: ['prices'] })];
          return new Response(null, { status: 204 });
        },
        [`DELETE ${path}`]: () => new Response(null, { status: 204 }),
      },
      '#/customers?customer=Norte',
    );
    await user.click(await screen.findByRole('button', { name: 'Permit prices' }));
    await reported('Norte may read prices.');
    expect(await screen.findByRole('button', { name: 'Withdraw prices' })).toBeTruthy();
    await user.click(button('Undo'));
    await reported('Norte may not read prices any more.');
    expect(bodies(changes())).toEqual([
      [`PUT ${path}`, ''],
      [`DELETE ${path}`, ''],
    ]);
  });

  it('The permission stays as it is where the service rejects the change', async () => {
    const path = `${CUSTOMERS}/Norte/permissions/prices`;
    const { user } = open({ [`PUT ${path}`]: new Rejection(500) }, '#/customers?customer=Norte');
    await user.click(await screen.findByRole('button', { name: 'Permit prices' }));
    await reported('The service failed.');
    expect(button('Permit prices')).toBeTruthy();
  });
});

describe('A new customer', () => {
  it('A new customer is shown once it is added, in the language of the reader', async () => {
    setLanguage('es');
    const { user, known, changes } = open({
      [`POST ${CUSTOMERS}`]: () => {
        known.customers = [...known.customers, customer({ id: '3', name: 'Oeste' })];
        return customer({ id: '3', name: 'Oeste' });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Añadir un cliente' }));
    await enter(user, 'Nombre', 'Oeste');
    await user.click(dialog().getByRole('checkbox'));
    await user.click(choose('Añadir un cliente'));
    expect(await screen.findByRole('heading', { name: 'Oeste' })).toBeTruthy();
    expect(location.hash).toBe('#/customers?customer=Oeste');
    expect(bodies(changes())).toEqual([[`POST ${CUSTOMERS}`, { name: 'Oeste', folder: false }]]);
  });

  it('A name that is taken leaves the dialog open', async () => {
    const error = 'There is a customer Norte already.';
    const { user } = open({ [`POST ${CUSTOMERS}`]: new Rejection(409, { error }) });
    await user.click(await screen.findByRole('button', { name: 'Add a customer' }));
    await enter(user, 'Name', 'Norte');
    await user.click(choose('Add a customer'));
    await reported(error);
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Norte');
  });
});
