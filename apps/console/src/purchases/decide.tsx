import { useState } from 'preact/hooks';
import { actorName } from '../audit/actor.ts';
import { formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { modelName } from '../strategies/model-name.ts';
import { Button, Submit } from '../ui/button.tsx';
import { Field, onSubmit } from '../ui/fields.tsx';
import { attempt, notify } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import { decide, type Status, useHistory } from './data.ts';
import { t } from './texts.ts';

interface DecideProps {
  readonly user: string;
  readonly id: string;
  readonly status: Status;
  readonly idmodel: number;
}

/** Shows the decision that counts, and offers another one. */
export function Decide({ user, id, status, idmodel }: DecideProps) {
  const [note, setNote] = useState('');
  const history = useHistory(user, id, status);
  const run = (model: number | null) =>
    attempt(async () => {
      await decide(user, id, model, note);
      setNote('');
      notify({ text: common.saved });
    });
  const current = history.data?.findLast((entry) => entry.type === 'decision');
  return (
    <form class="decide" onSubmit={onSubmit(() => run(idmodel))}>
      <Field label={`${t.note} (${common.optional})`} value={note} onInput={setNote} />
      <Submit>{fill(t.decide, { model: modelName(idmodel) })}</Submit>
      {current?.idmodel == null ? (
        <span>{t.undecided}</span>
      ) : (
        <>
          <span class="good">
            {fill(t.decided, { model: modelName(current.idmodel) })}{' '}
            <small>
              {formatTime(current.at)} {actorName(current.decided_by)} {current.note}
            </small>{' '}
            {current.too_late && (
              <small class="warn">
                {fill(t.tooLate, { sessions: current.too_late.join(', ') })}
              </small>
            )}
          </span>
          <Button onClick={() => void run(null)}>{t.takeBack}</Button>
        </>
      )}
    </form>
  );
}
