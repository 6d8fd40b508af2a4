import type { ColumnTable } from './column-table.ts';

/** The times of a file of periods; which end of its period one of `datetime` is, is said elsewhere. */
export const PERIOD_COLUMNS = {
  start_time_utc: {
    names: [
      {
        en: 'start time, start, from, period start, start datetime, local start',
        es: 'inicio, fecha inicio, fecha de inicio, hora inicio, hora de inicio, fecha y hora de inicio, desde',
        pt: 'início, data início, data de início, hora de início, data e hora de início, desde',
      },
    ],
    type: 'time',
  },
  end_time_utc: {
    names: [
      {
        en: 'end time, end, to, until, period end, end datetime, valid at',
        es: 'fin, fecha fin, fecha de fin, hora fin, hora de fin, fecha y hora de fin, hasta',
        pt: 'fim, data fim, data de fim, hora de fim, data e hora de fim, até',
      },
    ],
    type: 'time',
  },
  datetime: {
    names: [
      {
        en: 'datetime, date time, timestamp, time, utc, date, day',
        es: 'fecha hora, fecha y hora, dia y hora, fecha, día',
        pt: 'data hora, data e hora, dia e hora, data, dia',
      },
    ],
    type: 'time',
    says: { utc: { zone: 'UTC' } },
  },
  hour: {
    names: [
      {
        en: 'hour, period, quarter, hour of day',
        es: 'hora, periodo, período, cuarto, cuarto de hora',
        pt: 'hora, período, quarto, quarto de hora',
      },
    ],
    type: 'text',
    example: '1',
  },
  season: {
    names: [
      {
        en: 'season, summer winter, dst, winter summer flag',
        es: 'bandera, verano invierno, invierno verano, bandera invierno verano, bandera verano invierno, estación, indicador verano invierno, inv ver',
        pt: 'estação, verão inverno, inverno verão',
      },
    ],
    type: 'text',
    example: '1',
  },
} as const satisfies ColumnTable<string>;
