import { useState } from 'preact/hooks';
import { invalidate } from '../api/cache.ts';
import { api, dataOf } from '../api/client.ts';
import { formatInput } from '../i18n/format.ts';
import { useDraft } from '../state/draft.ts';
import { goTo } from '../state/router.ts';
import { Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, onSubmit, Select } from '../ui/fields.tsx';
import { fieldProblems, notify } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import type { Plant } from './data.ts';
import { bodyOf, NEW_PLANT, type PlantBody, withDecimals } from './plant-body.ts';
import { t } from './texts.ts';

/** The fields that show what is wrong about them. */
const SHOWN = Object.keys(NEW_PLANT);

interface PlantFormProps {
  /** The plant to change; omitted for a new one. */
  readonly plant?: Plant;
  readonly onClose: () => void;
}

/** Creates or changes a plant. */
export function PlantForm({ plant, onClose }: PlantFormProps) {
  const [fields, setFields, discard] = useDraft(
    plant ? `plant ${plant.id} ${plant.updated_at}` : 'plant',
    () => withDecimals(plant ?? NEW_PLANT, formatInput),
  );
  const close = () => {
    discard();
    onClose();
  };
  const [problems, setProblems] = useState<Readonly<Record<string, string[]>>>({});
  const save = async () => {
    const { body, problems: typed } = bodyOf(fields, plant);
    setProblems(typed);
    if (Object.keys(typed).length > 0) return;
    try {
      const saved = await savePlant(body, plant);
      invalidate('plant');
      notify({ text: common.saved });
      close();
      goTo(['plants', saved.id]);
    } catch (error) {
      setProblems(fieldProblems(error, SHOWN));
    }
  };
  const text = (name: keyof PlantBody, label: string, more: object = {}) => (
    <Field
      label={label}
      value={String(fields[name] ?? '')}
      onInput={(value) => setFields({ ...fields, [name]: value })}
      problems={problems[name]}
      {...more}
    />
  );
  const number = { inputMode: 'decimal', required: true } as const;
  return (
    <Dialog title={plant?.name ?? t.add} onClose={close}>
      <form onSubmit={onSubmit(save)}>
        <div class="fields">
          {text('name', t.name, { required: true })}
          {text('customer_display_name', `${t.displayName} (${common.optional})`)}
          <Select
            label={t.technology}
            value={fields.technology_type}
            problems={problems.technology_type}
            onChange={(value) =>
              setFields({ ...fields, technology_type: value as Plant['technology_type'] })
            }
            options={[
              ['wind', common.wind],
              ['solar', common.solar],
            ]}
          />
          {text('installed_capacity_mw', t.installed, number)}
          {text('nominal_capacity_mw', t.nominal, number)}
          {text('lat', t.lat, number)}
          {text('lon', t.lon, number)}
          {text('area', t.area, { required: true })}
          {text('agrupation', `${t.group} (${common.optional})`)}
          {text('timezone', t.zone, { required: true })}
        </div>
        <Submit>{common.save}</Submit>
      </form>
    </Dialog>
  );
}

function savePlant(body: PlantBody, plant: Plant | undefined): Promise<Plant> {
  if (!plant) return dataOf(api.POST('/api/v0/plants/', { body }));
  return dataOf(
    api.PATCH('/api/v0/plants/{plant_id}/', { params: { path: { plant_id: plant.id } }, body }),
  );
}
