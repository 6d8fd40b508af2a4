import { screen } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { evaluated, evaluation } from '../test/examples.ts';
import { savedLines } from '../test/saved-file.ts';
import { button, rowsOf, textOf, titlesOf, visit } from '../test/visit.tsx';
import type { Evaluation, ModelObject } from './data.ts';
import { ModelTable } from './model-table.tsx';

const model = (idmodel: number) => ({ idmodel, value: {} }) as ModelObject;

const REALISED = { rests_on: 'both', cost: '1100.00', saved: '-34.50', share_of_foresight: 0.574 };
const RULES: Evaluation['constant_rules'] = [
  {
    name: 'cap_first_auction',
    expected_cost: '1200.00',
    saved: '34.50',
    realised: { cost: '1090.00', saved: '10.00', moved: [], not_bought: [], not_bought_mwh: 0 },
  },
  { name: 'mean_spread_56_days', expected_cost: null, saved: null, realised: null },
];

interface Choice {
  readonly decided?: number;
  readonly chosen?: number;
}

function open(of: Evaluation | undefined, ids = [1, 3], { decided, chosen = 1 }: Choice = {}) {
  const onChoose = vi.fn<(idmodel: number) => void>();
  const user = visit(
    <ModelTable
      models={ids.map(model)}
      evaluation={of}
      decided={decided}
      chosen={chosen}
      onChoose={onChoose}
    />,
  );
  return { onChoose, user };
}

async function openAll(of: Evaluation | undefined) {
  const opened = open(of);
  await opened.user.click(button('All models'));
  return opened;
}

const names = async () => (await rowsOf('Models')).map(([name]) => name);

