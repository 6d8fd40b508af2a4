import type { PurchaseWithOutputs, StoredOutput } from '@solano/domain/desk';
import { expect, test } from 'vitest';
import { aChange, addedPurchase, EXACT_JSON } from '../examples.ts';
import { concurrently } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** Adds a purchase with these outputs and returns its id. */
async function withOutputs(stores: Stores, outputs: readonly StoredOutput[]): Promise<string> {
  const { id } = await addedPurchase(stores);
  await putOutputs(stores, id, outputs);
  return id;
}

async function putOutputs(
  { purchases }: Stores,
  id: string,
  outputs: readonly StoredOutput[],
): Promise<void> {
  await purchases.update(id, (purchase) => aChange(purchase, { outputs }));
}

function output(idmodel: number, json = `{"idmodel":${idmodel}}`): StoredOutput {
  return { idmodel, json };
}

/** The tests of a PurchaseStore's outputs. */
export function purchaseOutputs(handles: TwoHandles): void {
  reading(handles);
  replacing(handles);
  atOneMoment(handles);
  copies(handles);
}

function reading(handles: TwoHandles): void {
  test('outputs keep their order and their text to the letter', async () => {
    const outputs = [3, 1, -2, 1.5, 0, 2].map((id) => output(id, `${EXACT_JSON} ${id}`));
    const id = await withOutputs(handles.here, outputs);
    expect((await handles.there.purchases.read(id))?.outputs).toEqual(outputs);
  });

  const idmodels = [1, 1.5, 0, -1, 2 ** 53, 0.1 + 0.2, 1e300, 5e-324, -1.5];
  test.each(idmodels)('outputs are found by idmodel %d', async (idmodel) => {
    const id = await withOutputs(
      handles.here,
      idmodels.map((each) => output(each)),
    );
    const found = await handles.there.purchases.read(id, idmodel);
    expect(found?.outputs).toEqual([output(idmodel)]);
    expect(found?.purchase).toEqual(await handles.here.purchases.get(id));
  });

  test('outputs compare idmodel numerically', async () => {
    const id = await withOutputs(handles.here, [
      output(0),
      output(0.3),
      output(1, '{"idmodel":1.0}'),
    ]);
    const read = async (idmodel: number) => {
      return (await handles.here.purchases.read(id, idmodel))?.outputs;
    };
    expect(await read(-0)).toEqual([output(0)]);
    expect(await read(1)).toEqual([output(1, '{"idmodel":1.0}')]);
    expect(await read(0.1 + 0.2)).toEqual([]);
  });

  test.each([2, 1.5000001, -1, 1e21])(
    'outputs are none for idmodel %d, which is missing',
    async (missing) => {
      const id = await withOutputs(handles.here, [output(1), output(1.5)]);
      const purchase = await handles.here.purchases.get(id);
      expect(await handles.there.purchases.read(id, missing)).toEqual({ purchase, outputs: [] });
    },
  );

  test('outputs may be large', async () => {
    const row = '{"datetime":"2026-01-01 00:15","purchase_percentage":33.330,"sale_percentage":0}';
    const rows = Array.from({ length: 35_136 }, () => row).join(',');
    const large = output(1, `{"idmodel":1,"value":{"MD":[${rows}]}}`);
    const id = await withOutputs(handles.here, [large, output(2)]);
    const read = await handles.there.purchases.read(id, 1);
    expect(read?.outputs[0]?.json === large.json).toBe(true);
  });
}

function replacing(handles: TwoHandles): void {
  test('outputs are replaced as a whole', async () => {
    const { here, there } = handles;
    const id = await withOutputs(here, [output(1), output(2), output(3)]);
    const next = [output(4), output(2, '{"new":true}')];
    await putOutputs(here, id, next);
    expect((await there.purchases.read(id))?.outputs).toEqual(next);
    await putOutputs(there, id, []);
    expect((await here.purchases.read(id))?.outputs).toEqual([]);
  });

  test('outputs stay when the change has none', async () => {
    const { here, there } = handles;
    const outputs = [output(2), output(1)];
    const id = await withOutputs(here, outputs);
    await here.purchases.update(id, (purchase) => aChange(purchase, { status: 'completed' }));
    expect((await there.purchases.read(id))?.outputs).toEqual(outputs);
  });

  test('outputs belong to one purchase', async () => {
    const { here, there } = handles;
    const [one, other] = [
      await withOutputs(here, [output(1)]),
      await withOutputs(here, [output(1)]),
    ];
    await putOutputs(here, one, [output(9)]);
    expect((await there.purchases.read(other))?.outputs).toEqual([output(1)]);
  });
}

/** Outputs large enough that a mix of two updates is noticed, all with the same mark. */
function marked(mark: string): StoredOutput[] {
  return Array.from({ length: 1 + (Number(mark) % 4) }, (_, i) => output(i, `"${mark}"`));
}

function expectOneMark(read: PurchaseWithOutputs | undefined): void {
  const mark = read?.purchase.error ?? '';
  expect(read?.outputs).toEqual(mark === '' ? [] : marked(mark));
}

function atOneMoment(handles: TwoHandles): void {
  test('outputs are those of one update when twenty replace them at once', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    await concurrently(20, (i) => {
      return (i % 2 ? here : there).purchases.update(id, (purchase) => {
        return aChange(purchase, { error: `${i}`, outputs: marked(`${i}`) });
      });
    });
    const read = await here.purchases.read(id);
    expect(read?.purchase.error).not.toBe('');
    expectOneMark(read);
  });

  test('outputs are read with the record of the same moment', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    let writing = true;
    const reads = concurrently(3, async () => {
      while (writing) expectOneMark(await there.purchases.read(id));
    });
    const writes = (async () => {
      for (let i = 1; i <= 40; i += 1) {
        const change = { error: `${i}`, outputs: marked(`${i}`) };
        await here.purchases.update(id, (purchase) => aChange(purchase, change));
      }
    })().finally(() => {
      writing = false;
    });
    await Promise.all([reads, writes]);
  });
}

function copies(handles: TwoHandles): void {
  test('outputs are copied in and out', async () => {
    const { purchases } = handles.here;
    const given = [output(1), output(2)];
    const id = await withOutputs(handles.here, given);
    given.pop();
    const read = await purchases.read(id);
    for (const each of [given[0], read?.outputs[0], (await purchases.read(id, 1))?.outputs[0]]) {
      Object.assign(each ?? {}, { json: 'changed' });
    }
    (read?.outputs as StoredOutput[] | undefined)?.pop();
    expect((await purchases.read(id))?.outputs).toEqual([output(1), output(2)]);
  });
}
