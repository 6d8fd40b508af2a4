import { endOf, type Figure } from '../figure/figure.ts';
import { formatNumber } from '../i18n/format.ts';
import { Table } from '../table/table.tsx';
import { common } from '../ui/texts.ts';
import { timeText } from './period-text.ts';

/** The values of a figure as a table; the figure has files of its own. */
export function FigureTable({ figure }: { readonly figure: Figure }) {
  const { starts, series, title } = figure;
  const columns = [
    { title: common.from, cell: (at: number) => timeText(figure, at) },
    {
      title: common.to,
      cell: (_at: number, index: number) => timeText(figure, endOf(figure, index)),
    },
    ...series.map(({ label, values, decimals = 1 }) => ({
      title: label,
      isNumber: true,
      cell: (_at: number, index: number) => formatNumber(values[index], decimals),
    })),
  ];
  return <Table caption={title} columns={columns} rows={starts} hasOwnFile />;
}
