import { useState } from 'preact/hooks';
import { formatInput } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { readTyped } from '../i18n/typed-number.ts';
import { zoneName } from '../i18n/zone-name.ts';
import { t } from '../outages/texts.ts';
import { OUTAGE_TYPES } from '../outages/upload-data.ts';
import { Picker } from '../picker/picker.tsx';
import { type Plant, plantOf, zoneOf } from '../plants/data.ts';
import { useDraft } from '../state/draft.ts';
import { readSetting, writeSetting } from '../state/settings.ts';
import { type EnteredTime, enteredTime, type Pass, readTime } from '../time/entered.ts';
import { addDays, dayOf, startOfDay } from '../time/zone.ts';
import { Button, Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, onSubmit, Select } from '../ui/fields.tsx';
import { fieldProblems, notify, notifyError } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import { aboveNominal } from './above-nominal.ts';
import type { Outage, OutageBody } from './data.ts';
import { addOutage, bodyOf, changeOutage, deleteOutage } from './data.ts';
import { type Interval, Overlapping } from './overlapping.tsx';
import { SplitForm } from './split-form.tsx';
import { TimeField, timeProblem } from './time-field.tsx';

interface OutageFormProps {
  /** The outage to change; omitted for a new one. */
  readonly outage?: Outage;
  readonly plants: readonly Plant[];
  readonly plantName?: string | undefined;
  readonly onClose: () => void;
}

/** The fields that show what is wrong about them, by the names of the API. */
const SHOWN = [
  'plant_id',
  'start_time_utc',
  'end_time_utc',
  'available_power_mw',
  'observations',
] as const;

interface Entered {
  readonly plant_id: string;
  readonly start: string;
  readonly startPass: Pass;
  readonly end: string;
  readonly endPass: Pass;
  readonly available: string;
  readonly type: Outage['availability_type'];
  readonly observations: string;
}

/** Creates, changes, splits or deletes an outage; times are those of its plant's clock. */
export function OutageForm({ outage, plants, plantName, onClose }: OutageFormProps) {
  const [entered, setEntered, discard] = useDraft<Entered>(
    outage ? `outage ${outage.id} ${outage.updated_at}` : 'outage',
    () => enteredOf(outage, plants, plantName ?? lastPlant(plants)),
  );
  const close = () => {
    discard();
    onClose();
  };
  const [problems, setProblems] = useState<Readonly<Record<string, string[]>>>({});
  const zone = zoneOf(plants, entered.plant_id);
  const run = async (action: () => Promise<void>) => {
    try {
      await action();
      close();
    } catch (error) {
      setProblems(fieldProblems(error, SHOWN));
    }
  };
  const times = timesOf(entered, zone, outage);
  const save = async (available: number, interval: Interval) => {
    const body = bodyOfEntered(entered, available, interval);
    if (outage) await changeOutage(outage.id, body);
    else await addOutage(body);
    writeSetting('plant', body.plant_id);
    notify({ text: common.saved });
  };
  const submit = async () => {
    const available = readTyped(entered.available, { before: outage?.available_power_mw });
    const mw = 'problem' in available ? 0 : Number(available.decimal);
    const power =
      'problem' in available
        ? available.problem
        : aboveNominal(mw, plantOf(plants, entered.plant_id));
    const { interval, problems: ofTimes } = times;
    if (power === undefined && interval) return run(() => save(mw, interval));
    setProblems({ ...ofTimes, ...(power !== undefined && { available_power_mw: [power] }) });
  };
  const remove = async () => {
    if (!outage) return;
    await deleteOutage(outage.id);
    const undo = () =>
      void addOutage(bodyOf(outage)).then(() => notify({ text: t.recreated }), notifyError);
    notify({ text: common.deleted, undo });
  };
  return (
    <Dialog title={outage ? outage.plant_id : t.add} onClose={close}>
      <form onSubmit={onSubmit(submit)}>
        <Fields
          plants={plants}
          entered={entered}
          zone={zone}
          problems={problems}
          onEnter={setEntered}
        />
        {times.interval && (
          <Overlapping
            plantName={entered.plant_id}
            zone={zone}
            interval={times.interval}
            own={outage?.id}
          />
        )}
        <div class="actions">
          <Submit>{common.save}</Submit>
          {outage && (
            <Button class="danger" onClick={() => void run(remove)}>
              {common.delete}
            </Button>
          )}
        </div>
      </form>
      {outage && <SplitForm outage={outage} zone={zone} run={run} />}
    </Dialog>
  );
}

