import { screen, waitFor } from '@testing-library/dom';
import { afterEach, expect, it, vi } from 'vitest';
import { button, visit } from '../test/visit.tsx';
import { Button } from '../ui/button.tsx';
import { common } from '../ui/texts.ts';
import { Table } from './table.tsx';

afterEach(() => vi.restoreAllMocks());

/** The name and the text of the next file that the page saves. */
function savedFile(): Promise<{ name: string; text: string }> {
  const urls = vi.spyOn(URL, 'createObjectURL');
  return new Promise((saved) => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      const content = urls.mock.lastCall?.[0] as Blob;
      void content.text().then((text) => saved({ name: this.download, text }));
    });
  });
}

function Cell({ name }: { readonly name: string }) {
  return (
    <b>
      {name} <small>(of two)</small>
    </b>
  );
}

const ROWS = [
  { name: '=1+1', mwh: -1234.5, cost: '-0.50' },
  { name: 'Teide; north', mwh: null, cost: '12.00' },
  { name: 'Muxía', mwh: 0, cost: null },
];

it('The file of a table has all of its rows, numbers as they are and texts as they are shown', async () => {
  const user = visit(
    <Table
      caption="Plants: MWh/day"
      rows={ROWS}
      pageSize={1}
      columns={[
        { title: 'Plant', cell: ({ name }) => <Cell name={name} /> },
        { title: 'Choose', cell: () => <input type="radio" aria-label="Choose" /> },
        { title: 'MWh', number: ({ mwh }) => mwh, decimals: 1 },
        { title: 'EUR', number: ({ cost }) => cost, decimals: 2 },
        { title: common.actions, cell: () => <Button>Delete</Button> },
      ]}
    />,
  );
  const file = savedFile();
  await user.click(button('CSV: Plants: MWh/day'));
  expect(await file).toEqual({
    name: 'Plants- MWh-day.csv',
    text:
      'Plant;MWh;EUR\r\n' +
      "'=1+1 (of two);-1234.5;-0.50\r\n" +
      '"Teide; north (of two)";;12.00\r\n' +
      'Muxía (of two);0;\r\n',
  });
});

it('A table without rows, or with a file of its own, offers none', () => {
  const columns = [{ title: 'Plant', cell: (name: string) => name }];
  visit(
    <>
      <Table caption="None" rows={[]} columns={columns} />
      <Table caption="Own" rows={['Teide']} columns={columns} hasOwnFile />
    </>,
  );
  expect(screen.queryByRole('button', { name: /^CSV/ })).toBeNull();
});

it('A printed table has all of its rows, and its pages again after that', async () => {
  const rows = ['Teide', 'Muxía', 'Aneto'];
  const columns = [{ title: 'Plant', cell: (name: string) => name }];
  visit(<Table caption="Plants" rows={rows} pageSize={1} columns={columns} />);
  expect(screen.getAllByRole('row')).toHaveLength(2);
  dispatchEvent(new Event('beforeprint'));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
  dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
});
