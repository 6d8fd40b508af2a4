import { endOf, type Figure } from '../figure/figure.ts';
import { formatClock, formatDay, formatMoment } from '../i18n/format.ts';
import { lengthOfDay } from '../time/days.ts';
import { addDays, dayOf, startOfDay } from '../time/zone.ts';

/** Formats an instant of a figure: a moment, or the time of day. */
export function timeText({ zone, isTimeOfDay = false }: Figure, at: number): string {
  return isTimeOfDay ? formatClock(at, zone) : formatMoment(at, zone);
}

/** Names a period from its start to its end, as tables and files do; a whole day by its name. */
export function periodText(figure: Figure, index: number): string {
  const { starts, zone, isTimeOfDay = false } = figure;
  const [start = 0, end] = [starts[index], endOf(figure, index)];
  const day = dayOf(start, zone);
  const isWithinDay = isTimeOfDay || end <= startOfDay(addDays(day, 1), zone);
  if (isWithinDay && !isTimeOfDay && end - start === lengthOfDay(day, zone))
    return formatDay(start, zone);
  const endText = isWithinDay ? formatClock(end, zone) : formatMoment(end, zone);
  return `${timeText(figure, start)} – ${endText}`;
}
