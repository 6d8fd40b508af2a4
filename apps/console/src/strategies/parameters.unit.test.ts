import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import type { Strategy } from './data.ts';
import { parametersOf, withNames } from './parameters.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

const MODEL = {
  idmodel: 4,
  parameters: {
    fee_eur_per_mwh: 0.25,
    worst_decile_loss: null,
    caps_percent: { MD: 100, MID1: 60.125 },
  },
} as unknown as Strategy;

function read(entered: Readonly<Record<string, string>>) {
  const problems: string[] = [];
  return { parameters: parametersOf(MODEL, entered, problems), problems };
}

describe('The parameters of a model', () => {
  it('The parameters stay the same if nothing was entered', () => {
    expect(read({})).toEqual({ parameters: MODEL.parameters, problems: [] });
  });

  it('The parameters are the numbers that were entered, of one session too, with either decimal sign', () => {
    const { parameters } = read({
      '4.fee_eur_per_mwh': '0,5',
      '4.worst_decile_loss': '12.5',
      '4.caps_percent.MD': '40',
    });
    expect(parameters).toEqual({
      fee_eur_per_mwh: 0.5,
      worst_decile_loss: 12.5,
      caps_percent: { MD: 40, MID1: 60.125 },
    });
  });

  it('An empty parameter is null if that is allowed, else a problem', () => {
    expect(read({ '4.worst_decile_loss': ' ' }).parameters.worst_decile_loss).toBeNull();
    expect(read({ '4.fee_eur_per_mwh': ' ' }).problems).toEqual([
      '4 Mean–variance: “ ” is not a number',
    ]);
  });

  it.each([4, 5, 7])('The worst decile that model %i allows may be left empty', (idmodel) => {
    const problems: string[] = [];
    const entered = { [`${idmodel}.worst_decile_loss`]: '' };
    const { worst_decile_loss } = parametersOf({ ...MODEL, idmodel }, entered, problems);
    expect([worst_decile_loss, problems]).toEqual([null, []]);
  });

  it('An ambiguous number is a problem that asks which one is meant', () => {
    setLanguage('es');
    expect(read({ '4.fee_eur_per_mwh': '1.250' }).problems).toEqual([
      '4 Media-varianza: «1.250» podría ser 1250 o 1,25: escriba 1250 o 1,2500',
    ]);
  });

  it('A parameter of another model changes nothing', () => {
    expect(read({ '5.fee_eur_per_mwh': '9' }).parameters).toEqual(MODEL.parameters);
  });
});

it('A parameter out of its bounds is said with the names of its model and of itself', () => {
  const strategies = [{ idmodel: 1 }, { idmodel: 3 }] as Strategy[];
  const rejected = (name: string) =>
    `[1].parameters.${name} must be a number from 0 to 100, with 2 digits after the point at most.`;
  const message = `${rejected('caps_percent.MID1')} ${rejected('fee_eur_per_mwh')}`;
  expect(withNames(message, strategies)).toBe(
    '3 Cheapest, capped: “Cap of each session (%), MID1” is a number from 0 to 100 with at most 2 decimals. ' +
      '3 Cheapest, capped: “Fee (EUR/MWh)” is a number from 0 to 100 with at most 2 decimals.',
  );
  setLanguage('es');
  expect(withNames(rejected('fee_eur_per_mwh'), strategies)).toBe(
    '3 Más baratas con tope: «Coste de transacción (EUR/MWh)» es un número de 0 a 100 con 2 decimales como máximo.',
  );
});

it('The service’s positions in the list are replaced by the models’ names', () => {
  const strategies = [{ idmodel: 1 }, { idmodel: 3 }] as Strategy[];
  expect(withNames('[1].parameters: bad; [0]; [7]', strategies)).toBe(
    '3 Cheapest, capped.parameters: bad; 1 Day-ahead; [7]',
  );
});
