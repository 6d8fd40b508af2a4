import { Button } from '../ui/button.tsx';
import { notify } from '../ui/messages.tsx';
import { t } from './texts.ts';

/** A secret that is shown once, to be copied. */
export function Secret({ text, secret }: { readonly text: string; readonly secret: string }) {
  const copy = () => navigator.clipboard.writeText(secret).then(() => notify({ text: t.copied }));
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      <p>
        <code class="secret">{secret}</code>{' '}
        {/* Missing where the page came by plain http from afar. */}
        {navigator.clipboard && <Button onClick={() => void copy()}>{t.copy}</Button>}
      </p>
    </div>
  );
}
