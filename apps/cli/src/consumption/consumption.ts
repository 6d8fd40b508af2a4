import {
  type PortfolioSettings,
  portfolioSettings,
  setPortfolioSettings,
} from '@solano/domain/energy';
import { requireText } from '@solano/domain/kernel';
import { requireCustomer } from '@solano/domain/service';
import type { Command } from 'commander';
import {
  addMeasurementOptions,
  importMeasurements,
  type MeasurementOptions,
} from '../measurements/import.ts';
import {
  KNOWN_AFTER,
  portfolioOutcome,
  readKnownAfter,
  readPairs,
} from '../measurements/settings.ts';
import { readCoordinates } from '../options.ts';
import { addAction } from '../run.ts';

interface ConsumptionOptions extends MeasurementOptions {
  readonly group: string;
}

export function addCommands(consumption: Command): void {
  addImport(consumption);
  addSettings(consumption);
}

function addImport(consumption: Command): void {
  const command = consumption
    .command('import <customer> <user> <retailer> <file>')
    .description(
      'record the measured consumption of a portfolio from CSV of any spreadsheet or .xlsx, as an upload does',
    )
    .option('--group <name>', 'the group, where the file names none', '');
  addAction<ConsumptionOptions>(
    addMeasurementOptions(command),
    (
      context,
      [customer = '', user = '', retailer = '', path = ''],
      { group: name, ...options },
    ) => {
      const target = {
        kind: 'consumption',
        user: requireText(user, 'argument: user'),
        retailer: requireText(retailer, 'argument: retailer'),
      } as const;
      return importMeasurements(context, { customer, path, target, name }, options);
    },
  );
}

/** As a region: none of them. */
const ALL_SPAIN = 'Spain';
/** As a place: none. */
const NO_PLACE = 'none';

interface SettingsOptions {
  readonly knownAfter?: string;
  readonly losses?: readonly string[];
  readonly groupEnd?: readonly string[];
  readonly region?: string;
  readonly place?: string;
}

function addSettings(consumption: Command): void {
  const command = consumption
    .command('settings <customer> <user> <retailer>')
    .description('show the settings of a portfolio, or change those that are named')
    .option('--known-after <duration>', KNOWN_AFTER)
    .option(
      '--losses <day=percent...>',
      'losses from a Madrid day on, such as 2026-01-01=5.25; with nothing after = they are removed',
    )
    .option(
      '--group-end <group=day...>',
      'the last Madrid day of a group, such as sur=2026-03-31; with nothing after = it has no end',
    )
    .option(
      '--region <code>',
      'region whose holidays count, such as ES-MD; Spain: national holidays, and regional ones by population (the default)',
    )
    .option(
      '--place <lat,lon>',
      'place whose temperature is used, in decimal degrees, such as 40.42,-3.7; none: temperature is not used',
    );
  addAction<SettingsOptions>(
    command,
    async ({ open }, [customerName = '', userName = '', retailerName = ''], options) => {
      const portfolio = {
        user: requireText(userName, 'argument: user'),
        retailer: requireText(retailerName, 'argument: retailer'),
      };
      await using opened = await open();
      const { id } = await requireCustomer(opened.customers, customerName);
      const present = await portfolioSettings(opened, id, portfolio);
      const { knownAfter, losses, groupEnd, region, place } = options;
      if (!knownAfter && !losses && !groupEnd && !region && !place)
        return portfolioOutcome(present);
      const value = changed(present, options);
      const { source } = opened;
      return portfolioOutcome(await setPortfolioSettings(opened, source, id, portfolio, value));
    },
  );
}

/** The settings with the options, as they are put. */
function changed(
  { knownAfterMinutes, losses, groups, region, place }: PortfolioSettings,
  {
    knownAfter,
    losses: newLosses = [],
    groupEnd = [],
    region: newRegion = region ?? ALL_SPAIN,
    place: newPlace,
  }: SettingsOptions,
): object {
  const percents = new Map(losses.map(({ from, percent }) => [from, percent]));
  for (const [from, percent] of readPairs('--losses', newLosses)) {
    if (percent === undefined) percents.delete(from);
    else percents.set(from, percent);
  }
  const ends = new Map(groups.map((each) => [each.group, each.ends]));
  for (const [group, end] of readPairs('--group-end', groupEnd)) {
    if (end === undefined) ends.delete(group);
    else ends.set(group, end);
  }
  return {
    known_after_minutes: knownAfter === undefined ? knownAfterMinutes : readKnownAfter(knownAfter),
    losses: Array.from(percents, ([from, percent]) => ({ from, percent })).sort((a, b) =>
      a.from < b.from ? -1 : 1,
    ),
    groups: Array.from(ends, ([group, end]) => ({ group, ends: end })),
    region: newRegion === ALL_SPAIN ? null : newRegion,
    place: newPlace === undefined ? place : readPlace(newPlace),
  };
}

function readPlace(text: string): object | null {
  return text === NO_PLACE ? null : readCoordinates(text);
}
