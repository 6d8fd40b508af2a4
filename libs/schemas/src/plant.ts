import type { PlantFields } from '@solano/domain';
import { TECHNOLOGIES } from '@solano/domain';
import type { FieldTable } from './record.ts';
import { choice, decimal, labelOrEmpty, text, zoneName } from './rules.ts';

const megawatts = () => decimal({ scale: 3, least: 0, most: 1_000_000_000, belowMost: true });

/** The fields of a plant. */
export const PLANT: FieldTable<PlantFields> = {
  name: { name: 'name', schema: text({ most: 255 }) },
  lat: { name: 'lat', schema: decimal({ scale: 7, least: -90, most: 90 }) },
  lon: { name: 'lon', schema: decimal({ scale: 7, least: -180, most: 180 }) },
  installedCapacityMw: { name: 'installed_capacity_mw', schema: megawatts() },
  nominalCapacityMw: { name: 'nominal_capacity_mw', schema: megawatts() },
  area: { name: 'area', schema: text({ most: 255 }) },
  technologyType: { name: 'technology_type', schema: choice(TECHNOLOGIES) },
  lastTrainingCnnAt: { name: 'last_training_cnn_at', schema: labelOrEmpty(), fallback: '' },
  lastTrainingTreesAt: { name: 'last_training_trees_at', schema: labelOrEmpty(), fallback: '' },
  agrupation: { name: 'agrupation', schema: text({ blank: true, most: 255 }) },
  customerDisplayName: {
    name: 'customer_display_name',
    schema: text({ blank: true, most: 255 }),
    fallback: '',
  },
  timezone: { name: 'timezone', schema: zoneName() },
};
