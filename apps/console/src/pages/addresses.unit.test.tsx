import { screen, waitFor } from '@testing-library/dom';
import type { ComponentType } from 'preact';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../app/pages.ts';
import { evaluated, evaluation, listed, outage, plant } from '../test/examples.ts';
import { serve } from '../test/service.ts';
import { pick, visit } from '../test/visit.tsx';
import { Page as Consumption } from './consumption-page.tsx';
import { Page as Deviation } from './deviation-page.tsx';
import { Page as Forecasts } from './forecasts-page.tsx';
import { Page as Plants } from './plants-page.tsx';
import { Page as Prices } from './prices-page.tsx';
import { Page as Production } from './production-page.tsx';
import { Page as Purchases } from './purchases-page.tsx';
import { Page as Strategies } from './strategies-page.tsx';
import { Page as Outages } from './unavailabilities-page.tsx';

type PageComponent = ComponentType<{ readonly path: readonly string[] }>;

const PURCHASE = '/api/v0/user/ana/purchase/p7';
const MODELS = [1, 3, 5].map((idmodel) => ({ idmodel, value: {} }));
const DAY = { start_utc: '2026-11-03T12:00:00.000Z', end_utc: '2026-11-03T13:00:00.000Z', mw: 1 };
const SETTINGS = Array.from({ length: 2 }, () => []);

const ANSWERS = {
  'GET /api/v0/plants/': [
    plant({ agrupation: 'norte' }),
    plant({ id: 'p2', name: 'Teide', agrupation: 'islas' }),
  ],
  'GET /api/v0/unavailabilities/': [outage()],
  'GET /api/v0/purchases/parties': [{ user: 'ana', retailer_id: 'acme' }],
  'GET /api/v0/consumption/portfolios': [],
  'GET /api/v0/user/ana/consumption/': [
    { group: 'sur', ...DAY },
    { group: 'norte', ...DAY },
  ],
  'GET /api/v0/user/ana/purchases': { purchases: [listed()], next_cursor: null },
  'GET /api/v0/strategies/ana/settings': () =>
    Response.json(SETTINGS[0], { headers: { 'X-Settings-Version': '3' } }),
  [`GET ${PURCHASE}/get`]: {
    id: 'p7',
    status: 'completed',
    error: '',
    created_at: '2026-11-20T10:00:00.000Z',
    strategy_output: MODELS,
  },
  [`GET ${PURCHASE}/series`]: [],
  [`GET ${PURCHASE}/history`]: [],
  [`GET ${PURCHASE}/evaluation`]: evaluation({ models: [evaluated()] }),
};

/** What a field of the page holds, or which of its buttons is pressed. */
function held(label: string): string {
  const field = screen.queryByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(.*\\))?$`));
  if (field?.tagName === 'FIELDSET' || !field)
    return screen.getByRole('button', { name: label, pressed: true }).textContent ?? '';
  return field.value;
}

interface Named {
  readonly page: string;
  readonly Component: PageComponent;
  /** The path after the name of the page, and its parameters. */
  readonly address: string;
  /** Values by the labels of fields; a pressed button has its own. */
  readonly shown: Readonly<Record<string, string>>;
}

const NAMED: readonly Named[] = [
  {
    page: 'plants',
    Component: Plants,
    address: '?search=teide',
    shown: { Search: 'teide' },
  },
  {
    page: 'outages',
    Component: Outages as PageComponent,
    address: '?plant=Teide&from=2026-11-24&to=2027-02-22',
    shown: { Plant: 'Teide', Quarter: 'Quarter' },
  },
  {
    page: 'forecasts',
    Component: Forecasts as PageComponent,
    address: '?plant=Teide&timezone=UTC&view=sum&unit=MWh',
    shown: { Plants: 'Teide', 'Time zone': 'UTC', Summed: 'Summed', MWh: 'MWh' },
  },
  {
    page: 'production',
    Component: Production as PageComponent,
    address: '?from=2026-11-02&to=2026-11-04&agrupation=islas',
    shown: { From: '2026-11-02', To: '2026-11-04', Group: 'islas' },
  },
  {
    page: 'consumption',
    Component: Consumption as PageComponent,
    address: '?user=ana&retailer_id=acme&from=2026-11-02&to=2026-11-04&group=norte',
    shown: { User: 'ana', Retailer: 'acme', From: '2026-11-02', To: '2026-11-04', Group: 'norte' },
  },
  {
    page: 'prices',
    Component: Prices as PageComponent,
    address: '?session=MID2',
    shown: { Session: 'MID2' },
  },
  {
    page: 'purchases',
    Component: Purchases,
    address: '?user=ana&retailer_id=acme&status=failed&from=2026-11-02&to=2026-11-04',
    shown: {
      User: 'ana',
      Retailer: 'acme',
      Status: 'failed',
      'Submitted from': '2026-11-02',
      'Submitted to': '2026-11-04',
    },
  },
  {
    page: 'purchases',
    Component: Purchases,
    address: '/ana/p7?idmodel=3&compare=5',
    shown: { '3 Cheapest, capped': 'on', 'Compare with': '5' },
  },
  {
    page: 'deviation',
    Component: Deviation as PageComponent,
    address: '?user=ana&retailer_id=acme&from=2026-11-02&to=2026-11-04&by=weekday',
    shown: { User: 'ana', From: '2026-11-02', To: '2026-11-04', By: 'weekday' },
  },
  {
    page: 'strategies',
    Component: Strategies as PageComponent,
    address: '?user=ana&retailer_id=acme&version=2',
    shown: { User: 'ana', Retailer: 'acme', Version: '2' },
  },
];

describe('The address of a page', () => {
  it.each(NAMED)('The page $page shows what $address names, and keeps it', async (named) => {
    const { page, Component, address, shown } = named;
    expect(PAGES.map(({ name }) => name)).toContain(page);
    serve(ANSWERS);
    history.replaceState(null, '', `#/${page}${address}`);
    const [path = ''] = address.split('?');
    visit(<Component path={path.split('/').filter(Boolean)} />);
    for (const [label, value] of Object.entries(shown))
      await waitFor(() => expect([label, held(label)]).toEqual([label, value]));
    expect(location.hash).toBe(`#/${page}${address}`);
  });

  it('What is chosen on a page stands in its address', async () => {
    serve(ANSWERS);
    history.replaceState(null, '', '#/consumption');
    const user = visit(<Consumption />);
    await pick(user, 'Group', 'norte');
    expect(location.hash).toBe('#/consumption?user=ana&retailer_id=acme&group=norte');
    await pick(user, 'Group', 'All groups');
    expect(location.hash).toBe('#/consumption?user=ana&retailer_id=acme');
  });
});
