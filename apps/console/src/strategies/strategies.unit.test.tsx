import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { Page } from '../pages/strategies-page.tsx';
import { seriesDelivery } from '../test/examples.ts';
import { savedLines } from '../test/saved-file.ts';
import { Rejection, serve } from '../test/service.ts';
import {
  button,
  enter,
  fieldValue,
  paste,
  reported,
  rowsOf,
  textOf,
  visit,
} from '../test/visit.tsx';
import type { Strategy } from './data.ts';

const SETTINGS = '/api/v0/strategies/ana/settings';
const RESULT = 'Saved against day-ahead alone';
const BACKTESTS = '/api/v0/strategies/ana/backtests';

const strategy = (idmodel: number, fields: Partial<Strategy>): Strategy => ({
  idmodel,
  name: 'X',
  description: 'What it does.',
  sessions: ['MD'],
  inputs: [],
  parameters: {},
  enabled: true,
  ...fields,
});
const MODELS = [
  strategy(1, {}),
  strategy(3, { enabled: false, parameters: { caps: { MD: 0.5, MID1: 0.25 } } }),
  strategy(5, { parameters: { confidence: 0.9, worst_decile_loss: null } }),
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});

const settings = (models: readonly Strategy[], version: number) =>
  Response.json(models, { headers: { 'X-Settings-Version': String(version) } });

async function nameDesk(user: UserEvent, name: string) {
  await enter(user, /^(User|Usuario)$/, name);
  await enter(user, /^(Retailer|Comercializadora)$/, 'acme');
  await user.tab();
}

async function open(answers: Record<string, unknown> = {}) {
  const received = serve({
    [`GET ${SETTINGS}`]: () => settings(MODELS, 2),
    [`PUT ${SETTINGS}`]: {},
    ...answers,
  });
  const user = visit(<Page />);
  await nameDesk(user, 'ana');
  const saved = () => received.filter(({ what }) => what.startsWith('PUT')).map(({ body }) => body);
  return { received, saved, user };
}
const used = () => screen.getAllByLabelText<HTMLInputElement>('used');

describe('Strategies', () => {
  it('Settings are saved whole: the changed fields, and the others unchanged', async () => {
    const { received, saved, user } = await open();
    await screen.findByText('3 Cheapest, capped');
    await user.click(used()[1] as HTMLInputElement);
    await user.click(used()[0] as HTMLInputElement);
    await enter(user, 'MID1', '0,75');
    await user.click(button('Save'));
    await reported('Saved: they hold for purchases from now on.');
    expect(saved()).toEqual([
      [
        { idmodel: 1, enabled: false, parameters: {} },
        { idmodel: 3, enabled: true, parameters: { caps: { MD: 0.5, MID1: 0.75 } } },
        { idmodel: 5, enabled: true, parameters: { confidence: 0.9, worst_decile_loss: null } },
      ],
    ]);
    expect(received.find(({ what }) => what.startsWith('PUT'))?.what).toBe(
      `PUT ${SETTINGS}?idretailer=acme`,
    );
  });

  it.each([
    ['0,125', 0.125],
    ['', null],
  ])('The input %s removes a limit that may be none', async (text, value) => {
    const { saved, user } = await open();
    const field = await screen.findByLabelText<HTMLInputElement>(
      'Risk budget (EUR per MW and day)',
    );
    await user.clear(field);
    if (text !== '') await user.type(field, text);
    await user.click(button('Save'));
    await reported(/^Saved/);
    expect(saved()[0]).toMatchObject([{}, {}, { parameters: { worst_decile_loss: value } }]);
  });

  it.each([
    ['en', 'much', '3 Cheapest, capped: “much” is not a number'],
    [
      'es',
      '1.250',
      '3 Más baratas con tope: «1.250» podría ser 1250 o 1,25: escriba 1250 o 1,2500',
    ],
  ] as const)('Settings in %s are not saved if %s was entered', async (language, text, problem) => {
    setLanguage(language);
    const { saved, user } = await open();
    await enter(user, 'MID1', text);
    await user.click(button(language === 'en' ? 'Save' : 'Guardar'));
    expect(textOf(await screen.findByRole('alert'))).toBe(problem);
    expect(saved()).toEqual([]);
    expect(fieldValue('MID1')).toBe(text);
  });

  it('A rejected model is named by its name', async () => {
    const { user } = await open({
      [`PUT ${SETTINGS}`]: new Rejection(400, { error: '[1].parameters.caps: above 1.' }),
    });
    await screen.findByText('3 Cheapest, capped');
    await user.click(button('Save'));
    expect(textOf(await screen.findByRole('alert'))).toBe(
      '3 Cheapest, capped.parameters.caps: above 1.',
    );
  });

  it('Settings of an earlier version are shown, and saving makes them the newest', async () => {
    const { saved, user } = await open({
      [`GET ${SETTINGS}?idretailer=acme&version=1`]: () =>
        settings([strategy(3, { parameters: { caps: { MD: 0.1, MID1: 0.2 } } })], 1),
    });
    await user.selectOptions(await screen.findByLabelText('Version'), 'Version 1');
    await waitFor(() => expect(fieldValue('MID1')).toBe('0.2'));
    expect(screen.getByText(/^An earlier version is shown/)).toBeTruthy();
    await user.click(button('Save'));
    await reported(/^Saved/);
    expect(saved()).toEqual([
      [{ idmodel: 3, enabled: true, parameters: { caps: { MD: 0.1, MID1: 0.2 } } }],
    ]);
    await waitFor(() => expect(screen.queryByText(/^An earlier version/)).toBeNull());
  });
});

