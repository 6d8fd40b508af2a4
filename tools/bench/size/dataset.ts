// A customer with very many rows.
import { randomUUID } from 'node:crypto';
import { NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
import { addCustomer, issueKey } from '@solano/domain/service';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import pg from 'pg';

export const PLANT = 'PLANT_0000001';
const NAME = 'bench';

const ADD_PLANTS = `
  INSERT INTO plant (id, customer_id, name, lat, lon, installed_capacity_mw, nominal_capacity_mw, area,
    technology_type, last_training_cnn_at, last_training_trees_at, agrupation, customer_display_name,
    timezone, created_at, updated_at)
  SELECT gen_random_uuid(), $1, 'PLANT_' || lpad(n::text, 7, '0'), 40, -3, 10, 10, 'ES', 'wind', '', '',
    '', '', 'Europe/Madrid', now(), now()
  FROM generate_series(1, $2::int) AS n`;
/** Half of them of one plant. */
const ADD_UNAVAILABILITIES = `
  INSERT INTO unavailability (id, customer_id, plant_id, start_at, end_at, available_power_mw,
    availability_type, observations, created_at, updated_at)
  SELECT gen_random_uuid(), $1, p.id, timestamptz '2000-01-01Z' + n * interval '10 minutes',
    timestamptz '2000-01-01Z' + n * interval '10 minutes' + interval '3 hours', 2.5, 'UNAVAILABILITY',
    'maintenance of turbine ' || n, now(), now()
  FROM generate_series(1, $2::int) AS n
  JOIN plant p ON p.customer_id = $1
    AND p.name = 'PLANT_' || lpad((CASE n % 2 WHEN 0 THEN 1 ELSE 1 + n % 1000 END)::text, 7, '0')`;
const ADD_UPLOADS = `
  INSERT INTO outage_upload (id, customer_id, file_name, object_key, digest, mode, rows, plant_names,
    uploaded_at, uploaded_by)
  SELECT gen_random_uuid(), $1, 'outages.csv', 'k', n::text, 'add', 1, ARRAY['${PLANT}'],
    now() - n * interval '1 second', 'key 8f3a'
  FROM generate_series(1, $2::int) AS n`;

/** Fills a migrated database with a customer that has so many plants, unavailabilities and uploads; returns a key. */
export async function addRows(databaseUrl: string, rows: number): Promise<string> {
  await using database = await PostgresDatabase.connect(databaseUrl);
  const stores = postgresStores(database);
  const secrets = new NodeSecrets();
  const clock = () => new Date();
  const { id } = await addCustomer({ ...stores, newId: randomUUID, clock }, SOURCE, NAME);
  const { token } = await issueKey({ ...stores, secrets, clock }, SOURCE, NAME);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of [ADD_PLANTS, ADD_UNAVAILABILITIES, ADD_UPLOADS]) {
      await client.query(statement, [id, rows]);
    }
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
  return token;
}
