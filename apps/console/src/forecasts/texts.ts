import { texts } from '../i18n/language.ts';

export const t = texts({
  title: ['Forecasts', 'Previsiones', 'Previsões'],
  sum: ['Sum', 'Suma', 'Soma'],
  perPlant: ['Per plant', 'Por planta', 'Por central'],
  summed: ['Summed', 'Suma', 'Soma'],
  view: ['Lines', 'Líneas', 'Linhas'],
  unit: ['Unit', 'Unidad', 'Unidade'],
  zone: ['Time zone', 'Zona horaria', 'Fuso horário'],
  plants: ['Plants', 'Plantas', 'Centrais'],
  files: ['Files', 'Ficheros', 'Ficheiros'],
  normalized: [
    'Normalized, of these plants',
    'Normalizada, de estas plantas',
    'Normalizada, destas centrais',
  ],
  latest: [
    'Latest file, as it was put',
    'Último fichero, tal como se recibió',
    'Último ficheiro, tal como recebido',
  ],
  custom: [
    'Custom types, all of them (ZIP)',
    'Tipos propios, todos (ZIP)',
    'Tipos próprios, todos (ZIP)',
  ],
  empty: [
    'There are no forecasts yet. They appear when files for your plants arrive in the object store.',
    'Aún no hay previsiones. Aparecen cuando llegan ficheros de sus plantas al almacén de ficheros.',
    'Ainda não há previsões. Aparecem quando chegam ficheiros das suas centrais ao armazenamento de ficheiros.',
  ],
  energyDays: ['Energy per day (MWh)', 'Energía por día (MWh)', 'Energia por dia (MWh)'],
});
