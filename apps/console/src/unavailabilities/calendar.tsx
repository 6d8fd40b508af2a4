import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { formatDay, formatMoment, formatShort } from '../i18n/format.ts';
import { t } from '../outages/texts.ts';
import type { Plant } from '../plants/data.ts';
import { addDays, HOUR_MS, MADRID, MINUTE_MS, startOfDay } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { type Outage, overlaps } from './data.ts';
import { lanesOf } from './lanes.ts';
import type { Window } from './window.ts';
import './calendar.css';

export function instantsOf({ firstDay, days }: Window): { from: number; to: number } {
  return { from: startOfDay(firstDay, MADRID), to: startOfDay(addDays(firstDay, days), MADRID) };
}

/** A pointer that has moved less has chosen a bar, not dragged it. */
const DRAG_PIXELS = 4;
const SNAP_MS = 15 * MINUTE_MS;
const MAX_DAY_TITLES = 14;
/** Of the titles that a wide calendar has, every second fits a narrower one, every fourth a narrow one. */
const TITLE_FORMS = [
  ['', 1],
  ['half', 2],
  ['quarter', 4],
] as const;

interface CalendarProps {
  readonly window: Window;
  readonly plants: readonly Plant[];
  readonly outages: readonly Outage[];
  readonly onChoose: (outage: Outage) => void;
  /** With the zone of the outage's plant. */
  readonly onMove: (outage: Outage, byMs: number, zone: string) => void;
}

/**
 * Shows a row for each plant and a bar for each outage, as wide as it lasts, also on days of 23 or
 * 25 hours.
 */
export function Calendar({ window, plants, outages, onChoose, onMove }: CalendarProps) {
  const { from, to } = instantsOf(window);
  const left = (at: number) => `${((at - from) / (to - from)) * 100}%`;
  const days = Array.from({ length: window.days }, (_, index) => addDays(window.firstDay, index));
  const now = Date.now();
  return (
    <div class="calendar">
      <div class="calendar-row days" aria-hidden="true">
        <span />
        <div class="track">
          {days.map((day, index) => {
            const forms = titleForms(index, window.days);
            if (forms.length === 0) return null;
            return (
              <span
                key={day}
                class={['day', ...forms].join(' ')}
                style={{ left: left(startOfDay(day, MADRID)) }}
              >
                {formatDay(startOfDay(day, MADRID))}
              </span>
            );
          })}
        </div>
      </div>
      {plants.map((plant) => (
        <div class="calendar-row" key={plant.id}>
          <span class="plant-name" title={plant.name}>
            {plant.name}
          </span>
          <Track
            outages={outages.filter(
              (outage) => outage.plant_id === plant.name && overlaps(outage, from, to),
            )}
            zone={plant.timezone}
            window={{ from, to }}
            onChoose={onChoose}
            onMove={onMove}
          >
            {days.map((day) => (
              <i key={day} style={{ left: left(startOfDay(day, MADRID)) }} />
            ))}
            {now > from && now < to && <i class="now" style={{ left: left(now) }} />}
          </Track>
        </div>
      ))}
    </div>
  );
}

/** A part of the window that a bar takes at least, as it does where the window is a screen wide. */
const MIN_PART = 1 / 80;

interface TrackProps extends Pick<CalendarProps, 'onChoose' | 'onMove'> {
  /** Those of the plant. */
  readonly outages: readonly Outage[];
  readonly zone: string;
  readonly window: { readonly from: number; readonly to: number };
  readonly children: ComponentChildren;
}

/** The bars of a plant; those that overlap are below each other, so that each can be chosen. */
function Track({ outages, zone, window, onChoose, onMove, children }: TrackProps) {
  const { lanes, count } = lanesOf(outages, (window.to - window.from) * MIN_PART);
  const height = (rows: number) => `calc(${rows} * var(--lane))`;
  return (
    <div class="track" style={{ height: height(count) }}>
      {children}
      {outages.map((outage) => (
        <Bar
          key={outage.id}
          outage={outage}
          zone={zone}
          window={window}
          top={height(lanes.get(outage.id) ?? 0)}
          onChoose={() => onChoose(outage)}
          onMove={(byMs) => onMove(outage, byMs, zone)}
        />
      ))}
    </div>
  );
}

/** Returns the forms of a calendar in which a day has a title: there is room for it up to the edge. */
function titleForms(index: number, days: number): string[] {
  const every = Math.ceil(days / MAX_DAY_TITLES);
  return TITLE_FORMS.filter(
    ([, step]) => index % (every * step) === 0 && days - index >= (days * step) / MAX_DAY_TITLES,
  ).map(([form]) => form);
}

interface BarProps {
  readonly outage: Outage;
  readonly zone: string;
  readonly window: { readonly from: number; readonly to: number };
  /** Distance of its lane from the upper edge. */
  readonly top: string;
  readonly onChoose: () => void;
  readonly onMove: (byMs: number) => void;
}

/** An outage in the calendar: a button that can also be dragged. */
function Bar({ outage, zone, window: { from, to }, top, onChoose, onMove }: BarProps) {
  const drag = useRef<{ x: number; width: number; moved: number }>(undefined);
  const start = Math.max(Date.parse(outage.start_time_utc), from);
  const end = Math.min(Date.parse(outage.end_time_utc), to);
  const part = (ms: number) => `${(ms / (to - from)) * 100}%`;
  const text = `${outage.plant_id}, ${t[outage.availability_type]}, ${formatMoment(outage.start_time_utc, zone)} – ${formatMoment(outage.end_time_utc, zone)}, ${formatShort(outage.available_power_mw)} MW`;

  const onPointerMove = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (!drag.current) return;
    drag.current.moved = event.clientX - drag.current.x;
    event.currentTarget.style.transform = `translateX(${drag.current.moved}px)`;
  };
  const onPointerUp = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const { moved = 0, width = 1 } = drag.current ?? {};
    event.currentTarget.style.transform = '';
    if (Math.abs(moved) < DRAG_PIXELS) return;
    const byMs = Math.round(((moved / width) * (to - from)) / SNAP_MS) * SNAP_MS;
    if (byMs !== 0) onMove(byMs);
  };
  return (
    <Button
      class={`bar ${outage.availability_type}`}
      style={{ left: part(start - from), width: part(end - start), top }}
      title={text}
      aria-label={text}
      onClick={() => {
        const wasDragged = Math.abs(drag.current?.moved ?? 0) >= DRAG_PIXELS;
        drag.current = undefined;
        if (!wasDragged) onChoose();
      }}
      onPointerDown={(event) => {
        const width = event.currentTarget.parentElement?.clientWidth ?? 1;
        drag.current = { x: event.clientX, width, moved: 0 };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onKeyDown={(event) => {
        if (!event.shiftKey || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
        event.preventDefault();
        onMove(event.key === 'ArrowLeft' ? -HOUR_MS : HOUR_MS);
      }}
    >
      <span>{formatShort(outage.available_power_mw)}</span>
    </Button>
  );
}
