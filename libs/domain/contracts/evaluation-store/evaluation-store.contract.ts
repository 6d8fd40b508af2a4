import type { EvaluationText } from '@solano/domain';
import { describe, expect, test } from 'vitest';
import { aChange, addedPurchase, later, UNKNOWN_IDS } from '../examples.ts';
import type { OpenStores, Stores, TwoHandles } from '../stores.ts';
import { openForSuite } from '../stores.ts';

/** What every EvaluationStore does. */
export function evaluationStoreContract(name: string, open: OpenStores): void {
  describe(`EvaluationStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('an evaluation', () => {
      evaluations(handles);
    });
  });
}

const OUTPUTS = [{ idmodel: 1, json: '{"idmodel":1,"value":{}}' }];

function anEvaluation(mark: string): EvaluationText {
  const deliveredAt = later(86_400_000).toISOString();
  return { figures: `{"of": "${mark}"}`, prices: `{"MD":[1, null,"${mark}"]}`, deliveredAt };
}

async function evaluated(stores: Stores, mark: string): Promise<string> {
  const { id } = await addedPurchase(stores);
  const fields = { outputs: OUTPUTS, evaluation: anEvaluation(mark), updatedAt: later(5) };
  await stores.purchases.update(id, (purchase) => aChange(purchase, fields));
  return id;
}

function evaluations(handles: TwoHandles): void {
  test('comes with the outputs, to the letter', async () => {
    const { here, there } = handles;
    const id = await evaluated(here, 'ñ');
    const { figures, prices } = anEvaluation('ñ');
    expect(await there.evaluations.get(id)).toEqual({
      evaluatedAt: later(5),
      figures,
      realised: '[]',
    });
    expect(await there.evaluations.prices(id)).toBe(prices);
  });

  test('is there for no purchase without outputs, and for none that there is not', async () => {
    const { evaluations: store } = handles.here;
    const { id } = await addedPurchase(handles.here);
    for (const each of [id, ...UNKNOWN_IDS.map(([, unknown]) => unknown)]) {
      expect(await store.get(each)).toBeUndefined();
      expect(await store.prices(each)).toBeUndefined();
    }
    for (const [, unknown] of UNKNOWN_IDS) {
      await store.add(unknown, anEvaluation('x'), later(1));
      expect(await store.get(unknown)).toBeUndefined();
    }
  });

  test('is replaced with the outputs, and goes with those that come without', async () => {
    const { here, there } = handles;
    const id = await evaluated(here, 'first');
    const fields = { outputs: OUTPUTS, evaluation: anEvaluation('second'), updatedAt: later(9) };
    await there.purchases.update(id, (purchase) => aChange(purchase, fields));
    expect(await here.evaluations.get(id)).toMatchObject({
      figures: '{"of": "second"}',
      evaluatedAt: later(9),
    });
    await there.purchases.update(id, (purchase) => aChange(purchase, { outputs: OUTPUTS }));
    expect(await here.evaluations.get(id)).toBeUndefined();
  });

  test('stays where the outputs do', async () => {
    const { here } = handles;
    const id = await evaluated(here, 'stays');
    await here.purchases.update(id, (purchase) => aChange(purchase, { status: 'failed' }));
    expect(await here.evaluations.get(id)).toMatchObject({ figures: '{"of": "stays"}' });
  });

  test('is added where there is none, and not over another', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    await here.evaluations.add(id, anEvaluation('first'), later(1));
    await there.evaluations.add(id, anEvaluation('second'), later(2));
    const expected = { figures: '{"of": "first"}', evaluatedAt: later(1) };
    expect(await here.evaluations.get(id)).toMatchObject(expected);
  });
}
