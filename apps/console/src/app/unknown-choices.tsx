import { fill } from '../i18n/language.ts';
import { unknownChoices } from '../state/choice.ts';
import { useStore } from '../state/store.ts';
import { t } from './texts.ts';

/** Says which parts of the address do not count: a link may be old, or of another customer. */
export function UnknownChoices() {
  const unknown = useStore(unknownChoices);
  return (
    <div role="status">
      {[...unknown].map(([name, value]) => (
        <p key={name} class="warn">
          {fill(t.unknownChoice, { value })} <code>{name}</code>
        </p>
      ))}
    </div>
  );
}
