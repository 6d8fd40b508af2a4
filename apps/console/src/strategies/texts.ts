import { texts } from '../i18n/language.ts';

export const t = texts({
  outOfBounds: [
    '{model}: “{parameter}” is a number from {min} to {max} with at most {decimals} decimals.',
    '{model}: «{parameter}» es un número de {min} a {max} con {decimals} decimales como máximo.',
    '{model}: «{parameter}» é um número de {min} a {max} com {decimals} casas decimais no máximo.',
  ],
  title: ['Strategies', 'Estrategias', 'Estratégias'],
  enabled: ['used', 'en uso', 'em uso'],
  inputs: ['Needs', 'Necesita', 'Precisa de'],
  nothing: ['nothing', 'nada', 'nada'],
  price_predictions: ['price predictions', 'predicciones de precios', 'previsões de preços'],
  price_history: [
    '60 days of past predictions and prices',
    '60 días de predicciones y precios pasados',
    '60 dias de previsões e preços passados',
  ],
  mean_spreads: [
    'mean spreads of 56 days',
    'diferencias medias de 56 días',
    'diferenças médias de 56 dias',
  ],
  spread_curves: [
    'learned spreads; without them the means of 56 days',
    'diferencias aprendidas; sin ellas, las medias de 56 días',
    'diferenças aprendidas; sem elas, as médias de 56 dias',
  ],
  saved: [
    'Saved: they hold for purchases from now on.',
    'Guardadas: valen para las compras a partir de ahora.',
    'Guardadas: valem para as compras a partir de agora.',
  ],
  version: ['Version {version}', 'Versión {version}', 'Versão {version}'],
  newest: ['Version {version}, in use', 'Versión {version}, en uso', 'Versão {version}, em uso'],
  defaults: ['Defaults of the service', 'Valores del servicio', 'Valores do serviço'],
  versions: ['Version', 'Versión', 'Versão'],
  earlier: [
    'An earlier version is shown. Saving makes it the newest.',
    'Se muestra una versión anterior. Al guardarla pasa a ser la última.',
    'É mostrada uma versão anterior. Ao guardar, passa a ser a mais recente.',
  ],
  model1: [
    'Everything in the day-ahead market; once its gate is closed, in the first open session.',
    'Todo en el mercado diario; cerrado este, en la primera sesión abierta.',
    'Tudo no mercado diário; fechado este, na primeira sessão aberta.',
  ],
  model2: [
    'Fixed shares of the sessions, shared out among those that are open.',
    'Partes fijas de las sesiones, repartidas entre las que están abiertas.',
    'Partes fixas das sessões, repartidas pelas que estão abertas.',
  ],
  model3: [
    'The cheapest predicted sessions, each up to its cap.',
    'Las sesiones con el precio previsto más bajo, cada una hasta su tope.',
    'As sessões com o preço previsto mais baixo, cada uma até ao seu limite.',
  ],
  model4: [
    'The cheapest predicted sessions, each up to its cap, and less of those whose past predictions were further off.',
    'Las sesiones con el precio previsto más bajo, cada una hasta su tope, y menos de aquellas cuyas predicciones se desviaron más.',
    'As sessões com o preço previsto mais baixo, cada uma até ao seu limite, e menos daquelas cujas previsões mais se desviaram.',
  ],
  model5: [
    'The sessions, each up to its cap, that keep down what a day costs on average and in the worst cases, by how far past predictions were off.',
    'Las sesiones, cada una hasta su tope, que reducen lo que cuesta un día de media y en los peores casos, según se desviaron las predicciones pasadas.',
    'As sessões, cada uma até ao seu limite, que reduzem o custo de um dia em média e nos piores casos, segundo o desvio das previsões passadas.',
  ],
  model6: [
    'The cheapest predicted session, and a little more bought early to be resold where the predicted spread pays for it.',
    'La sesión con el precio previsto más bajo, y algo más comprado antes para revenderlo donde la diferencia prevista lo compensa.',
    'A sessão com o preço previsto mais baixo, e um pouco mais comprado antes para revender onde a diferença prevista o compensa.',
  ],
  model7: [
    'Bids with a limit price in each session: above it, waiting for a later one is expected to be cheaper. Each up to its cap.',
    'Ofertas con precio límite en cada sesión: por encima se espera que sea más barato esperar a una posterior. Cada una hasta su tope.',
    'Ofertas com preço limite em cada sessão: acima dele espera-se que seja mais barato aguardar por uma posterior. Cada uma até ao seu limite.',
  ],
  model8: [
    'The rule: the sessions that were cheapest in that hour of the day over the last 56 known days, each up to its cap.',
    'La regla: las sesiones más baratas en esa hora durante los últimos 56 días conocidos, cada una hasta su tope.',
    'A regra: as sessões mais baratas nessa hora nos últimos 56 dias conhecidos, cada uma até ao seu limite.',
  ],
  volumes: ['What is bought', 'Qué se compra', 'O que se compra'],
  flatVolumes: ['1 MW throughout', '1 MW constante', '1 MW constante'],
  ownVolumes: ['volumes of my own', 'volúmenes propios', 'volumes próprios'],
  flatEuros: ['EUR for 1 MW flat', 'EUR por 1 MW constante', 'EUR por 1 MW constante'],
  ofFlat: [
    'Of 1 MW flat, bought in every hour from {from} to {to}. For other volumes, run it with your own.',
    'De 1 MW constante, comprado en todas las horas del {from} al {to}. Para otros volúmenes, ejecútela con los propios.',
    'De 1 MW constante, comprado em todas as horas de {from} a {to}. Para outros volumes, execute-o com os próprios.',
  ],
  ofOwn: [
    'Of your own volumes, from {from} to {to}.',
    'De sus propios volúmenes, del {from} al {to}.',
    'Dos seus próprios volumes, de {from} a {to}.',
  ],
  backtest: ['Backtest', 'Prueba con datos pasados', 'Teste com dados passados'],
  backtestHint: [
    'What the models would have saved on past days, with what was predicted then and the prices that came; beside constant rules and perfect foresight.',
    'Lo que los modelos habrían ahorrado en días pasados, con lo que se predijo entonces y los precios que hubo; junto a reglas constantes y previsión perfecta.',
    'O que os modelos teriam poupado em dias passados, com o que então se previu e os preços que houve; ao lado de regras constantes e previsão perfeita.',
  ],
  start: ['Start', 'Iniciar', 'Iniciar'],
  queued: ['waiting', 'en espera', 'em espera'],
  running: ['running', 'en curso', 'em curso'],
  completed: ['completed', 'terminada', 'concluído'],
  failed: ['failed', 'fallida', 'falhado'],
  noDesk: [
    'Strategies are set for a user and a retailer: say for whom.',
    'Las estrategias se ajustan por usuario y comercializadora: indique para quién.',
    'As estratégias definem-se por utilizador e comercializador: indique para quem.',
  ],
  result: [
    'Saved against day-ahead alone',
    'Ahorro frente a comprar solo en el diario',
    'Poupança face a comprar só no diário',
  ],
  rule: ['Rule', 'Regla', 'Regra'],
  ruleCost: ['Model 8, the rule, EUR', 'Modelo 8, la regla, EUR', 'Modelo 8, a regra, EUR'],
  lead: ['Ahead of the rule, EUR', 'Ventaja sobre la regla, EUR', 'Vantagem sobre a regra, EUR'],
  better: [
    'better than the rule with 95 % certainty',
    'mejor que la regla con un 95 % de certeza',
    'melhor do que a regra com 95 % de certeza',
  ],
  not_distinguishable: [
    'not distinguishable from the rule',
    'no se distingue de la regla',
    'não se distingue da regra',
  ],
  worse: [
    'worse than the rule with 95 % certainty',
    'peor que la regla con un 95 % de certeza',
    'pior do que a regra com 95 % de certeza',
  ],
  few_days: [
    'too few days to tell ({days} of 60)',
    'muy pocos días para concluir ({days} de 60)',
    'muito poucos dias para concluir ({days} de 60)',
  ],
  foresight: ['Perfect foresight', 'Previsión perfecta', 'Previsão perfeita'],
  interval: ['95 % interval', 'Intervalo del 95 %', 'Intervalo de 95 %'],
  verdict: ['Against the rule', 'Frente a la regla', 'Face à regra'],
  ofForesight: ['Of the best possible', 'De lo mejor posible', 'Do melhor possível'],
  days: ['Days', 'Días', 'Dias'],
  savedEur: ['Saved EUR', 'Ahorro EUR', 'Poupança EUR'],
  fee_eur_per_mwh: [
    'Fee (EUR/MWh)',
    'Coste de transacción (EUR/MWh)',
    'Custo de transação (EUR/MWh)',
  ],
  fee_eur_per_mwh_hint: [
    'Counted for each MWh that is bought or resold.',
    'Se cuenta por cada MWh que se compra o se revende.',
    'Conta-se por cada MWh que se compra ou se revende.',
  ],
  weights_percent: [
    'Share of each session (%)',
    'Porcentaje de cada sesión (%)',
    'Percentagem de cada sessão (%)',
  ],
  weights_percent_hint: [
    'Together 100. What falls to a closed session is shared out among the open ones.',
    'En total 100. Lo que toca a una sesión cerrada se reparte entre las abiertas.',
    'No total 100. O que cabe a uma sessão fechada é repartido pelas abertas.',
  ],
  caps_percent: ['Cap of each session (%)', 'Tope de cada sesión (%)', 'Limite de cada sessão (%)'],
  caps_percent_hint: [
    'At most so much of an item is bought in a session. Where the caps of the open sessions are under 100 together, the first one has none.',
    'Como mucho se compra esa parte de un periodo en una sesión. Si los topes de las sesiones abiertas no llegan a 100, la primera no tiene tope.',
    'No máximo compra-se essa parte de um período numa sessão. Se os limites das sessões abertas não chegam a 100, a primeira não tem limite.',
  ],
  worst_decile_loss: [
    'Risk budget (EUR per MW and day)',
    'Presupuesto de riesgo (EUR por MW y día)',
    'Orçamento de risco (EUR por MW e dia)',
  ],
  worst_decile_loss_hint: [
    'The loss that nine days of ten may not exceed, by past prediction errors; empty: none.',
    'La pérdida que nueve de cada diez días no han de superar, según los errores de predicción pasados; vacío: ninguno.',
    'A perda que nove em cada dez dias não devem exceder, pelos erros de previsão passados; vazio: nenhum.',
  ],
  risk_aversion: [
    'Risk aversion (per EUR/MWh)',
    'Aversión al riesgo (por EUR/MWh)',
    'Aversão ao risco (por EUR/MWh)',
  ],
  risk_aversion_hint: [
    'How much the variance of past prediction errors counts beside the price: 0 looks at the price alone.',
    'Cuánto cuenta la varianza de los errores de predicción pasados junto al precio: 0 mira solo el precio.',
    'Quanto conta a variância dos erros de previsão passados a par do preço: 0 olha só para o preço.',
  ],
  confidence: ['Confidence α', 'Confianza α', 'Confiança α'],
  confidence_hint: [
    'Which costs count as bad: at 0.9 those of the dearest tenth of days.',
    'Qué costes cuentan como malos: con 0,9 los del decil más caro de los días.',
    'Que custos contam como maus: com 0,9 os do decil mais caro dos dias.',
  ],
  tail_weight: [
    'Weight of the bad costs β',
    'Peso de los costes malos β',
    'Peso dos custos maus β',
  ],
  tail_weight_hint: [
    '0 looks at the mean cost alone, 1 at the bad costs alone.',
    '0 mira solo el coste medio, 1 solo los costes malos.',
    '0 olha só para o custo médio, 1 só para os custos maus.',
  ],
  max_resale_percent: ['Maximum resale (%)', 'Reventa máxima (%)', 'Revenda máxima (%)'],
  max_resale_percent_hint: [
    'So much more than the item may be bought early and resold later.',
    'Cuánto más que el periodo puede comprarse antes y revenderse después.',
    'Quanto mais do que o período pode comprar-se antes e revender-se depois.',
  ],
  min_spread_eur_per_mwh: [
    'Minimum spread (EUR/MWh)',
    'Diferencia mínima (EUR/MWh)',
    'Diferença mínima (EUR/MWh)',
  ],
  min_spread_eur_per_mwh_hint: [
    'A resale has to bring at least so much more than it cost, fees aside.',
    'Una reventa ha de rendir al menos eso por encima de lo que costó, sin contar costes de transacción.',
    'Uma revenda tem de render pelo menos isso acima do que custou, sem contar custos de transação.',
  ],
});

/** Returns a text of the page by its name, such as that of a parameter; undefined without one. */
export function textOf(name: string): string | undefined {
  return Object.hasOwn(t, name) ? t[name as keyof typeof t] : undefined;
}
