import { formatNumber } from '../i18n/format.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
}

interface BarsProps {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
}

/** Size of the drawing in its own units; it is stretched to the width of its container. */
const HEIGHT = 100;
const PITCH = 10;
/** Every third hour is labelled. */
const MAX_LABELS = 8;

/** Bars about a line of zero: what is above it costs, what is below gains. */
export function Bars({ title, unit, bars }: BarsProps) {
  const values = bars.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = HEIGHT / (high - low || 1);
  const zero = high * scale;
  const textOf = ({ label, value }: Bar) => `${label}: ${formatNumber(value, 2)}`;
  const every = Math.ceil(bars.length / MAX_LABELS);
  // A label begins at its bar, and has the width of as many bars.
  const isLabelled = (index: number) => index % every === 0 && index + every <= bars.length;
  return (
    <figure class="bars">
      <figcaption>
        {title} <small>({unit})</small>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}. ${bars.map(textOf).join('; ')}`}
        viewBox={`0 0 ${bars.length * PITCH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {bars.map((bar, index) => (
          <rect
            key={bar.label}
            class={bar.value > 0 ? 'cost' : 'gain'}
            x={index * PITCH + 1}
            width={PITCH - 2}
            y={zero - Math.max(0, bar.value) * scale}
            height={Math.abs(bar.value) * scale}
          >
            <title>{textOf(bar)}</title>
          </rect>
        ))}
        <line x1="0" x2={bars.length * PITCH} y1={zero} y2={zero} />
      </svg>
      <div class="labels" aria-hidden="true">
        {bars.map(({ label }, index) => (
          <span key={label}>{isLabelled(index) && label}</span>
        ))}
      </div>
    </figure>
  );
}
