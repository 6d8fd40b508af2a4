import { expect } from 'vitest';
import { idOf, type TestService } from './service.ts';

/** The body of a request for a new plant. */
export const PLANT = {
  name: 'Kenia',
  lat: 43,
  lon: -9,
  installed_capacity_mw: 30,
  nominal_capacity_mw: 20,
  area: 'ES',
  technology_type: 'wind',
  agrupation: '',
  timezone: 'Europe/Madrid',
};

/** Creates a plant; returns its id. */
export async function addPlant(service: TestService, key: string, name: string): Promise<string> {
  const body = { ...PLANT, name };
  const response = await service.call('POST', '/api/v0/plants/', { key, body });
  expect(response.status).toBe(201);
  return idOf(response);
}