describe('A backtest', () => {
  const totals = {
    days: 7,
    cost_eur: '1234.50',
    cost_eur_per_mwh: '61.73',
    saving_eur: '-12.30',
    saving_percent: -1.04,
    saving_interval_eur: [-20.4, 3.6],
    against_rule: {
      rule_cost_eur: '1230.00',
      lead_eur: '-4.50',
      lead_interval_eur: ['-9.00', '2.00'],
      verdict: 'not_distinguishable',
    },
    foresight_percent: 57.4,
  };
  const result = {
    from: '2026-11-16',
    to: '2026-11-22',
    flat: true,
    days: [],
    models: [{ idmodel: 3, totals }],
    benchmarks: [
      {
        name: 'cap_first_auction',
        totals: { ...totals, against_rule: { ...totals.against_rule, verdict: 'few_days' } },
      },
    ],
    perfect_foresight: {
      ...totals,
      saving_interval_eur: null,
      against_rule: null,
      foresight_percent: 100,
    },
  };
  const state = (fields: object) => ({
    id: 'b1',
    status: 'completed',
    progress: 1,
    settings_version: 2,
    result: null,
    error: '',
    ...fields,
  });

  it('A backtest of 1 MW starts with the last seven days, and shows the saving of each model and rule', async () => {
    const { received, user } = await open({
      [`POST ${BACKTESTS}`]: { id: 'b1' },
      [`GET ${BACKTESTS}/b1`]: state({ result }),
    });
    await user.click(button('Start'));
    expect(await rowsOf(RESULT)).toEqual([
      [
        '3 Cheapest, capped',
        '7',
        '1,234.50',
        '61.73',
        '-12.30',
        '-1.0 %',
        '-20 … 4',
        '1,230.00',
        '-5 (-9 … 2): not distinguishable from the rule',
        '57 %',
      ],
      [
        'Constant: the cap in MID1',
        '7',
        '1,234.50',
        '61.73',
        '-12.30',
        '-1.0 %',
        '-20 … 4',
        '1,230.00',
        '-5 (-9 … 2): too few days to tell (7 of 60)',
        '57 %',
      ],
      ['Perfect foresight', '7', '1,234.50', '61.73', '-12.30', '-1.0 %', '–', '–', '–', '100 %'],
    ]);
    expect(received.find(({ what }) => what.startsWith('POST'))?.body).toEqual({
      from: '2026-11-16',
      to: '2026-11-22',
    });
    expect(screen.getByText(/^Of 1 MW flat, bought in every hour from 2026-11-16/)).toBeTruthy();
    expect(location.hash).toContain('backtest=b1');
  });

  it('The file of a backtest has the bounds of each interval, and the verdict, in columns of their own', async () => {
    setLanguage('es');
    const { user } = await open({
      [`POST ${BACKTESTS}`]: { id: 'b1' },
      [`GET ${BACKTESTS}/b1`]: state({ result }),
    });
    await user.click(button('Iniciar'));
    const csv = await screen.findByRole('button', { name: /^CSV: / });
    const lines = savedLines();
    await user.click(csv);
    const [titles, first] = (await lines).map((line) => line.split(';'));
    expect(titles?.slice(4)).toEqual([
      'Ahorro EUR',
      '%',
      'Intervalo del 95 %, EUR, desde',
      'Intervalo del 95 %, EUR, hasta',
      'Modelo 8, la regla, EUR',
      'Ventaja sobre la regla, EUR',
      'Ventaja sobre la regla, EUR, intervalo del 95 %, desde',
      'Ventaja sobre la regla, EUR, intervalo del 95 %, hasta',
      'Frente a la regla',
      'De lo mejor posible (%)',
    ]);
    expect(first?.slice(4)).toEqual([
      '-12,3',
      '-1,04',
      '-20,4',
      '3,6',
      '1230',
      '-4,5',
      '-9',
      '2',
      'no se distingue de la regla',
      '57,4',
    ]);
  });

  it('A backtest of a series has its days, and cannot start before it is read', async () => {
    const series = [
      { datetime: '2026-10-25 00:00', purchase: 2 },
      { datetime: '2026-10-26 00:00', purchase: 3 },
    ];
    const { received, user } = await open({
      'POST /api/v0/user/-/submit-purchase': {
        understood: null,
        rows: [],
        total: 2,
        problems: [],
        delivery: seriesDelivery(),
        series,
      },
      [`POST ${BACKTESTS}`]: { id: 'b1' },
      [`GET ${BACKTESTS}/b1`]: state({ status: 'failed', error: 'No prices.' }),
    });
    await user.click(button('volumes of my own'));
    expect(button('Start').disabled).toBe(true);
    await paste(user, 'Cells: datetime and MW', '2026-10-25 00:00\t2\n2026-10-26 00:00\t3');
    await screen.findByText(/^2 periods/);
    await user.click(button('Start'));
    await screen.findByText('No prices.');
    expect(received.find(({ what }) => what === `POST ${BACKTESTS}?idretailer=acme`)?.body).toEqual(
      {
        from: '2026-10-24',
        to: '2026-10-25',
        series,
      },
    );
  });

  it('A backtest of 1 MW ignores volumes that were pasted before', async () => {
    const { received, user } = await open({ [`POST ${BACKTESTS}`]: { id: 'b1' } });
    await user.click(button('volumes of my own'));
    await user.click(button('1 MW throughout'));
    await enter(user, 'From', '2026-11-01');
    await enter(user, 'To', '2026-11-02');
    await user.click(button('Start'));
    await waitFor(() => expect(received.some(({ what }) => what.startsWith('POST'))).toBe(true));
    expect(received.find(({ what }) => what.startsWith('POST'))?.body).toEqual({
      from: '2026-11-01',
      to: '2026-11-02',
    });
  });

  it('A backtest is followed until it ends', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      now: Date.parse('2026-11-23T10:00Z'),
    });
    const states = [
      state({ status: 'queued' }),
      state({ status: 'running', progress: 0.25 }),
      state({ result }),
    ];
    history.replaceState(null, '', '#/strategies?backtest=b1');
    const read = vi.fn<() => unknown>(() => states.shift());
    await open({ [`GET ${BACKTESTS}/b1`]: read });
    await waitFor(() => expect(screen.getByText('waiting', { exact: false })).toBeTruthy());
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() =>
      expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.25),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(screen.getByRole('table', { name: RESULT })).toBeTruthy());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('A backtest of one user is not shown for another', async () => {
    const { user } = await open({
      [`POST ${BACKTESTS}`]: { id: 'b1' },
      [`GET ${BACKTESTS}/b1`]: state({ result }),
      'GET /api/v0/strategies/eva/settings': () => settings(MODELS, 0),
    });
    await user.click(button('Start'));
    await rowsOf(RESULT);
    await nameDesk(user, 'eva');
    await waitFor(() => expect(screen.queryByRole('table', { name: RESULT })).toBeNull());
    await waitFor(() => expect(location.hash).not.toContain('backtest'));
  });

  it('A rejected backtest says why', async () => {
    const { user } = await open({
      [`POST ${BACKTESTS}`]: new Rejection(400, { to: ['Prices are known until 2026-11-20.'] }),
    });
    await user.click(button('Start'));
    await reported('To: Prices are known until 2026-11-20.');
  });
});
