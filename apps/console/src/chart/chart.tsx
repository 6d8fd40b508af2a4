import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { formatNumber } from '../i18n/format.ts';
import { afterPaint } from '../state/after-paint.ts';
import { Table } from '../table/table.tsx';
import { SECOND_MS } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { attempt } from '../ui/messages.tsx';
import { usePrinting } from '../ui/printing.tsx';
import { common } from '../ui/texts.ts';
import { describe, endOf, type Figure, periodText, timeText } from './figure.ts';
import { LegendEntry } from './legend-entry.tsx';
import type { View } from './navigate.ts';
import { listenForGestures, pan, restoreView, showAll, viewOf, zoom } from './navigate.ts';
import type { PictureOptions } from './picture.ts';
import { drawPlot, showSeries } from './plot.ts';
import { usePicture } from './small-picture.tsx';
import { t } from './texts.ts';
import './chart.css';

interface ChartProps {
  readonly figure: Figure;
  readonly fileName: string;
  readonly height?: number;
}

/** Size of the saved picture, and of the printed one: an A4 page is 718 pixels between its margins. */
const PICTURE = { width: 960, height: 440 };
const PRINTED = { width: 684, height: 330 };

/** A figure with its legend, its table and its files. */
export function Chart({ figure, fileName, height = 280 }: ChartProps) {
  const [isTable, setTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const plot = useRef<uPlot>(undefined);
  const isPrinting = usePrinting();
  const visible = () => ({ hidden, ...(plot.current && { visible: visibleOf(plot.current) }) });
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
          {(['csv', 'svg', 'png'] as const).map((format) => (
            <Button
              key={format}
              onClick={() => void attempt(() => save(format, fileName, figure, visible()))}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </span>
      </figcaption>
      {isTable ? (
        <FigureTable figure={figure} />
      ) : (
        <>
          <Canvas {...{ figure, height, plot, hidden }} onHide={setHidden} />
          {isPrinting && <Printed figure={figure} {...visible()} />}
        </>
      )}
    </figure>
  );
}

type Visible = Pick<PictureOptions, 'hidden' | 'visible'>;

function visibleOf(plot: uPlot): { from: number; to: number } {
  const { min, max } = viewOf(plot).visible;
  return { from: min * SECOND_MS, to: max * SECOND_MS };
}

type Format = 'csv' | 'svg' | 'png';

/** Saves the data of a figure, or what is visible of it in the colours of paper. */
async function save(format: Format, fileName: string, figure: Figure, visible: Visible) {
  // The code is loaded only if it is needed.
  const { paperPicture, saveData, savePng, saveSvg } = await import('./save-files.ts');
  if (format === 'csv') return saveData(fileName, figure);
  const svg = paperPicture(figure, { ...PICTURE, ...visible });
  const name = fileName.replace(/csv$/, format);
  if (format === 'svg') saveSvg(name, svg);
  else await savePng(name, svg);
}

/** Shows on paper what a canvas shows on the screen, as sharp as the printer. */
function Printed({ figure, ...visible }: { readonly figure: Figure } & Visible) {
  return (
    <div class="printed" ref={usePicture(figure, { ...PRINTED, ...visible, isUntitled: true })} />
  );
}

interface CanvasProps {
  readonly figure: Figure;
  readonly height: number;
  readonly plot: { current: uPlot | undefined };
  readonly hidden: ReadonlySet<string>;
  readonly onHide: (hidden: ReadonlySet<string>) => void;
}

function Canvas({ figure, height, plot, hidden, onHide }: CanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const [period, setPeriod] = useState<number | null>(null);
  const id = useId();
  const description = useMemo(() => describe(figure), [figure]);
  useDrawing(element, plot, figure, { height, hidden, onPeriod: setPeriod });

  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    onHide(next);
  };
  return (
    <>
      <div
        ref={element}
        class="plot"
        role="img"
        style={{ minHeight: `${height}px` }}
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
          {period === null ? '' : periodText(figure, period)}
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
  const remove = useRef(() => {});
  const latest = useRef(hidden);
  latest.current = hidden;
  const draw = (container: HTMLDivElement) => {
    remove.current();
    const { clientWidth: width } = container;
    const drawn = drawPlot(container, figure, { width, height, hidden: latest.current, onPeriod });
    plot.current = drawn;
    restoreView(drawn, view.current);
    const stopListening = listenForGestures(drawn);
    const observer = new ResizeObserver(() => {
      if (container.clientWidth > 0 && container.clientWidth !== drawn.width)
        drawn.setSize({ width: container.clientWidth, height });
    });
    observer.observe(container);
    remove.current = () => {
      stopListening();
      observer.disconnect();
      view.current = viewOf(drawn);
      drawn.destroy();
      plot.current = undefined;
    };
  };
  // A click that shows another figure is answered before that is drawn, which takes long.
  useLayoutEffect(
    () => afterPaint(() => element.current && draw(element.current)),
    [figure, height, round],
  );
  useLayoutEffect(() => () => remove.current(), []);
  useEffect(() => {
    if (plot.current) showSeries(plot.current, figure, hidden);
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

function FigureTable({ figure }: { readonly figure: Figure }) {
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
