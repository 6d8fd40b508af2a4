import type { Tag } from '../endpoint/operation.ts';

/** The introduction of the document, about all operations. */
export const DESCRIPTION = `Plants, unavailabilities, outage files, measured energy, purchases, executed trades,
deviations, forecasts and market prices of energy customers. Every record and file belongs to the
customer of the key.

- **Paths** are accepted with and without their trailing slash. An unknown path gets a 404, an
  unsupported method a 405 with \`Allow\`; \`HEAD\` is \`GET\` without the body.
- **Keys** are sent as \`Authorization: Bearer <key>\`. A key has scopes: \`read\` (everything but
  prices), \`plants\`, \`purchases\`, \`uploads\`, \`prices\`, \`keys\`, \`webhooks\`, \`audit\`, \`operator\`.
- **Prices** need the scope \`prices\` and the customer's permission \`prices\`, which the operator of the
  service grants: \`solano permission grant <customer> prices\`. Without it the 403 says so in \`Link\`.
- **Errors** have one of three bodies: \`{"error": message}\`, \`{"detail": message}\`, or lists of
  messages by field name.
- **Times** are ISO 8601 in UTC with \`Z\`. Labels \`YYYY-MM-DD HH:MM\` name the **end** of a period,
  in Europe/Madrid for prices, purchases and strategy outputs.
- **Limits**: requests per minute of all keys of a customer (\`RateLimit\`, 429 with \`Retry-After\`). An
  overloaded service, or one without space, responds with 503 with \`Retry-After\`.
- \`X-Request-Id\` is on every response.`;

const ABOUT_TAGS: Readonly<Record<Tag, string>> = {
  Purchases: 'Energy purchases and what the strategies make of them.',
  Strategies: 'The models that split a purchase over the market sessions.',
  Plants: 'Generation plants.',
  Unavailabilities: 'Intervals in which a plant has less power.',
  Outages: 'Files of unavailabilities.',
  'Measured energy': 'What plants produced and portfolios consumed.',
  'Executed trades': 'What the desk or its broker really bought and sold.',
  Deviation: 'What was bought against what was consumed, and what the difference cost.',
  Forecasts: 'Forecasts of plants, delivered and the service’s own, and their scores.',
  Prices: 'Predicted and realised market prices, prices of deviations, and errors of predictions.',
  Session: 'Browsers that are signed in.',
  Keys: 'The customer’s API keys.',
  Customers: 'All customers, their keys and permissions, for operators.',
  Webhooks: 'Endpoints that are notified of events.',
  Audit: 'Who has changed what, when and from where.',
  Service: 'The state of the service, for those who operate it.',
  Markets: 'The sessions of the Iberian market.',
};

export const TAGS = Object.entries(ABOUT_TAGS).map(([name, description]) => ({
  name,
  description,
}));