interface FieldsProps {
  readonly plants: readonly Plant[];
  readonly entered: Entered;
  readonly zone: string;
  /** Fields by the names of the API. */
  readonly problems: Readonly<Record<string, string[]>>;
  readonly onEnter: (entered: Entered) => void;
}

function Fields({ plants, entered, zone, problems, onEnter }: FieldsProps) {
  const set = (name: keyof Entered) => (value: string) => onEnter({ ...entered, [name]: value });
  const field = (name: keyof Entered, label: string, more: object) => (
    <Field label={label} value={entered[name]} onInput={set(name)} {...more} />
  );
  const time = (name: 'start' | 'end', more: object) => (
    <TimeField
      label={t[name]}
      zone={zone}
      entered={enteredOfName(entered, name)}
      onEnter={({ text, pass }) => onEnter({ ...entered, [name]: text, [`${name}Pass`]: pass })}
      {...more}
    />
  );
  return (
    <div class="fields">
      <Picker
        label={common.plant}
        value={entered.plant_id}
        onChange={set('plant_id')}
        options={plants.map(({ name }) => name)}
        problems={problems.plant_id}
      />
      <Select
        label={t.type}
        value={entered.type}
        onChange={set('type')}
        options={OUTAGE_TYPES.map((each) => [each, t[each]])}
      />
      {time('start', {
        hint: fill(t.inZone, { zone: zoneName(zone) }),
        problems: problems.start_time_utc,
      })}
      {time('end', { problems: problems.end_time_utc })}
      {field('available', t.left, {
        inputMode: 'decimal',
        required: true,
        problems: problems.available_power_mw,
      })}
      {field('observations', t.observations, { problems: problems.observations })}
    </div>
  );
}

/** Returns the plant of the last saved outage, else the first. */
function lastPlant(plants: readonly Plant[]): string {
  const last = readSetting('plant') ?? '';
  return (plantOf(plants, last) ?? plants[0])?.name ?? '';
}

function enteredOf(outage: Outage | undefined, plants: readonly Plant[], name: string): Entered {
  const zone = zoneOf(plants, outage?.plant_id ?? name);
  const midnight = (days: number) => startOfDay(addDays(dayOf(Date.now(), zone), days), zone);
  const start = enteredTime(outage ? Date.parse(outage.start_time_utc) : midnight(1), zone);
  const end = enteredTime(outage ? Date.parse(outage.end_time_utc) : midnight(2), zone);
  return {
    plant_id: outage?.plant_id ?? name,
    start: start.text,
    startPass: start.pass,
    end: end.text,
    endPass: end.pass,
    available: formatInput(outage?.available_power_mw ?? 0),
    type: outage?.availability_type ?? 'UNAVAILABILITY',
    observations: outage?.observations ?? '',
  };
}

function enteredOfName(entered: Entered, name: 'start' | 'end'): EnteredTime {
  return { text: entered[name], pass: entered[`${name}Pass`] };
}

/** Returns the entered start and end, those of the outage where they were not changed; or their problems. */
function timesOf(
  entered: Entered,
  zone: string,
  outage: Outage | undefined,
): { readonly interval?: Interval; readonly problems: Readonly<Record<string, string[]>> } {
  const start = readTime(enteredOfName(entered, 'start'), zone, { known: outage?.start_time_utc });
  const end = readTime(enteredOfName(entered, 'end'), zone, { known: outage?.end_time_utc });
  if ('at' in start && 'at' in end)
    return { interval: { start: start.at, end: end.at }, problems: {} };
  return {
    problems: {
      ...('problem' in start && { start_time_utc: [timeProblem(start.problem)] }),
      ...('problem' in end && { end_time_utc: [timeProblem(end.problem)] }),
    },
  };
}

function bodyOfEntered(
  { plant_id, type, observations }: Entered,
  available: number,
  { start, end }: Interval,
): OutageBody {
  return {
    plant_id,
    start_time_utc: new Date(start).toISOString(),
    end_time_utc: new Date(end).toISOString(),
    available_power_mw: available,
    availability_type: type,
    observations,
  };
}
