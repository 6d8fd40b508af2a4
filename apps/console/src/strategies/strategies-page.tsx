import { useState } from 'preact/hooks';
import { api, dataOf } from '../api/client.ts';
import { invalidate } from '../api/query.ts';
import type { Desk } from '../app/desk.tsx';
import { DeskForm, useDesk } from '../app/desk.tsx';
import { Field } from '../ui/fields.tsx';
import { notify, notifyError } from '../ui/messages.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { parseNumber } from '../ui/sheet.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { Backtests } from './backtests.tsx';
import type { Strategy } from './data.ts';
import { useStrategies } from './data.ts';
import { modelName } from './model-name.ts';
import './strategies.css';
import { t } from './texts.ts';

export function Page() {
  const desk = useDesk();
  const isKnown = desk.user !== '' && desk.retailer !== '';
  const strategies = useStrategies(desk.user, desk.retailer);
  return (
    <PageFrame title={t.title}>
      <DeskForm />
      {isKnown ? (
        <>
          <Loaded query={strategies}>
            {(data) => <Models key={JSON.stringify([desk, data])} desk={desk} strategies={data} />}
          </Loaded>
          <Backtests desk={desk} />
        </>
      ) : (
        <Empty>{t.noDesk}</Empty>
      )}
    </PageFrame>
  );
}

/** Entered texts by model and parameter, a session's after a dot. */
type Entered = Readonly<Record<string, string>>;

interface ModelsProps {
  readonly desk: Desk;
  readonly strategies: readonly Strategy[];
}

function Models({ desk, strategies }: ModelsProps) {
  const [enabled, setEnabled] = useState(
    () => new Set(strategies.filter((model) => model.enabled).map(({ idmodel }) => idmodel)),
  );
  const [entered, setEntered] = useState<Entered>({});
  const save = async (event: Event) => {
    event.preventDefault();
    const body = strategies.map((model) => ({
      idmodel: model.idmodel,
      enabled: enabled.has(model.idmodel),
      parameters: parametersOf(model, entered),
    }));
    try {
      const params = { path: { user: desk.user }, query: { idretailer: desk.retailer } };
      await dataOf(api.PUT('/api/v0/strategies/{user}/settings', { params, body }));
      invalidate('strategies');
      notify({ text: t.saved });
    } catch (error) {
      notifyError(error);
    }
  };
  const toggle = (idmodel: number) => {
    const next = new Set(enabled);
    if (!next.delete(idmodel)) next.add(idmodel);
    setEnabled(next);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <div class="cards">
        {strategies.map((model) => (
          <Card
            key={model.idmodel}
            title={modelName(model.idmodel)}
            actions={
              <label>
                <input
                  type="checkbox"
                  checked={enabled.has(model.idmodel)}
                  onChange={() => toggle(model.idmodel)}
                />{' '}
                {t.enabled}
              </label>
            }
          >
            <p>{model.description}</p>
            <p class="hint">
              {t.sessions}: {model.sessions.join(', ')}. {t.inputs}:{' '}
              {model.inputs.map((input) => t[input]).join(', ') || t.nothing}.
            </p>
            <div class="parameters">
              {fieldsOf(model).map(({ path, label, value }) => (
                <Field
                  key={path}
                  label={label}
                  inputMode="decimal"
                  required
                  value={entered[path] ?? String(value)}
                  onInput={(text) => setEntered({ ...entered, [path]: text })}
                />
              ))}
            </div>
          </Card>
        ))}
      </div>
      <p>
        <button type="submit" class="primary">
          {common.save}
        </button>
      </p>
    </form>
  );
}

interface ParameterField {
  readonly path: string;
  readonly label: string;
  readonly value: number;
}

function fieldsOf({ idmodel, parameters }: Strategy): ParameterField[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const label = name in t ? t[name as keyof typeof t] : name;
    const path = `${idmodel}.${name}`;
    if (typeof value === 'number') return [{ path, label, value }];
    return Object.entries(value).map(([session, number]) => {
      return { path: `${path}.${session}`, label: `${label}: ${session}`, value: number };
    });
  });
}

/** The parameters with what was entered; the service says what is wrong with it. */
function parametersOf(
  { idmodel, parameters }: Strategy,
  entered: Entered,
): Record<string, unknown> {
  const read = (path: string, value: number) => {
    const text = entered[path];
    return text === undefined ? value : (parseNumber(text) ?? text);
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const path = `${idmodel}.${name}`;
      if (typeof value === 'number') return [name, read(path, value)];
      const sessions = Object.entries(value).map(([session, number]) => {
        return [session, read(`${path}.${session}`, number)];
      });
      return [name, Object.fromEntries(sessions)];
    }),
  );
}