describe('The table of models', () => {
  it('The table shows cost, saving and purchases of each model, and a dash for unknown figures', async () => {
    const saving = evaluated({
      idmodel: 3,
      expected_cost: '1000.10',
      eur_per_mwh: '50.01',
      saved: '234.40',
      saved_percent: 18.987,
      worst_decile_cost: null,
      mwh: { MD: 5.25, MID1: -0.5 },
    });
    await openAll(evaluation({ models: [evaluated(), saving] }));
    expect(await titlesOf('Models')).toEqual([
      'Model',
      'Expected EUR',
      'EUR/MWh',
      'Saved EUR (% of model 1’s cost)',
      'Worst tenth EUR',
      'MD MWh',
      'MID1 MWh',
      'MID2 MWh',
      'MID3 MWh',
    ]);
    expect(await rowsOf('Models')).toEqual([
      ['1 Day-ahead', '1,234.50', '61.73', '0.00 (0.0 %)', '1,500.25', '20.0', '0.0', '–', '–'],
      ['3 Cheapest, capped', '1,000.10', '50.01', '234.40 (19.0 %)', '–', '5.3', '-0.5', '–', '–'],
    ]);
  });

  it('A model that is not evaluated yet has a row without figures', async () => {
    open(undefined, [1]);
    expect(await rowsOf('Models')).toEqual([
      ['1 Day-ahead', '–', '–', '', '–', '–', '–', '–', '–'],
    ]);
  });

  it('The table names the items without a price, instead of a cost of zero', async () => {
    const missing = ['2026-11-24 20:15', '2026-11-24 20:30', '2026-11-24 20:45'];
    const unknown = { expected_cost: null, eur_per_mwh: null, saved: null, saved_percent: null };
    open(evaluation({ models: [evaluated({ ...unknown, missing })] }), [1]);
    expect((await rowsOf('Models'))[0]?.slice(0, 4)).toEqual([
      '1 Day-ahead no price for 2026-11-24 20:15, 2026-11-24 20:30, …',
      '–',
      '–',
      '–',
    ]);
  });

  it('The table compares at realised prices once they are known, rules included', async () => {
    const { user } = await openAll(
      evaluation({
        models: [evaluated(), evaluated({ idmodel: 3, realised: REALISED as never })],
        constant_rules: RULES,
        best_constant_rule: 'cap_first_auction',
      }),
    );
    expect((await titlesOf('Models')).slice(-2)).toEqual([
      'Realised EUR',
      'Realised saving (% of the best possible)',
    ]);
    const rows = await rowsOf('Models');
    expect(rows.map((row) => [row[0], ...row.slice(-2)])).toEqual([
      ['1 Day-ahead', '–', '–'],
      ['3 Cheapest, capped', '1,100.00 executed trades', '-34.50 (57 %)'],
      ['Constant: the cap in MID1 best constant rule', '1,090.00', '10.00'],
      ['Constant: mean spread of 56 days', '–', '–'],
    ]);
    expect(rows[3]?.[3]).toBe('–');
    const lines = savedLines();
    await user.click(button('CSV: Models'));
    const cells = (await lines).map((line) => line.split(','));
    expect(cells.map((line) => [line[0], ...line.slice(-4)])).toEqual([
      ['Model', 'Realised EUR', 'Rests on', 'Realised saving EUR', '% of the best possible'],
      ['1 Day-ahead', '', '', '', ''],
      ['"3 Cheapest', '1100', 'executed trades', '-34.5', '57.4'],
      ['Constant: the cap in MID1 best constant rule', '1090', '', '10', ''],
      ['Constant: mean spread of 56 days', '', '', '', ''],
    ]);
    expect(screen.getByText(/^With the prices that came/).textContent).toContain(
      '(the cap in MID1) saved 10.00 EUR, and model 1 Day-ahead saved – EUR',
    );
  });

  it('The table names the recommended model', async () => {
    const models = [evaluated(), evaluated({ idmodel: 3 })];
    open(
      evaluation({ models, recommended: { idmodel: 3, reason: 'ahead_of_rule', backtest: null } }),
    );
    expect(await names()).toEqual(['1 Day-ahead', '3 Cheapest, capped recommended']);
    expect(screen.getByText('recommended').title).toMatch(/^Ahead of the rule, model 8/);
  });

  const ahead = { idmodel: 3, reason: 'ahead_of_rule', backtest: null } as const;

  it.each([
    [{}, ['1 Day-ahead', '3 Cheapest, capped recommended', '8 Hourly rule']],
    [{ decided: 5, chosen: 5 }, ['1 Day-ahead', '5 CVaR of a day', '8 Hourly rule']],
    [
      { decided: 5, chosen: 2 },
      ['1 Day-ahead', '2 Fixed shares', '5 CVaR of a day', '8 Hourly rule'],
    ],
  ])(
    'The table shows the chosen model, the rule and the day-ahead one at first: %j',
    async (choice, expected) => {
      open(
        evaluation({
          recommended: ahead,
          constant_rules: RULES,
          best_constant_rule: 'cap_first_auction',
        }),
        [1, 2, 3, 5, 8],
        choice,
      );
      expect(await names()).toEqual(expected);
    },
  );

  it('The other models and the constant rules are shown on request, and hidden again', async () => {
    const { user } = open(evaluation({ constant_rules: RULES }), [1, 2, 8]);
    expect(button('All models').getAttribute('aria-expanded')).toBe('false');
    await user.click(button('All models'));
    expect(await names()).toEqual([
      '1 Day-ahead',
      '2 Fixed shares',
      '8 Hourly rule',
      'Constant: the cap in MID1',
      'Constant: mean spread of 56 days',
    ]);
    expect(button('Fewer models').getAttribute('aria-expanded')).toBe('true');
    await user.click(button('Fewer models'));
    expect(await names()).toEqual(['1 Day-ahead', '8 Hourly rule']);
  });

  it('A table of no other models has no button for them', async () => {
    open(evaluation(), [1, 8]);
    expect(await names()).toEqual(['1 Day-ahead', '8 Hourly rule']);
    expect(screen.queryByRole('button', { name: 'All models' })).toBeNull();
  });

  it.each([
    ['5.00', 'Constant: mean spread of 56 days'],
    [null, 'Constant: the cap in MID1'],
  ])('The constant rule stands for model 8 where that is off: saving %s', async (saved, name) => {
    const rules = RULES.map((rule, index) => (index === 0 ? rule : { ...rule, saved }));
    const of = { constant_rules: rules.map((rule) => ({ ...rule, realised: null })) };
    open(evaluation({ ...of, best_constant_rule: 'cap_first_auction' }));
    expect(await names()).toEqual(['1 Day-ahead', name]);
  });

  it.each([
    ['es', 'Todos los modelos'],
    ['pt', 'Todos os modelos'],
  ] as const)('The button for the other models is written as in %s', (language, title) => {
    setLanguage(language);
    open(evaluation());
    expect(button(title)).toBeTruthy();
  });

  it('The table calls no rule the best by its expected saving', async () => {
    const rules = RULES.map((rule) => ({ ...rule, realised: null }));
    open(evaluation({ constant_rules: rules, best_constant_rule: 'cap_first_auction' }), [1]);
    expect((await rowsOf('Models'))[1]?.[0]).toBe('Constant: the cap in MID1');
    expect(screen.getByText(/^At the predicted prices/)).toBeTruthy();
  });

  it('A click chooses a model, and rules cannot be chosen', async () => {
    const { onChoose, user } = await openAll(
      evaluation({ constant_rules: RULES, best_constant_rule: 'cap_first_auction' }),
    );
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '1 Day-ahead' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: '3 Cheapest, capped' }));
    expect(onChoose.mock.calls).toEqual([[3]]);
  });

  it.each([
    ['es', 'Modelos', '1.234,50', '0,00 (0,0 %)', 'EUR esperados'],
    ['pt', 'Modelos', '1 234,50', '0,00 (0,0 %)', 'EUR esperados'],
  ] as const)(
    'The money in the table is written as in %s',
    async (language, caption, cost, saved, title) => {
      setLanguage(language);
      open(evaluation(), [1]);
      const [row = []] = await rowsOf(caption);
      expect([row[1], row[3]]).toEqual([cost, saved]);
      expect((await titlesOf(caption))[1]).toBe(title);
    },
  );

  it('The table explains its columns in words', () => {
    open(evaluation({ constant_rules: RULES, best_constant_rule: 'cap_first_auction' }));
    const words = textOf(document.querySelector('details'));
    for (const part of ['0.25 EUR/MWh', 'model 1', 'dearest tenth', 'Constant rules'])
      expect(words).toContain(part);
  });
});
