import type { EvaluationText, Unrealised } from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';
import { aChange, addedPurchase, later, UNKNOWN_IDS } from '../examples.ts';
import { codeOf } from '../outcome.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';

/** What every EvaluationStore does. */
export function evaluationStoreContract(name: string, open: OpenStores): void {
  describe(`EvaluationStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('an evaluation', () => {
      evaluations(handles);
    });
    describe('realised costs', () => {
      realised(handles);
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
  test('an evaluation is stored with the outputs, to the letter', async () => {
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

  test('an evaluation does not exist for a purchase without outputs, nor for an unknown purchase', async () => {
    const { evaluations: store } = handles.here;
    const { id } = await addedPurchase(handles.here);
    for (const each of [id, ...UNKNOWN_IDS.map(([, unknown]) => unknown)]) {
      expect(await store.get(each)).toBeUndefined();
      expect(await store.prices(each)).toBeUndefined();
    }
    const [[, unknown] = ['', '']] = UNKNOWN_IDS;
    expect(await codeOf(store.add(unknown, anEvaluation('x'), later(1)))).toBe('not_found');
  });

  test('evaluations of several purchases are returned by purchase', async () => {
    const { here, there } = handles;
    const [first, second] = [await evaluated(here, 'first'), await evaluated(here, 'second')];
    const { id: without } = await addedPurchase(here);
    const unknown = UNKNOWN_IDS.map(([, id]) => id);
    const found = await there.evaluations.ofPurchases([second, without, first, ...unknown]);
    expect(Object.fromEntries(found)).toEqual({
      [first]: await here.evaluations.get(first),
      [second]: await here.evaluations.get(second),
    });
    expect(await here.evaluations.ofPurchases([])).toEqual(new Map());
  });

  test('an evaluation is replaced with the outputs, and deleted by outputs without one', async () => {
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

  test('an evaluation stays where the outputs stay', async () => {
    const { here } = handles;
    const id = await evaluated(here, 'stays');
    await here.purchases.update(id, (purchase) => aChange(purchase, { status: 'failed' }));
    expect(await here.evaluations.get(id)).toMatchObject({ figures: '{"of": "stays"}' });
  });

  test('an evaluation is added where there is none, and does not replace another', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    await here.evaluations.add(id, anEvaluation('first'), later(1));
    await there.evaluations.add(id, anEvaluation('second'), later(2));
    const expected = { figures: '{"of": "first"}', evaluatedAt: later(1) };
    expect(await here.evaluations.get(id)).toMatchObject(expected);
  });
}

const DELIVERED = { from: later(0), before: later(90_000_000) };

/** The tests of what is realised; each looks for its own purchases among those of others. */
function realised(handles: TwoHandles): void {
  const walk = async (stores: Stores, delivered = DELIVERED) => {
    const walked: Unrealised[] = [];
    for (;;) {
      const page = await stores.evaluations.unrealised(delivered, walked.at(-1), 2);
      walked.push(...page);
      if (page.length < 2) return walked;
    }
  };
  const idsOf = async (stores: Stores, delivered = DELIVERED) => {
    return (await walk(stores, delivered)).map(({ purchaseId }) => purchaseId);
  };

  test('realised costs are listed in pages while some are missing', async () => {
    const { here, there } = handles;
    const ids = [
      await evaluated(here, 'a'),
      await evaluated(here, 'b'),
      await evaluated(here, 'c'),
    ];
    expect(await idsOf(there)).toEqual(expect.arrayContaining(ids));
    const [first] = (await walk(here)).filter(({ purchaseId }) => purchaseId === ids[0]);
    const { customerId } = (await here.purchases.get(ids[0] as string)) ?? {};
    expect(first).toEqual({
      purchaseId: ids[0],
      customerId,
      evaluatedAt: later(5),
      deliveredAt: later(86_400_000),
      realisedFrom: '',
    });
    for (const delivered of [
      { from: later(0), before: later(86_400_000) },
      { from: later(86_400_001), before: later(90_000_000) },
    ]) {
      expect(await idsOf(there, delivered)).not.toContain(ids[0]);
    }
  });

  test('realised costs are stored with their prices, and not listed once all are stored', async () => {
    const { here, there } = handles;
    const id = await evaluated(here, 'costs');
    await here.evaluations.realise(id, later(5), '[{"idmodel":1}]', 'r7');
    expect(await there.evaluations.get(id)).toMatchObject({ realised: '[{"idmodel":1}]' });
    const own = (await walk(there)).find(({ purchaseId }) => purchaseId === id);
    expect(own?.realisedFrom).toBe('r7');
    await there.evaluations.realise(id, later(5), '[1]', null);
    expect(await idsOf(here)).not.toContain(id);
    expect(await here.evaluations.get(id)).toMatchObject({ realised: '[1]' });
  });

  test('realised costs of outputs that were evaluated anew are not stored', async () => {
    const { here } = handles;
    const id = await evaluated(here, 'old');
    const fields = { outputs: OUTPUTS, evaluation: anEvaluation('new'), updatedAt: later(9) };
    await here.evaluations.realise(id, later(5), '[1]', null);
    await here.purchases.update(id, (purchase) => aChange(purchase, fields));
    await here.evaluations.realise(id, later(5), '[2]', null);
    expect(await here.evaluations.get(id)).toMatchObject({ realised: '[]' });
    expect(await idsOf(here)).toContain(id);
  });
}
