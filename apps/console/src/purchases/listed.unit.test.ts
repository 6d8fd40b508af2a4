import { expect, it } from 'vitest';
import type { ListedPurchase } from './data.ts';
import { listRows } from './list-file.ts';
import { displayedModel } from './listed.ts';

const model = (idmodel: number, saved: string | null, realised: string | null = null) => ({
  idmodel,
  mwh: 3.5,
  expected_cost: saved === null ? null : '100.10',
  saved,
  realised:
    realised === null
      ? null
      : { rests_on: 'decision' as const, mwh: 1, cost: '90.00', saved: realised },
});

function purchase(fields: Partial<ListedPurchase>): ListedPurchase {
  return {
    id: 'p',
    status: 'completed',
    error: '',
    retailer_id: 'acme',
    rows_uploaded: 2,
    created_at: '2026-11-22T10:00:00.000Z',
    updated_at: '2026-11-22T10:00:00.000Z',
    decision: null,
    ...fields,
  };
}

const decidedFor = (idmodel: number) => ({
  idmodel,
  note: '',
  decided_at: '2026-11-22T11:00:00.000Z',
  decided_by: 'key x',
});

const MODELS = [model(1, '0.00'), model(3, '5.25', '-1.10'), model(4, null)];
const RULES: NonNullable<ListedPurchase['evaluation']>['constant_rules'] = [
  { name: 'cap_first_auction', expected_cost: '101.00', saved: '0.20', realised: null },
  { name: 'mean_spread_56_days', expected_cost: '100.00', saved: '1.20', realised: null },
];
const evaluation: NonNullable<ListedPurchase['evaluation']> = {
  first_day: '2026-11-24',
  last_day: '2026-11-25',
  counted_idmodel: null,
  models: MODELS,
  constant_rules: RULES,
  best_constant_rule: 'mean_spread_56_days',
};
const counting = (counted_idmodel: number) => ({ ...evaluation, counted_idmodel });

it('The model decided for in time counts, else model 1, whatever was decided later', () => {
  expect(displayedModel(purchase({ evaluation }))?.idmodel).toBe(1);
  expect(displayedModel(purchase({ evaluation, decision: decidedFor(3) }))?.idmodel).toBe(1);
  expect(displayedModel(purchase({ evaluation: counting(3) }))?.idmodel).toBe(3);
});

it('The energy counts also if no cost is known', () => {
  const models = [model(1, null), model(2, null)];
  expect(displayedModel(purchase({ evaluation: { ...evaluation, models } }))?.idmodel).toBe(1);
});

it('No model counts without an evaluation, or if it lacks the model decided for', () => {
  expect(displayedModel(purchase({ evaluation: null }))).toBeUndefined();
  expect(displayedModel(purchase({ evaluation: counting(9) }))).toBeUndefined();
});

it('The file has a row for each purchase, empty where a figure is unknown', () => {
  const [header, first, second] = listRows([
    purchase({ evaluation: counting(3), decision: decidedFor(3) }),
    purchase({ evaluation: null, status: 'pending' }),
  ]);
  const named = (row: typeof first) =>
    Object.fromEntries((header ?? []).map((name, index) => [String(name), row?.[index] ?? null]));
  expect(named(first)).toEqual({
    submitted_utc: '2026-11-22 10:00',
    id: 'p',
    retailer_id: 'acme',
    first_day: '2026-11-24',
    last_day: '2026-11-25',
    items: 2,
    status: 'completed',
    decided_idmodel: 3,
    decided_too_late: null,
    counted_idmodel: 3,
    shown_idmodel: 3,
    mwh: 3.5,
    expected_eur: 100.1,
    saved_eur: 5.25,
    realised_eur: 90,
    realised_saved_eur: -1.1,
    best_constant_rule: 'mean_spread_56_days',
    best_constant_rule_saved_eur: 1.2,
    best_constant_rule_realised_saved_eur: null,
  });
  expect(named(second)).toMatchObject({ status: 'pending', mwh: null, saved_eur: null });
});
