import { DECIMAL_MARKS, parseDuration, parseInstant } from '@solano/domain/kernel';
import { Option } from 'commander';
import { UsageError } from './run.ts';

/** Reads `<number>s|m|h|d`, for example `90d`, as milliseconds. */
export function readDuration(text: string): number {
  const duration = parseDuration(text);
  if (duration !== undefined) return duration;
  throw new UsageError(`"${text}" is no duration: write a number and s, m, h or d, such as 90d.`);
}

/** Reads an ISO 8601 date-time; without an offset it is UTC. Without a text it is now. */
export function readInstant(text?: string): Date {
  if (text === undefined) return new Date();
  const instant = parseInstant(text);
  if (instant !== undefined) return new Date(instant);
  throw new UsageError(`"${text}" is no ISO 8601 date-time, such as 2026-11-21T10:00:00Z.`);
}

const COORDINATES = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/;

/** Reads `--place <lat>,<lon>` in decimal degrees. */
export function readCoordinates(text: string): { readonly lat: number; readonly lon: number } {
  const [, lat, lon] = (COORDINATES.exec(text) ?? []).map(Number);
  if (lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) {
    return { lat, lon };
  }
  throw new UsageError(`--place ${text}: not <lat>,<lon> in decimal degrees, such as 41.65,-0.9`);
}

/** Returns the option that says whether the labels of a file are the ends or the starts of periods. */
export function labelsOption(): Option {
  return new Option('--labels <which>', 'whether a datetime is the end or the start of its period')
    .choices(['end', 'start'])
    .default('end');
}

/** Returns the option that says the decimal mark of a file. */
export function decimalOption(): Option {
  return new Option('--decimal <mark>', 'the decimal mark, where no number proves it').choices(
    DECIMAL_MARKS,
  );
}
