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
import { addDays, DAY_MS, dayOf, inputTime, parseInputTime, startOfDay } from '../time/zone.ts';
import { Button, Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, onSubmit, Select } from '../ui/fields.tsx';
import { fieldProblems, notify, notifyError } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import { aboveNominal } from './above-nominal.ts';
import type { Outage, OutageBody } from './data.ts';
import { addOutage, bodyOf, changeOutage, deleteOutage, splitOutage } from './data.ts';

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
  readonly end: string;
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
  const save = async (available: string) => {
    const body = bodyOfEntered(entered, zone, Number(available), outage);
    if (outage) await changeOutage(outage.id, body);
    else await addOutage(body);
    writeSetting('plant', body.plant_id);
    notify({ text: common.saved });
  };
  const submit = async () => {
    const available = readTyped(entered.available, { before: outage?.available_power_mw });
    if ('problem' in available) return setProblems({ available_power_mw: [available.problem] });
    const problem = aboveNominal(Number(available.decimal), plantOf(plants, entered.plant_id));
    if (problem !== undefined) return setProblems({ available_power_mw: [problem] });
    await run(() => save(available.decimal));
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
  const time = { type: 'datetime-local', required: true };
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
      {field('start', t.start, {
        ...time,
        hint: fill(t.inZone, { zone: zoneName(zone) }),
        problems: problems.start_time_utc,
      })}
      {field('end', t.end, { ...time, problems: problems.end_time_utc })}
      {field('available', t.left, {
        inputMode: 'decimal',
        required: true,
        problems: problems.available_power_mw,
      })}
      {field('observations', t.observations, { problems: problems.observations })}
    </div>
  );
}

interface SplitFormProps {
  readonly outage: Outage;
  readonly zone: string;
  readonly run: (action: () => Promise<void>) => Promise<void>;
}

function SplitForm({ outage, zone, run }: SplitFormProps) {
  const [splitAt, setSplitAt] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  const [start, end] = [Date.parse(outage.start_time_utc), Date.parse(outage.end_time_utc)];
  const split = async () => {
    const at = parseInputTime(splitAt, zone);
    if (at === undefined || at <= start || at >= end) return setProblems([t.splitInside]);
    await run(async () => {
      await splitOutage(outage, at);
      notify({ text: common.saved });
    });
  };
  return (
    <form onSubmit={onSubmit(split)}>
      <h3>{t.split}</h3>
      <div class="fields">
        <Field
          label={t.splitAt}
          type="datetime-local"
          required
          min={inputTime(start, zone)}
          max={inputTime(end, zone)}
          value={splitAt}
          onInput={setSplitAt}
          problems={problems}
        />
      </div>
      <button type="submit">{t.split}</button>
    </form>
  );
}

/** Returns the plant of the last saved outage, else the first. */
function lastPlant(plants: readonly Plant[]): string {
  const last = readSetting('plant') ?? '';
  return (plantOf(plants, last) ?? plants[0])?.name ?? '';
}

function enteredOf(outage: Outage | undefined, plants: readonly Plant[], name: string): Entered {
  const zone = zoneOf(plants, outage?.plant_id ?? name);
  const tomorrow = startOfDay(addDays(dayOf(Date.now(), zone), 1), zone);
  return {
    plant_id: outage?.plant_id ?? name,
    start: inputTime(outage ? Date.parse(outage.start_time_utc) : tomorrow, zone),
    end: inputTime(outage ? Date.parse(outage.end_time_utc) : tomorrow + DAY_MS, zone),
    available: formatInput(outage?.available_power_mw ?? 0),
    type: outage?.availability_type ?? 'UNAVAILABILITY',
    observations: outage?.observations ?? '',
  };
}

/** Times that were not changed stay: a clock shows no seconds, and an hour of autumn twice. */
function bodyOfEntered(
  entered: Entered,
  zone: string,
  available: number,
  before: Outage | undefined,
): OutageBody {
  const iso = (text: string, known = '') => {
    if (known !== '' && text === inputTime(Date.parse(known), zone)) return known;
    const at = parseInputTime(text, zone);
    return at === undefined ? text : new Date(at).toISOString();
  };
  return {
    plant_id: entered.plant_id,
    start_time_utc: iso(entered.start, before?.start_time_utc),
    end_time_utc: iso(entered.end, before?.end_time_utc),
    available_power_mw: available,
    availability_type: entered.type,
    observations: entered.observations,
  };
}
