import { Button } from '../ui/button.tsx';
import { notify } from '../ui/messages.tsx';
import { t } from './texts.ts';

/** Shows a secret once, to be copied. */
export function Secret({ text, secret }: { readonly text: string; readonly secret: string }) {
  const copy = () => navigator.clipboard.writeText(secret).then(() => notify({ text: t.copied }));
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      <p>
        <code class="secret">{secret}</code>{' '}
        {/** The clipboard is missing on a page from another host by plain http. */}
        {navigator.clipboard && <Button onClick={() => void copy()}>{t.copy}</Button>}
      </p>
    </div>
  );
}
