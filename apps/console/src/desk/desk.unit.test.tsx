import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { arrived, type Received, Rejection, serve } from '../test/service.ts';
import { textOf, visit } from '../test/visit.tsx';
import { chooseDesk, DeskForm, useDesk } from './desk.tsx';

const PARTIES = 'GET /api/v0/purchases/parties';
const PORTFOLIOS = 'GET /api/v0/consumption/portfolios';
const ANA = { user: 'ana', retailer_id: 'acme' };
const EVA = { user: 'eva', retailer_id: 'sol' };

const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);
const chosen = () => [field('User').value, field(/^Retailer/).value];

interface OpenOptions {
  readonly parties?: readonly object[] | (() => Promise<readonly object[]>);
  readonly address?: string;
  readonly isRetailerOptional?: boolean;
}

function open({ parties = [ANA, EVA], address = '#/desk', ...form }: OpenOptions = {}) {
  const received: Received[] = serve({ [PARTIES]: parties, [PORTFOLIOS]: [ANA] });
  history.replaceState(null, '', address);
  return { user: visit(<DeskForm {...form} />), received };
}

describe('The choice of user and retailer', () => {
  it('The only user and retailer are chosen by themselves, and stand in the address', async () => {
    open({ parties: [ANA] });
    await waitFor(() => expect(chosen()).toEqual(['ana', 'acme']));
    expect(location.hash).toBe('#/desk?user=ana&retailer_id=acme');
  });

  it('Of several users the first is chosen', async () => {
    open({ parties: [EVA] });
    await waitFor(() => expect(chosen()).toEqual(['eva', 'sol']));
  });

  it('Nobody is chosen before both lists of users are there', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly object[]>();
    const { received } = open({ parties: () => promise });
    await waitFor(() => expect(received).toHaveLength(2));
    await arrived();
    expect(chosen()).toEqual(['', '']);
    resolve([EVA, ANA]);
    await waitFor(() => expect(chosen()).toEqual(['eva', 'sol']));
  });

  it('A list of users that cannot be loaded keeps those of the other from nobody', async () => {
    open({ parties: () => Promise.resolve(new Rejection(403) as never) });
    await waitFor(() => expect(chosen()).toEqual(['ana', 'acme']));
  });

  it('The last choice is kept', async () => {
    chooseDesk({ user: 'eva', retailer: 'sol' });
    open();
    await arrived();
    expect(chosen()).toEqual(['eva', 'sol']);
    expect(location.hash).toBe('#/desk?user=eva&retailer_id=sol');
  });

  it('The address counts before the last choice, and becomes it', async () => {
    chooseDesk({ user: 'eva', retailer: 'sol' });
    open({ address: '#/desk?user=ana&retailer_id=acme' });
    await arrived();
    expect(chosen()).toEqual(['ana', 'acme']);
    await waitFor(() => expect(localStorage.getItem('solano.user')).toBe('ana'));
  });

  it.each(['user=nobody&retailer_id=acme', 'user=ana&retailer_id=nobody'])(
    'A user or retailer of the address that is not there does not become the last choice: %s',
    async (address) => {
      chooseDesk({ user: 'eva', retailer: 'sol' });
      const { received } = open({ address: `#/desk?${address}` });
      const asked = () => received.map(({ what }) => what);
      await waitFor(() => expect(asked()).toEqual(expect.arrayContaining([PARTIES, PORTFOLIOS])));
      await arrived();
      expect(location.hash).toBe(`#/desk?${address}`);
      expect(localStorage.getItem('solano.user')).toBe('eva');
      expect(localStorage.getItem('solano.retailer')).toBe('sol');
    },
  );

  it('A retailer that the address lacks is the first of the user', async () => {
    open({ address: '#/desk?user=eva' });
    await waitFor(() => expect(chosen()).toEqual(['eva', 'sol']));
  });

  it('A retailer that may be empty stays so: all count', async () => {
    open({ address: '#/purchases?user=eva', isRetailerOptional: true });
    await arrived();
    expect(chosen()).toEqual(['eva', 'All']);
    expect(location.hash).toBe('#/purchases?user=eva');
  });

  it('Another user comes with a retailer of its own', async () => {
    const { user } = open();
    await waitFor(() => expect(chosen()).toEqual(['ana', 'acme']));
    await user.type(field('User'), 'ev{ArrowDown}{Enter}');
    expect(chosen()).toEqual(['eva', 'sol']);
    expect(location.hash).toBe('#/desk?user=eva&retailer_id=sol');
  });

  it('A new user is named, with what its first steps are', async () => {
    const { user } = open();
    await waitFor(() => expect(chosen()).toEqual(['ana', 'acme']));
    await user.type(field('User'), 'berta{Enter}');
    expect(location.hash).toBe('#/desk?user=berta&retailer_id=acme');
    const hint = screen.getByText(/^berta has no purchases/);
    expect(textOf(hint)).toContain('Submit a purchase · Upload consumption');
  });

  it('A user is asked for where nobody has purchases or consumption', async () => {
    serve({ [PARTIES]: [], [PORTFOLIOS]: [] });
    visit(<DeskForm />);
    await screen.findByText(/name them to begin/);
    expect(location.hash).toBe('#/');
  });

  it('A page shows the user of another address when the browser goes there', async () => {
    function Shown() {
      const { user, retailer } = useDesk();
      return <p>{`${user} at ${retailer}`}</p>;
    }
    visit(<Shown />);
    for (const { user, retailer_id } of [ANA, EVA]) {
      location.hash = `#/desk?user=${user}&retailer_id=${retailer_id}`;
      await screen.findByText(`${user} at ${retailer_id}`);
    }
  });
});
