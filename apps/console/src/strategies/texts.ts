import { texts } from '../i18n/language.ts';

export const t = texts({
  title: ['Strategies', 'Estrategias', 'Estratégias'],
  models: ['Models', 'Modelos', 'Modelos'],
  enabled: ['used', 'en uso', 'em uso'],
  sessions: ['Sessions', 'Sesiones', 'Sessões'],
  inputs: ['Needs', 'Necesita', 'Precisa de'],
  nothing: ['nothing', 'nada', 'nada'],
  price_predictions: ['price predictions', 'predicciones de precios', 'previsões de preços'],
  price_history: [
    '60 days of past predictions and prices',
    '60 días de predicciones y precios pasados',
    '60 dias de previsões e preços passados',
  ],
  saved: [
    'Saved: they hold for purchases from now on.',
    'Guardado: valen para las compras a partir de ahora.',
    'Guardado: valem para as compras a partir de agora.',
  ],
  version: ['Version {version}, {time}', 'Versión {version}, {time}', 'Versão {version}, {time}'],
  versions: ['Versions', 'Versiones', 'Versões'],
  backtest: ['Backtest', 'Prueba con datos pasados', 'Teste com dados passados'],
  backtestHint: [
    'What the models would have saved on past days, with what was predicted then and the prices that came; beside constant rules and perfect foresight.',
    'Lo que los modelos habrían ahorrado en días pasados, con lo que se predijo entonces y los precios que hubo; junto a reglas constantes y previsión perfecta.',
    'O que os modelos teriam poupado em dias passados, com o que então se previu e os preços que houve; ao lado de regras constantes e previsão perfeita.',
  ],
  start: ['Start', 'Iniciar', 'Iniciar'],
  queued: ['waiting', 'en espera', 'em espera'],
  running: ['running', 'en curso', 'em curso'],
  completed: ['completed', 'terminada', 'concluída'],
  failed: ['failed', 'fallida', 'falhada'],
  noDesk: [
    'Strategies are set for a user and a retailer: say for whom.',
    'Las estrategias se ajustan por usuario y comercializadora: indique para quién.',
    'As estratégias definem-se por utilizador e comercializadora: indique para quem.',
  ],
  notYet: [
    'Backtests are not offered by this service.',
    'Este servicio no ofrece pruebas.',
    'Este serviço não oferece testes.',
  ],
  result: [
    'Saved against day-ahead alone',
    'Ahorro frente a comprar solo en el diario',
    'Poupança face a comprar só no diário',
  ],
  rule: ['Rule', 'Regla', 'Regra'],
  days: ['Days', 'Días', 'Dias'],
  savedEur: ['Saved EUR', 'Ahorro EUR', 'Poupança EUR'],
  day: ['Day', 'Día', 'Dia'],
  fee_eur_per_mwh: [
    'Fee per MWh traded (EUR)',
    'Coste por MWh negociado (EUR)',
    'Custo por MWh negociado (EUR)',
  ],
  weights_percent: [
    'Share bought in each session (%)',
    'Parte comprada en cada sesión (%)',
    'Parte comprada em cada sessão (%)',
  ],
  caps_percent: [
    'At most in each session (%)',
    'Máximo en cada sesión (%)',
    'Máximo em cada sessão (%)',
  ],
  risk_aversion: [
    'Weight of the variance (per EUR/MWh)',
    'Peso de la varianza (por EUR/MWh)',
    'Peso da variância (por EUR/MWh)',
  ],
  confidence: [
    'How rare the costs counted as bad are',
    'Cómo de raros son los costes que cuentan como malos',
    'Quão raros são os custos que contam como maus',
  ],
  tail_weight: [
    'Weight of the bad costs against the mean',
    'Peso de los costes malos frente a la media',
    'Peso dos custos maus face à média',
  ],
  max_resale_percent: ['Resold at most (%)', 'Reventa máxima (%)', 'Revenda máxima (%)'],
  min_spread_eur_per_mwh: [
    'Least spread worth trading (EUR/MWh)',
    'Diferencia mínima para negociar (EUR/MWh)',
    'Diferença mínima para negociar (EUR/MWh)',
  ],
});
