import { formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import type { Plant } from '../plants/data.ts';
import { FileLinks } from '../ui/download.tsx';
import { useNewestForecast } from './data.ts';
import { t } from './texts.ts';

/** Says how and when the service made its newest forecast of a plant, with its files. */
export function NewestForecast({ plant: { id, timezone } }: { readonly plant: Plant }) {
  const { data } = useNewestForecast(id);
  if (data === null) return <p class="hint">{t.noSolano}</p>;
  if (!data) return null;
  const { method, generated_at, weather } = data;
  const words = {
    method: t[method ?? 'physical'],
    time: formatTime(generated_at, timezone),
    weather: weather ? `${weather.source}, ${formatTime(weather.issued_at, timezone)}` : t.none,
  };
  return (
    <p class="hint">
      {fill(t.newest, words)}{' '}
      <FileLinks path={`plants/${id}/forecast`} query={{ origin: 'solano' }} />
    </p>
  );
}
