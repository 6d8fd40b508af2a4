import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { formatMoment, formatNumber } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { saveCsv } from '../ui/download.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import { describe, endOf, type Figure, figureRows, type Series } from './figure.ts';
import type { View } from './navigate.ts';
import { listenForGestures, pan, restoreView, showAll, viewOf, zoom } from './navigate.ts';
import { drawPlot } from './plot.ts';
import { t } from './texts.ts';
import './chart.css';

interface ChartProps {
  readonly figure: Figure;
  readonly fileName: string;
  readonly height?: number;
}

/** A figure with its legend, its table and its file. */
export function Chart({ figure, fileName, height = 280 }: ChartProps) {
  const [isTable, setTable] = useState(false);
  return (
    <figure class="chart">
      <figcaption>
        <span>
          {figure.title}{' '}
          <small>({[figure.unit, figure.rightUnit].filter(Boolean).join(', ')})</small>
        </span>
        <span class="actions">
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {common.table}
          </Button>
          <Button onClick={() => saveCsv(fileName, figureRows(figure))}>CSV</Button>
        </span>
      </figcaption>
      {isTable ? <FigureTable figure={figure} /> : <Canvas figure={figure} height={height} />}
    </figure>
  );
}

function Canvas({ figure, height }: { readonly figure: Figure; readonly height: number }) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [period, setPeriod] = useState<number | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const id = useId();
  const description = useMemo(() => describe(figure), [figure]);
  useDrawing(element, plot, figure, { height, hidden, onPeriod: setPeriod });

  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    setHidden(next);
  };
  return (
    <>
      <div
        ref={element}
        class="plot"
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move through the periods
        tabIndex={0}
        aria-label={description}
        aria-describedby={id}
        onKeyDown={(event) => plot.current && onKey(event, plot.current, figure, setPeriod)}
      />
      <p id={id} class="visually-hidden">
        {t.keys}
      </p>
      <div class="legend">
        <span class="moment" role="status">
          {period === null ? '' : formatMoment(endOf(figure, period), figure.zone)}
        </span>
        {figure.series.map(
          (each) =>
            each.edgeOf === undefined && (
              <LegendEntry
                key={each.label}
                series={each}
                value={period === null ? undefined : each.values[period]}
                isShown={!hidden.has(each.label)}
                onToggle={() => toggle(each.label)}
              />
            ),
        )}
        <Navigation onMove={(move) => plot.current && move(plot.current)} />
      </div>
    </>
  );
}

interface NavigationProps {
  readonly onMove: (move: (plot: uPlot) => void) => void;
}

function Navigation({ onMove }: NavigationProps) {
  const moves = [
    [t.earlier, '‹', (plot: uPlot) => pan(plot, -0.5)],
    [t.later, '›', (plot: uPlot) => pan(plot, 0.5)],
    [t.zoomIn, '+', (plot: uPlot) => zoom(plot, 0.5)],
    [t.zoomOut, '−', (plot: uPlot) => zoom(plot, 2)],
  ] as const;
  return (
    <span class="navigate">
      {moves.map(([label, sign, move]) => (
        <Button key={sign} aria-label={label} onClick={() => onMove(move)}>
          {sign}
        </Button>
      ))}
      <Button onClick={() => onMove(showAll)}>{t.whole}</Button>
    </span>
  );
}

interface DrawingOptions {
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  readonly onPeriod: (period: number | null) => void;
}

function useDrawing(
  element: { readonly current: HTMLDivElement | null },
  plot: { current: uPlot | undefined },
  figure: Figure,
  { height, hidden, onPeriod }: DrawingOptions,
): void {
  const [round, setRound] = useState(0);
  const view = useRef<View>(undefined);
  useEffect(() => {
    const redraw = () => setRound((value) => value + 1);
    addEventListener('themechange', redraw);
    return () => removeEventListener('themechange', redraw);
  }, []);
  useLayoutEffect(() => {
    const container = element.current;
    if (!container) return undefined;
    const drawn = drawPlot(container, figure, {
      width: container.clientWidth,
      height,
      hidden,
      onPeriod,
    });
    plot.current = drawn;
    restoreView(drawn, view.current);
    const stopListening = listenForGestures(drawn);
    const observer = new ResizeObserver(() => {
      if (container.clientWidth > 0 && container.clientWidth !== drawn.width)
        drawn.setSize({ width: container.clientWidth, height });
    });
    observer.observe(container);
    return () => {
      stopListening();
      observer.disconnect();
      view.current = viewOf(drawn);
      drawn.destroy();
      plot.current = undefined;
    };
  }, [figure, height, round]);
  useEffect(() => {
    figure.series.forEach(({ label }, index) => {
      plot.current?.setSeries(index + 1, { show: !hidden.has(label) });
    });
  }, [hidden]);
}

function onKey(
  event: KeyboardEvent,
  plot: uPlot,
  { starts }: Figure,
  setPeriod: (change: (before: number | null) => number | null) => void,
): void {
  const step = (by: number) =>
    setPeriod((before) => Math.min(Math.max((before ?? -1) + by, 0), starts.length - 1));
  const actions: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    PageUp: () => pan(plot, -0.5),
    PageDown: () => pan(plot, 0.5),
    '+': () => zoom(plot, 0.5),
    '-': () => zoom(plot, 2),
    Home: () => showAll(plot),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

interface LegendEntryProps {
  readonly series: Series;
  readonly value: number | null | undefined;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function LegendEntry({ series, value, isShown, onToggle }: LegendEntryProps) {
  const { label, color, dash, decimals = 1 } = series;
  return (
    <Button class="entry" aria-pressed={isShown} onClick={onToggle}>
      <svg width="18" height="12" aria-hidden="true">
        <line
          x1="0"
          y1="6"
          x2="18"
          y2="6"
          stroke={`var(${color})`}
          stroke-width={series.isFilled ? 10 : 3}
          stroke-dasharray={dash?.join(' ')}
        />
      </svg>
      {label}
      {value !== undefined && <b>{formatNumber(value, decimals)}</b>}
    </Button>
  );
}

function FigureTable({ figure }: { readonly figure: Figure }) {
  const { starts, series, zone, title } = figure;
  const columns = [
    { title: t.start, cell: (at: number) => formatMoment(at, zone) },
    {
      title: t.end,
      cell: (_at: number, index: number) => formatMoment(endOf(figure, index), zone),
    },
    ...series.map(({ label, values, decimals = 1 }) => ({
      title: label,
      isNumber: true,
      cell: (_at: number, index: number) => formatNumber(values[index], decimals),
    })),
  ];
  return <Table caption={title} columns={columns} rows={starts} />;
}
