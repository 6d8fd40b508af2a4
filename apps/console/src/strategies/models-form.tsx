import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Desk } from '../desk/desk.tsx';
import { formatInput } from '../i18n/format.ts';
import { useDraft } from '../state/draft.ts';
import { Submit } from '../ui/button.tsx';
import { Field, onSubmit } from '../ui/fields.tsx';
import { notify, notifyError } from '../ui/messages.tsx';
import { Card } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { type Strategy, saveSettings } from './data.ts';
import { modelName } from './model-name.ts';
import { type Entered, OPTIONAL, parametersOf, withNames } from './parameters.ts';
import { t, textOf } from './texts.ts';

interface ModelsFormProps {
  readonly desk: Desk;
  readonly strategies: readonly Strategy[];
  readonly onSaved: () => void;
}

/** Switches models on and off and changes their parameters; saving makes a version. */
export function ModelsForm({ desk, strategies, onSaved }: ModelsFormProps) {
  const [enabled, setEnabled] = useState(
    () => new Set(strategies.filter((model) => model.enabled).map(({ idmodel }) => idmodel)),
  );
  const [entered, setEntered, discard] = useDraft<Entered>(
    `models ${desk.user} ${desk.retailer}`,
    () => ({}),
  );
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    const problems: string[] = [];
    const body = strategies.map((model) => ({
      idmodel: model.idmodel,
      enabled: enabled.has(model.idmodel),
      parameters: parametersOf(model, entered, problems),
    }));
    setProblem(problems[0]);
    if (problems.length > 0) return;
    try {
      await saveSettings(desk, body);
      discard();
      onSaved();
      notify({ text: t.saved });
    } catch (error) {
      if (error instanceof ApiError && error.status === 400)
        setProblem(withNames(error.message, strategies));
      else notifyError(error);
    }
  };
  const toggle = (idmodel: number) => {
    const next = new Set(enabled);
    if (!next.delete(idmodel)) next.add(idmodel);
    setEnabled(next);
  };
  const enter = (path: string, text: string) => setEntered({ ...entered, [path]: text });
  return (
    <form onSubmit={onSubmit(save)}>
      <div class="flow">
        {strategies.map((model) => (
          <ModelCard
            key={model.idmodel}
            model={model}
            isEnabled={enabled.has(model.idmodel)}
            onToggle={() => toggle(model.idmodel)}
            entered={entered}
            onEnter={enter}
          />
        ))}
      </div>
      {problem !== undefined && <Notice>{problem}</Notice>}
      <p>
        <Submit>{common.save}</Submit>
      </p>
    </form>
  );
}

interface ModelCardProps {
  readonly model: Strategy;
  readonly isEnabled: boolean;
  readonly onToggle: () => void;
  readonly entered: Entered;
  readonly onEnter: (path: string, text: string) => void;
}

function ModelCard({ model, isEnabled, onToggle, entered, onEnter }: ModelCardProps) {
  const { idmodel, parameters, inputs } = model;
  const field = (path: string, label: string, value: number | null, hint?: string) => (
    <Field
      key={path}
      label={label}
      hint={hint}
      inputMode="decimal"
      required={!OPTIONAL.has(path)}
      value={entered[path] ?? formatInput(value)}
      onInput={(text) => onEnter(path, text)}
    />
  );
  return (
    <Card
      title={modelName(idmodel)}
      actions={
        <label>
          <input type="checkbox" checked={isEnabled} onChange={onToggle} /> {t.enabled}
        </label>
      }
    >
      <p>{textOf(`model${idmodel}`) ?? model.description}</p>
      <p class="hint">
        {t.inputs}: {inputs.map((input) => t[input]).join(', ') || t.nothing}.
      </p>
      {Object.entries(parameters).map(([name, value]) => {
        const path = `${idmodel}.${name}`;
        const label = textOf(name) ?? name;
        const hint = textOf(`${name}_hint`);
        if (typeof value === 'number' || value === null)
          return (
            <div key={path} class="parameter">
              {field(path, label, value, hint)}
            </div>
          );
        return (
          <fieldset key={path}>
            <legend>{label}</legend>
            {hint && <p class="hint">{hint}</p>}
            <div class="parameters">
              {Object.entries(value).map(([session, number]) =>
                field(`${path}.${session}`, session, number),
              )}
            </div>
          </fieldset>
        );
      })}
    </Card>
  );
}
