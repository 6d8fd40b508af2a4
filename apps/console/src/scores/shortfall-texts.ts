import { texts } from '../i18n/language.ts';

export const t = texts({
  againstForecast: [
    'Plants against their forecast, yesterday',
    'Plantas frente a su previsión, ayer',
    'Centrais face à sua previsão, ontem',
  ],
  barsHint: [
    'Produced / forecast MWh. The line in the middle is the forecast.',
    'MWh producidos / previstos. La línea del medio es la previsión.',
    'MWh produzidos / previstos. A linha do meio é a previsão.',
  ],
  lost: ['Lost MWh', 'MWh perdidos', 'MWh perdidos'],
  outageTitle: ['Outage h', 'Indisponibilidad h', 'Indisponibilidade h'],
  unmeasuredTitle: ['Not measured h', 'Sin medir h', 'Sem medição h'],
  unforecastTitle: ['No forecast h', 'Sin previsión h', 'Sem previsão h'],
  weatherTitle: [
    'Less wind or sun than forecast MWh',
    'Menos viento o sol del previsto MWh',
    'Menos vento ou sol do que o previsto MWh',
  ],
  produced: ['Produced MWh', 'MWh producidos', 'MWh produzidos'],
  forecastMwh: ['Forecast MWh', 'MWh previstos', 'MWh previstos'],
  shortfalls: [
    'Plants below their forecast yesterday',
    'Plantas por debajo de su previsión ayer',
    'Centrais abaixo da sua previsão ontem',
  ],
  noShortfall: [
    'None of {count} {count|plant|plants} was below its forecast.',
    'De {count} {count|planta|plantas}, ninguna quedó por debajo de su previsión.',
    'De {count} {count|central|centrais}, nenhuma ficou abaixo da sua previsão.',
  ],
  incomparable: [
    'Without a forecast or a measurement: {count} {count|plant|plants}.',
    'Sin previsión o sin medida: {count} {count|planta|plantas}.',
    'Sem previsão ou sem medição: {count} {count|central|centrais}.',
  ],
  plants: ['Plants', 'Plantas', 'Centrais'],
  noPlants: ['There are no plants yet.', 'Aún no hay plantas.', 'Ainda não há centrais.'],
  why: ['Why', 'Por qué', 'Porquê'],
  outageHours: ['outage, {hours} h', 'indisponibilidad, {hours} h', 'indisponibilidade, {hours} h'],
  outageMwh: [
    'outage, {hours} h and {mwh} MWh',
    'indisponibilidad, {hours} h y {mwh} MWh',
    'indisponibilidade, {hours} h e {mwh} MWh',
  ],
  usesSolano: [
    'Solano’s forecast counts where none was delivered.',
    'Cuenta la previsión de Solano donde no se entregó ninguna.',
    'Conta a previsão da Solano onde nenhuma foi entregue.',
  ],
  unmeasuredHours: ['not measured, {hours} h', 'sin medir, {hours} h', 'sem medição, {hours} h'],
  unforecastHours: [
    'no forecast, {hours} h',
    'sin previsión, {hours} h',
    'sem previsão, {hours} h',
  ],
  lessWind: [
    'less wind than forecast, {mwh} MWh',
    'menos viento del previsto, {mwh} MWh',
    'menos vento do que o previsto, {mwh} MWh',
  ],
  lessSun: [
    'less sun than forecast, {mwh} MWh',
    'menos sol del previsto, {mwh} MWh',
    'menos sol do que o previsto, {mwh} MWh',
  ],
});
