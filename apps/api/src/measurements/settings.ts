import {
  type PlantSettingsDeps,
  type PortfolioSettingsDeps,
  plantSettings,
  portfolioSettings,
  setPlantSettings,
  setPortfolioSettings,
} from '@solano/domain/energy';
import {
  PlantSettingsPath,
  PortfolioPath,
  PortfolioQuery,
  plantSettingsJson,
  portfolioSettingsJson,
} from '@solano/schemas';
import { jsonBytes, parseBody } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { PLANT_SETTINGS, PORTFOLIO_SETTINGS } from './settings-document.ts';

type SettingsDeps = PlantSettingsDeps & PortfolioSettingsDeps & { readonly bodies: BodyLimit };

const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Ten thousand groups with their fields, and the losses. */
const MAX_BODY_VALUES = 50_000;

/**
 * `GET` and `PUT /api/v0/plants/<id>/settings`, and those of
 * `/api/v0/user/<user>/consumption/settings?retailer_id=`.
 */
export function measurementSettingsEndpoints(deps: SettingsDeps): Endpoint[] {
  const receive = jsonBytes({ maxBytes: () => MAX_BODY_BYTES, bodies: deps.bodies });
  const ofPlant = operation({
    scopes: ['read', 'uploads'],
    params: PlantSettingsPath,
    async handle({ caller, params }) {
      return json(plantSettingsJson(await plantSettings(deps, caller.customer.id, params.id)));
    },
    metadata: PLANT_SETTINGS.get,
  });
  const putOfPlant = operation({
    scopes: ['uploads'],
    params: PlantSettingsPath,
    receive,
    async handle(input) {
      const { caller, params, body } = input;
      const [source, value] = [auditSource(input), settingsIn(body)];
      const settings = await setPlantSettings(deps, source, caller.customer.id, params.id, value);
      return json(plantSettingsJson(settings));
    },
    metadata: PLANT_SETTINGS.put,
  });
  const ofPortfolio = operation({
    scopes: ['read', 'uploads'],
    params: PortfolioPath,
    query: PortfolioQuery,
    async handle({ caller, params, query }) {
      const portfolio = { user: params.user, retailer: query.retailer_id };
      const settings = await portfolioSettings(deps, caller.customer.id, portfolio);
      return json(portfolioSettingsJson(settings));
    },
    metadata: PORTFOLIO_SETTINGS.get,
  });
  const putOfPortfolio = operation({
    scopes: ['uploads'],
    params: PortfolioPath,
    query: PortfolioQuery,
    receive,
    async handle(input) {
      const { caller, params, query, body } = input;
      const portfolio = { user: params.user, retailer: query.retailer_id };
      const [source, value] = [auditSource(input), settingsIn(body)];
      const { id } = caller.customer;
      const settings = await setPortfolioSettings(deps, source, id, portfolio, value);
      return json(portfolioSettingsJson(settings));
    },
    metadata: PORTFOLIO_SETTINGS.put,
  });

  return [
    endpoint({
      paths: ['/api/v0/plants/:id/settings'],
      unauthenticated: 403,
      methods: { get: ofPlant, put: putOfPlant },
    }),
    endpoint({
      paths: ['/api/v0/user/:user/consumption/settings'],
      methods: { get: ofPortfolio, put: putOfPortfolio },
    }),
  ];
}

/** The settings in a body; an empty body, which would be all defaults, has none. */
function settingsIn(body: Buffer): unknown {
  const { members, isObject } = parseBody(body, { maxValues: MAX_BODY_VALUES });
  return isObject && body.length > 0 ? members : null;
}
