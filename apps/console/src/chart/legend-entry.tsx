import type { Series } from '../figure/figure.ts';
import { BROAD_OPACITY } from '../figure/style.ts';
import { formatNumber } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';

interface LegendEntryProps {
  readonly series: Series;
  /** The value of the period that is read; undefined: none is. */
  readonly value: number | null | undefined;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** Names a series beside a sample of it, and hides it. */
export function LegendEntry({ series, value, isShown, onToggle }: LegendEntryProps) {
  const { label, decimals = 1 } = series;
  return (
    <Button class="entry" aria-pressed={isShown} onClick={onToggle}>
      <Sample {...series} />
      {label}
      {value !== undefined && <b>{formatNumber(value, decimals)}</b>}
    </Button>
  );
}

interface SampleProps {
  readonly color: string;
  readonly dash?: Series['dash'] | undefined;
  readonly outline?: string;
  readonly isFilled?: boolean;
  readonly isBroad?: boolean;
}

/** A sample of a line or an area: its colour, and the dashes that tell it apart without. */
export function Sample({ color, dash, isFilled, isBroad, outline = color }: SampleProps) {
  return (
    <svg class="sample" width="24" height="12" aria-hidden="true">
      {isFilled && <rect y="1" width="24" height="10" fill={`var(${color})`} />}
      <line
        x2="24"
        y1="6"
        y2="6"
        stroke={`var(${outline})`}
        stroke-width={isBroad ? 7 : 2.5}
        stroke-opacity={isBroad ? BROAD_OPACITY : 1}
        stroke-dasharray={dash?.join(' ')}
      />
    </svg>
  );
}
