import { useState } from 'preact/hooks';
import { formatNumber } from '../i18n/format.ts';
import { fill, texts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { common } from '../ui/texts.ts';
import type { Bought } from './bought.ts';

const t = texts({
  bought: [
    'There {count|is|are} already {count} {count|purchase|purchases} for tomorrow: {mwh} MWh.',
    'Ya hay {count} {count|compra|compras} para mañana: {mwh} MWh.',
    'Já há {count} {count|compra|compras} para amanhã: {mwh} MWh.',
  ],
  buy: ['Buy the forecast as well', 'Comprar además la previsión', 'Comprar também a previsão'],
  total: [
    'With the forecast, {forecast} MWh, it would be {total} MWh.',
    'Con la previsión, {forecast} MWh, serían {total} MWh.',
    'Com a previsão, {forecast} MWh, seriam {total} MWh.',
  ],
});

interface AlreadyBoughtProps {
  /** At least one. */
  readonly bought: Bought;
  /** Leads to them. */
  readonly link: string;
  readonly forecastMwh: number;
  readonly isBusy: boolean;
  readonly onBuy: () => void;
}

/** Says what is bought of a day, and buys its forecast on top of that after a question. */
export function AlreadyBought(props: AlreadyBoughtProps) {
  const { bought, link, forecastMwh, isBusy, onBuy } = props;
  const [isAsking, setAsking] = useState(false);
  const { ids, mwh } = bought;
  const said = fill(t.bought, { count: ids.length, mwh: formatNumber(mwh, 3) });
  const total = mwh === undefined ? undefined : mwh + forecastMwh;
  const buy = () => {
    setAsking(false);
    onBuy();
  };
  return (
    <>
      <p>
        <a href={link}>{said}</a>
      </p>
      <p class="actions">
        <Button disabled={isBusy} onClick={() => setAsking(true)}>
          {t.buy}
        </Button>
      </p>
      {isAsking && (
        <Dialog title={t.buy} onClose={() => setAsking(false)}>
          <p>
            {said}{' '}
            {fill(t.total, {
              forecast: formatNumber(forecastMwh, 3),
              total: formatNumber(total, 3),
            })}
          </p>
          <div class="actions">
            <Button class="primary" onClick={buy}>
              {t.buy}
            </Button>
            <Button onClick={() => setAsking(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
