import { texts } from '../i18n/language.ts';

/** Texts of a form's options for reading a file. */
export const files = texts({
  asFound: ['As found in the file', 'Según el fichero', 'Conforme o ficheiro'],
  zone: ['Time zone', 'Zona horaria', 'Fuso horário'],
  dateForm: ['Order of dates', 'Orden de fechas', 'Ordem das datas'],
  dmy: ['day/month/year', 'día/mes/año', 'dia/mês/ano'],
  mdy: ['month/day/year', 'mes/día/año', 'mês/dia/ano'],
  ymd: ['year-month-day', 'año-mes-día', 'ano-mês-dia'],
  decimal: ['Decimal sign', 'Signo decimal', 'Sinal decimal'],
});
