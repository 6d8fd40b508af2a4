import { expect, it } from 'vitest';
import { visit } from '../test/visit.tsx';
import { Bars } from './bars.tsx';

it.each([
  [30, ['0', '4', '8', '12', '16', '20', '24']],
  [29, ['0', '4', '8', '12', '16', '20', '24']],
  [24, ['0', '3', '6', '9', '12', '15', '18', '21']],
  [7, ['0', '1', '2', '3', '4', '5', '6']],
  [1, ['0']],
])(
  'Labels of %i bars have the room of as many bars as are between two of them',
  (count, labels) => {
    const bars = Array.from({ length: count }, (_, i) => ({ label: String(i), value: i }));
    visit(<Bars title="Over the day-ahead" unit="EUR" bars={bars} />);
    const spans = [...document.querySelectorAll('.labels span')];
    expect(spans).toHaveLength(count);
    expect(spans.map(({ textContent }) => textContent).filter(Boolean)).toEqual(labels);
  },
);
