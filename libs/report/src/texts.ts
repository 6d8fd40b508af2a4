import { REPORT_LANGUAGES, type ReportLanguage } from '@solano/domain/desk';

/** A text in all languages, in the order of {@link REPORT_LANGUAGES}. */
type Translations = readonly [en: string, es: string, pt: string];

/** The texts of the report, with the words of the console. */
export const TEXTS = {
  title: ['Report of {month}', 'Informe de {month}', 'Relatório de {month}'],
  user: ['User', 'Usuario', 'Utilizador'],
  retailer: ['Retailer', 'Comercializadora', 'Comercializador'],
  units: [
    'Energy in MWh, money in EUR. Days and hours are those of Madrid.',
    'Energía en MWh, dinero en EUR. Los días y las horas son los de Madrid.',
    'Energia em MWh, dinheiro em EUR. Os dias e as horas são os de Madrid.',
  ],

  summary: ['Summary', 'Resumen', 'Resumo'],
  figure: ['Figure', 'Concepto', 'Conceito'],
  value: ['Value', 'Valor', 'Valor'],
  unit: ['Unit', 'Unidad', 'Unidade'],
  energyBought: ['Energy bought', 'Energía comprada', 'Energia comprada'],
  energyMeasured: [
    'Energy measured, losses included',
    'Energía medida, con pérdidas',
    'Energia medida, com perdas',
  ],
  energyShort: [
    'Short: consumed beyond what was bought',
    'Corto (a bajar): consumido por encima de lo comprado',
    'Curto (a descer): consumido acima do comprado',
  ],
  energyLong: [
    'Long: bought and not consumed',
    'Largo (a subir): comprado y no consumido',
    'Longo (a subir): comprado e não consumido',
  ],
  marketCost: [
    'Cost of what was bought, fees included',
    'Coste de lo comprado, con costes de transacción',
    'Custo do comprado, com custos de transação',
  ],
  dayAheadOnlyCost: [
    'Cost of the same energy, all of it day-ahead',
    'Coste de la misma energía, toda en el mercado diario',
    'Custo da mesma energia, toda no mercado diário',
  ],
  savedAgainstDayAhead: [
    'Saving against day-ahead only',
    'Ahorro frente a comprar todo en el diario',
    'Poupança face a comprar tudo no diário',
  ],
  ruleCost: [
    'Cost of the same energy by the rule',
    'Coste de la misma energía con la regla',
    'Custo da mesma energia com a regra',
  ],
  savedAgainstRule: [
    'Saving against the rule',
    'Ahorro frente a la regla',
    'Poupança face à regra',
  ],
  deviationCost: ['Cost of the deviation', 'Coste de los desvíos', 'Custo dos desvios'],
  costOverDayAhead: [
    'Of it over the same energy day-ahead',
    'De ellos, sobre la misma energía en el diario',
    'Deles, acima da mesma energia no diário',
  ],

  boughtMwh: ['Bought MWh', 'MWh comprados', 'MWh comprados'],
  measuredMwh: ['Measured MWh', 'MWh medidos', 'MWh medidos'],
  shortMwh: ['Short MWh', 'MWh cortos', 'MWh curtos'],
  longMwh: ['Long MWh', 'MWh largos', 'MWh longos'],
  marketEur: ['Market EUR', 'EUR del mercado', 'EUR do mercado'],
  savedDayAheadEur: [
    'Saving on day-ahead EUR',
    'Ahorro frente al diario EUR',
    'Poupança face ao diário EUR',
  ],
  savedRuleEur: [
    'Saving on the rule EUR',
    'Ahorro frente a la regla EUR',
    'Poupança face à regra EUR',
  ],
  deviationEur: ['Deviation EUR', 'EUR de desvíos', 'EUR de desvios'],
  overDayAheadEur: ['Over day-ahead EUR', 'EUR sobre el diario', 'EUR acima do diário'],

  sessions: ['Cost by session', 'Coste por sesión', 'Custo por sessão'],
  session: ['Session', 'Sesión', 'Sessão'],
  restsOn: ['Rests on', 'Base', 'Base'],
  decision: ['the decision', 'la decisión', 'a decisão'],
  executed: ['executed trades', 'operaciones ejecutadas', 'operações executadas'],
  both: [
    'executed trades on some days, else the decision',
    'operaciones ejecutadas algunos días; si no, la decisión',
    'operações executadas em alguns dias; senão, a decisão',
  ],
  sum: ['Sum', 'Suma', 'Soma'],

  causes: ['Causes', 'Causas', 'Causas'],
  cause: ['Cause', 'Causa', 'Causa'],
  volumeShort: ['Volume error, short', 'Error de volumen, corto', 'Erro de volume, curto'],
  volumeLong: ['Volume error, long', 'Error de volumen, largo', 'Erro de volume, longo'],
  correction: ['Desk’s correction', 'Corrección de la mesa', 'Correção da mesa'],
  marketChoice: ['Choice of session', 'Elección de sesión', 'Escolha da sessão'],
  causesHint: [
    'What was paid beyond buying the measured energy day-ahead without fees, by its cause. Below zero it saved.',
    'Lo pagado por encima de comprar en el diario, sin costes de transacción, la energía medida, según su causa. Bajo cero es un ahorro.',
    'O que se pagou acima de comprar no diário, sem custos de transação, a energia medida, segundo a sua causa. Abaixo de zero é uma poupança.',
  ],

  days: ['By day', 'Por día', 'Por dia'],
  day: ['Day', 'Día', 'Dia'],
  hours: ['By hour of the day', 'Por hora del día', 'Por hora do dia'],
  hour: ['Hour', 'Hora', 'Hora'],
  weekdays: ['By weekday', 'Por día de la semana', 'Por dia da semana'],
  weekday: ['Weekday', 'Día de la semana', 'Dia da semana'],

  energyChart: [
    'Bought and measured by day, MWh',
    'Comprado y medido por día, MWh',
    'Comprado e medido por dia, MWh',
  ],
  boughtName: ['bought', 'comprado', 'comprado'],
  measuredName: ['measured', 'medido', 'medido'],
  dayChart: [
    'Cost of the deviation by day, EUR',
    'Coste de los desvíos por día, EUR',
    'Custo dos desvios por dia, EUR',
  ],
  hourChart: [
    'Cost of the deviation by hour of the day, EUR',
    'Coste de los desvíos por hora del día, EUR',
    'Custo dos desvios por hora do dia, EUR',
  ],
  weekdayChart: [
    'Cost of the deviation by weekday, EUR',
    'Coste de los desvíos por día de la semana, EUR',
    'Custo dos desvios por dia da semana, EUR',
  ],
  sessionChart: ['Cost by session, EUR', 'Coste por sesión, EUR', 'Custo por sessão, EUR'],

  basis: ['What the figures rest on', 'En qué se basan las cifras', 'Em que se baseiam os valores'],
  compared: [
    'Compared: {hours} of the {all} hours of the month.',
    'Comparadas: {hours} de las {all} horas del mes.',
    'Comparadas: {hours} das {all} horas do mês.',
  ],
  missingHint: [
    'What is missing counts in no figure: {missing}.',
    'Lo que falta no cuenta en ninguna cifra: {missing}.',
    'O que falta não conta em nenhum valor: {missing}.',
  ],
  executedHint: [
    'Executed trades count in {sessions}; elsewhere the decided purchases.',
    'En {sessions} cuentan las operaciones ejecutadas; en lo demás, las compras decididas.',
    'Em {sessions} contam as operações executadas; no resto, as compras decididas.',
  ],
  decidedHint: [
    'No executed trades were delivered: the decided purchases count.',
    'No se han entregado operaciones ejecutadas: cuentan las compras decididas.',
    'Não foram entregues operações executadas: contam as compras decididas.',
  ],
  undecidedHint: [
    'Purchases without a decision in time, which do not count: {count}.',
    'Compras sin decisión a tiempo, que no cuentan: {count}.',
    'Compras sem decisão a tempo, que não contam: {count}.',
  ],
  notBoughtHint: [
    'Not bought, as {session} was cancelled and no later session covers it: {mwh} MWh.',
    'No comprado, porque {session} se canceló y ninguna sesión posterior lo cubre: {mwh} MWh.',
    'Não comprado, porque {session} foi cancelada e nenhuma sessão posterior o cobre: {mwh} MWh.',
  ],
  ruleHint: [
    'The rule buys each hour in the sessions that were cheapest in it on average of the 56 days before, up to the caps of model 8, at realised prices.',
    'La regla compra cada hora en las sesiones que de media le fueron más baratas en los 56 días anteriores, hasta los topes del modelo 8, a precios reales.',
    'A regra compra cada hora nas sessões que em média lhe foram mais baratas nos 56 dias anteriores, até aos limites do modelo 8, a preços reais.',
  ],
  ruleUnknown: [
    'A price is missing for the rule: there is no saving against it.',
    'Falta un precio para la regla: no hay ahorro frente a ella.',
    'Falta um preço para a regra: não há poupança face a ela.',
  ],
  ruleNotBought: [
    'The rule leaves {mwh} MWh unbought, as sessions were cancelled.',
    'La regla deja sin comprar {mwh} MWh, porque se cancelaron sesiones.',
    'A regra deixa por comprar {mwh} MWh, porque foram canceladas sessões.',
  ],

  missing: ['What is missing', 'Qué falta', 'O que falta'],
  from: ['From', 'Desde', 'De'],
  to: ['To', 'Hasta', 'Até'],
  what: ['Missing', 'Falta', 'Falta'],
  measurement: ['measured consumption', 'consumo medido', 'consumo medido'],
  decisionMissing: ['decision', 'decisión', 'decisão'],
  price: ['price of deviations', 'precio de los desvíos', 'preço dos desvios'],
  market_price: ['price of the market', 'precio del mercado', 'preço do mercado'],
  more: [
    '{count} more are in the report as xlsx and JSON.',
    'Hay {count} más en el informe en xlsx y JSON.',
    'Há mais {count} no relatório em xlsx e JSON.',
  ],
  undecided: [
    'Purchases not decided in time',
    'Compras sin decisión a tiempo',
    'Compras sem decisão a tempo',
  ],
  purchase: ['Purchase', 'Compra', 'Compra'],
} as const satisfies Readonly<Record<string, Translations>>;

export type Texts = Readonly<Record<keyof typeof TEXTS, string>>;

export function textsOf(language: ReportLanguage): Texts {
  const i = REPORT_LANGUAGES.indexOf(language);
  const entries = Object.entries(TEXTS).map(([name, text]) => [name, text[i]]);
  return Object.fromEntries(entries) as Texts;
}

/** Puts values into a text that names them in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
