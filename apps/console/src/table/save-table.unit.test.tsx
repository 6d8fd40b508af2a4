import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { percentOf } from '../i18n/format.ts';
import { setLanguage } from '../i18n/language.ts';
import { savedFile, savedLines } from '../test/saved-file.ts';
import { button, rowsOf, visit } from '../test/visit.tsx';
import { Button } from '../ui/button.tsx';
import { Table } from './table.tsx';

afterEach(() => setLanguage('en'));

function Cell({ name }: { readonly name: string }) {
  return (
    <b>
      {name} <small>(of two)</small>
    </b>
  );
}

const ROWS = [
  {
    name: '=1+1',
    mwh: -1234.5,
    cost: '-0.50',
    part: 0.285,
    day: '2026-11-27',
    at: '2026-11-27T23:30:00Z',
  },
  { name: 'Teide; north', mwh: null, cost: '12.00', part: null, day: null, at: null },
  { name: 'Muxía', mwh: 0.1 + 0.2, cost: null, part: 0, day: null, at: '2026-07-01T10:00:00Z' },
];

function open() {
  return visit(
    <Table
      caption="Plants: MWh/day"
      rows={ROWS}
      pageSize={1}
      columns={[
        { title: 'Plant', cell: ({ name }) => <Cell name={name} /> },
        { title: 'Choose', cell: () => <input type="radio" aria-label="Choose" /> },
        { title: 'MWh', number: ({ mwh }) => mwh, decimals: 1 },
        { title: 'nMAE', number: ({ part }) => percentOf(part), decimals: 1, isPercent: true },
        {
          title: 'MWh and EUR',
          cell: ({ mwh, cost }) => (
            <>
              {mwh}
              <br />
              {cost}
            </>
          ),
          file: [{ title: 'EUR', number: ({ cost }) => cost }],
        },
        { title: 'Day', day: ({ day }) => day },
        { title: 'Measured', time: ({ at }) => at },
        { title: 'There', time: ({ at }) => at, zone: () => 'Atlantic/Canary' },
        { title: 'Left', cell: () => 'in an hour', file: [] },
        {
          title: 'State',
          cell: ({ mwh }) => (
            <>
              {mwh === null ? '–' : 'late'}
              <br />
              {mwh !== null && 'since'} <Button>Why</Button>
            </>
          ),
        },
        { title: 'Undo', cell: () => <Button>Take back</Button> },
      ]}
    />,
  );
}

it('The file of a table has all of its rows, numbers and times as they are and texts as they are shown', async () => {
  const user = open();
  const file = savedFile();
  await user.click(button('CSV: Plants: MWh/day'));
  expect(await file).toEqual({
    name: 'Plants- MWh-day.csv',
    text:
      '\uFEFFPlant,MWh,nMAE (%),EUR,Day,Measured,There,State\r\n' +
      "'=1+1 (of two),-1234.5,28.5,-0.5,2026-11-27,2026-11-28 00:30,2026-11-27 23:30,late since\r\n" +
      'Teide; north (of two),,,12,,,,\r\n' +
      'Muxía (of two),0.3,0,,,2026-07-01 12:00,2026-07-01 11:00,late since\r\n',
  });
});

it('The file of a table in Spanish has decimal commas between semicolons', async () => {
  setLanguage('es');
  const user = open();
  const lines = savedLines();
  await user.click(button('CSV: Plants: MWh/day'));
  expect((await lines).slice(0, 3)).toEqual([
    'Plant;MWh;nMAE (%);EUR;Day;Measured;There;State',
    "'=1+1 (of two);-1234,5;28,5;-0,5;2026-11-27;2026-11-28 00:30;2026-11-27 23:30;late since",
    '"Teide; north (of two)";;;12;;;;',
  ]);
});

it('The page shows a percentage, a day and a time as people write them, and a dash for none', async () => {
  open();
  const [first] = await rowsOf('Plants: MWh/day');
  expect(first?.slice(3, 8)).toEqual([
    '28.5 %',
    '-1234.5-0.50',
    'Fri 27 Nov',
    '28/11/2026, 00:30',
    '27/11/2026, 23:30',
  ]);
  await userEvent.click(button('Next'));
  const [second] = await rowsOf('Plants: MWh/day');
  expect([second?.[3], ...(second?.slice(5, 8) ?? [])]).toEqual(['–', '–', '–', '–']);
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
