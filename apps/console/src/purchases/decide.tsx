import { useEffect, useRef, useState } from 'preact/hooks';
import { actorName } from '../audit/actor.ts';
import { formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { modelName } from '../strategies/model-name.ts';
import { Button, Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, onSubmit } from '../ui/fields.tsx';
import { attempt, notify } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import { decide, type Evaluation, type HistoryEntry, type Status, useHistory } from './data.ts';
import { t as listed } from './list-texts.ts';
import { t } from './texts.ts';

interface DecideProps {
  readonly user: string;
  readonly id: string;
  readonly status: Status;
  readonly idmodel: number;
  readonly evaluation: Evaluation | undefined;
}

type Decision = Extract<HistoryEntry, { type: 'decision' }>;

/** Shows the decision that counts, and offers another one. */
export function Decide({ user, id, status, idmodel, evaluation }: DecideProps) {
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [withdrawals, setWithdrawals] = useState(0);
  const state = useRef<HTMLDivElement>(null);
  const history = useHistory(user, id, status);
  const run = (model: number | null) =>
    attempt(async () => {
      const { too_late: tooLate } = await decide(user, id, model, note);
      setNote('');
      notify({ text: tooLate ? fill(t.savedLate, sessionsOf(tooLate)) : common.saved });
    });
  const withdraw = async () => {
    const isDone = await run(null);
    setAsking(false);
    if (isDone) setWithdrawals(withdrawals + 1);
  };
  // The button that had the focus is gone.
  useEffect(() => {
    if (withdrawals > 0) state.current?.focus();
  }, [withdrawals]);
  const decisions = history.data?.filter((entry) => entry.type === 'decision') ?? [];
  const last = decisions.at(-1);
  const counted = decisions.findLast(({ too_late: tooLate }) => !tooLate);
  const hasGate = !evaluation || openSessions(evaluation).length > 0;
  const text = fill(listed.decide, { model: modelName(idmodel) });
  return (
    <form class="decide" onSubmit={onSubmit(() => run(idmodel))}>
      <Field label={`${t.note} (${common.optional})`} value={note} onInput={setNote} />
      {hasGate ? <Submit>{text}</Submit> : <button type="submit">{text}</button>}
      <div ref={state} tabIndex={-1}>
        <Decided counted={counted} last={last} />
      </div>
      {last?.idmodel != null && <Button onClick={() => setAsking(true)}>{t.takeBack}</Button>}
      {isAsking && (
        <Dialog title={t.takeBack} onClose={() => setAsking(false)}>
          <p>{withdrawalText(counted?.idmodel ?? null, evaluation)}</p>
          <Button class="danger" onClick={() => void withdraw()}>
            {t.takeBack}
          </Button>
        </Dialog>
      )}
    </form>
  );
}

function sessionsOf(sessions: readonly string[]) {
  return { sessions: sessions.join(', ') };
}

/** The sessions of the outputs that have a gate which is still open. */
function openSessions({ place_by: placeBy }: Evaluation): string[] {
  return Object.entries(placeBy).flatMap(([session, at]) =>
    Date.parse(at) > Date.now() ? [session] : [],
  );
}

/** Says what a withdrawal of the model that counts would do now. */
function withdrawalText(counted: number | null, evaluation: Evaluation | undefined): string {
  if (counted === null) return t.withdrawUncounted;
  const model = modelName(counted);
  const { mwh = {} } = evaluation?.models.find(({ idmodel }) => idmodel === counted) ?? {};
  const open = evaluation ? openSessions(evaluation) : [];
  const closed = Object.entries(mwh).flatMap(([session, traded]) =>
    traded === 0 || open.includes(session) ? [] : [session],
  );
  return closed.length > 0
    ? fill(t.withdrawLate, { ...sessionsOf(closed), model })
    : fill(t.withdrawInTime, { model });
}

interface DecidedProps {
  /** The last decision or withdrawal in time. */
  readonly counted: Decision | undefined;
  readonly last: Decision | undefined;
}

/** Shows the decision that counts, and what came too late after it. */
function Decided({ counted, last }: DecidedProps) {
  const late = last?.too_late;
  return (
    <>
      {counted?.idmodel != null && (
        <span class="good">
          {fill(listed.decided, { model: modelName(counted.idmodel) })}{' '}
          <small>{authorOf(counted)}</small>
        </span>
      )}
      {counted?.idmodel == null && !late && <span>{t.undecided}</span>}
      {late && (
        <p>
          {last.idmodel === null
            ? listed.takenBack
            : fill(listed.decided, { model: modelName(last.idmodel) })}{' '}
          <small>{authorOf(last)}</small>{' '}
          <small class="warn">{fill(listed.tooLate, sessionsOf(late))}</small>
        </p>
      )}
    </>
  );
}

function authorOf({ at, decided_by: by, note }: Decision): string {
  return [formatTime(at), actorName(by), note].filter(Boolean).join(' ');
}
