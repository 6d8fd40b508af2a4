import { defaultsOf, PLANT } from '@solano/schemas';

const STAMPS = {
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
};

export const NEW_PLANT = {
  name: 'Muxía',
  lat: '43.1042',
  lon: -9.2188,
  installed_capacity_mw: '30.6',
  nominal_capacity_mw: 30,
  area: 'ES',
  technology_type: 'wind',
  agrupation: '',
  timezone: 'Europe/Madrid',
};

export const PLANT_EXAMPLE = {
  id: 'b7e1c1c0-51ce-4f4d-8a39-3d5b6c8f2a01',
  ...defaultsOf(PLANT),
  ...NEW_PLANT,
  lat: '43.1042000',
  lon: '-9.2188000',
  installed_capacity_mw: '30.600',
  nominal_capacity_mw: '30.000',
  last_training_cnn_at: '2026-11-20 04:30',
  ...STAMPS,
};

export const NEW_UNAVAILABILITY = {
  plant_id: 'Muxía',
  start_time_utc: '2026-11-23T06:00:00Z',
  end_time_utc: '2026-11-23T19:00:00+01:00',
  available_power_mw: 12.5,
  availability_type: 'CURTAILMENT',
};

export const UNAVAILABILITY_EXAMPLE = {
  id: '4a9d2f0e-0d1b-4a53-9f6d-1f6b2f7f9c02',
  ...NEW_UNAVAILABILITY,
  end_time_utc: '2026-11-23T18:00:00Z',
  observations: '',
  source_unit: null,
  source_value: null,
  timezone_source: null,
  ...STAMPS,
};
