import { expect, test } from 'vitest';
import { pastedFile } from './pasted-file.ts';

test.each([
  ['24/11/2026 20:15\t1,5', 'datetime\tpurchase\n24/11/2026 20:15\t1,5', false],
  ['2026-11-24 20:15;1.250', 'datetime;purchase\n2026-11-24 20:15;1.250', false],
  ['30/11/2026 20:00\t12,5\t85,30', 'datetime\tpurchase\n30/11/2026 20:00\t12,5\t85,30', false],
  ['24/11/2026;1;1,5', 'date;hour;purchase\n24/11/2026;1;1,5', false],
  ['24/11/2026 20:15,1,5', 'datetime,purchase\n24/11/2026 20:15,1,5', false],
  ['Fecha\tMW\n24/11/2026 20:15\t1,5', 'Fecha\tMW\n24/11/2026 20:15\t1,5', true],
])('Pasted cells are sent as they are, with a header: %j', async (text, sent, hasOwnHeader) => {
  const pasted = pastedFile(text);
  expect(await pasted.file.text()).toBe(sent);
  expect(pasted).toMatchObject({ hasOwnHeader, file: { type: 'text/csv' } });
});
