import { useState } from 'preact/hooks';
import { formatNumber } from '../i18n/format.ts';
import { fill, texts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { common } from '../ui/texts.ts';
import type { Bought } from './bought.ts';

const t = texts({
  forecast: [
    'There {count|is|are} already {count} {count|purchase|purchases} for tomorrow: {mwh} MWh.',
    'Ya hay {count} {count|compra|compras} para mañana: {mwh} MWh.',
    'Já há {count} {count|compra|compras} para amanhã: {mwh} MWh.',
  ],
  series: [
    'There {count|is|are} already {count} {count|purchase|purchases} for the days of this series: {mwh} MWh.',
    'Ya hay {count} {count|compra|compras} para los días de esta serie: {mwh} MWh.',
    'Já há {count} {count|compra|compras} para os dias desta série: {mwh} MWh.',
  ],
  buyForecast: [
    'Buy the forecast as well',
    'Comprar además la previsión',
    'Comprar também a previsão',
  ],
  buySeries: ['Buy this series as well', 'Comprar además esta serie', 'Comprar também esta série'],
  totalForecast: [
    'With the forecast, {added} MWh, it would be {total} MWh.',
    'Con la previsión, {added} MWh, serían {total} MWh.',
    'Com a previsão, {added} MWh, seriam {total} MWh.',
  ],
  totalSeries: [
    'With this series, {added} MWh, it would be {total} MWh.',
    'Con esta serie, {added} MWh, serían {total} MWh.',
    'Com esta série, {added} MWh, seriam {total} MWh.',
  ],
});

interface AlreadyBoughtProps {
  /** What would be bought as well. */
  readonly what: 'forecast' | 'series';
  /** At least one. */
  readonly bought: Bought;
  /** Leads to them. */
  readonly link: string;
  readonly addedMwh: number;
  readonly isDisabled: boolean;
  readonly onBuy: () => void;
}

/** Says what is bought of some days, and buys more of them after a question. */
export function AlreadyBought(props: AlreadyBoughtProps) {
  const { what, bought, link, addedMwh, isDisabled, onBuy } = props;
  const [isAsking, setAsking] = useState(false);
  const { ids, mwh } = bought;
  const isSeries = what === 'series';
  const buyText = isSeries ? t.buySeries : t.buyForecast;
  const said = fill(t[what], { count: ids.length, mwh: formatNumber(mwh, 3) });
  const total = mwh === undefined ? undefined : mwh + addedMwh;
  const buy = () => {
    setAsking(false);
    onBuy();
  };
  return (
    <>
      <p class={isSeries ? 'notice' : undefined}>
        <a href={link}>{said}</a>
      </p>
      <p class="actions">
        <Button
          class={isSeries ? 'primary' : ''}
          disabled={isDisabled}
          onClick={() => setAsking(true)}
        >
          {buyText}
        </Button>
      </p>
      {isAsking && (
        <Dialog title={buyText} onClose={() => setAsking(false)}>
          <p>
            {said}{' '}
            {fill(isSeries ? t.totalSeries : t.totalForecast, {
              added: formatNumber(addedMwh, 3),
              total: formatNumber(total, 3),
            })}
          </p>
          <div class="actions">
            <Button class="primary" onClick={buy}>
              {buyText}
            </Button>
            <Button onClick={() => setAsking(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
