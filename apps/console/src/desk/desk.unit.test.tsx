import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrived, serve } from '../test/service.ts';
import { visit } from '../test/visit.tsx';
import { chooseDesk, DeskForm } from './desk.tsx';

const PARTIES = 'GET /api/v0/purchases/parties';
const PORTFOLIOS = 'GET /api/v0/consumption/portfolios';
const ANA = { user: 'ana', retailer_id: 'acme' };

beforeEach(() => chooseDesk({ user: '', retailer: '' }));

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('The choice of user and retailer', () => {
  it('The only user and retailer are chosen by themselves', async () => {
    serve({ [PARTIES]: [ANA], [PORTFOLIOS]: [ANA] });
    visit(<DeskForm />);
    await waitFor(() => expect(field('User').value).toBe('ana'));
    expect(field('Retailer').value).toBe('acme');
  });

  it('Several users are suggested, and none is chosen', async () => {
    serve({ [PARTIES]: [ANA], [PORTFOLIOS]: [{ user: 'eva', retailer_id: 'sol' }] });
    visit(<DeskForm />);
    await arrived();
    await waitFor(() => expect(document.querySelectorAll('datalist option').length).toBe(4));
    expect(field('User').value).toBe('');
  });

  it('An earlier choice stays', async () => {
    chooseDesk({ user: 'eva', retailer: '' });
    serve({ [PARTIES]: [ANA], [PORTFOLIOS]: [] });
    visit(<DeskForm />);
    await arrived();
    expect(field('User').value).toBe('eva');
  });
});
