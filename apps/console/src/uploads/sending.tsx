import { type Sent, sending } from '../api/send-file.ts';
import { formatNumber } from '../i18n/format.ts';
import { fill, texts } from '../i18n/language.ts';
import { useStore } from '../state/store.ts';

const t = texts({
  sent: [
    '{percent} % of {mb} MB sent',
    '{percent} % de {mb} MB enviado',
    '{percent} % de {mb} MB enviado',
  ],
  read: [
    'Sent. The service is reading it …',
    'Enviado. El servicio lo está leyendo …',
    'Enviado. O serviço está a lê-lo …',
  ],
});

const BYTES_A_MB = 1_000_000;

/** Shows how much of a large file has been sent. */
export function Sending() {
  const sent = useStore(sending);
  if (!sent) return null;
  const { bytes, total } = sent;
  return (
    <p>
      <progress value={bytes} max={total} aria-label={textOf(sent)} /> {textOf(sent)}
    </p>
  );
}

function textOf({ bytes, total }: Sent): string {
  if (bytes >= total) return t.read;
  const percent = formatNumber((100 * bytes) / total);
  return fill(t.sent, { percent, mb: formatNumber(total / BYTES_A_MB, 1) });
}
