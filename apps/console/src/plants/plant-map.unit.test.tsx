import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { plant } from '../test/examples.ts';
import { textOf, visit } from '../test/visit.tsx';
import { PlantMap } from './plant-map.tsx';

const LONG = 'PARQUE_EOLICO_SIERRA_DE_LA_CULEBRA_AMPLIACION_II';

/** What is written on the map, and what its places say under the pointer. */
function shown() {
  const map = screen.getByRole('img');
  const textsOf = (selector: string) => [...map.querySelectorAll(selector)].map(textOf);
  return { names: textsOf('text'), titles: textsOf('title'), rings: textsOf('.ring').length };
}

describe('The map of plants', () => {
  it('The map writes the MW of each plant in the language of the page, the largest plant first', () => {
    setLanguage('es');
    visit(
      <PlantMap
        states={[
          { plant: plant({ name: 'Teide', installed_capacity_mw: '7.250' }), reducedTo: undefined },
          { plant: plant({ installed_capacity_mw: '1250.000' }), reducedTo: undefined },
        ]}
      />,
    );
    expect(shown().names).toEqual(['Muxia 1.250 MW', 'Teide 7,25 MW']);
  });

  it('The map shortens a name that would leave it, and says the whole one under the pointer', () => {
    visit(
      <PlantMap states={[{ plant: plant({ name: LONG, lon: '-5.5' }), reducedTo: undefined }]} />,
    );
    const { names, titles } = shown();
    expect(names[0]).toMatch(/^PARQUE_EOLICO_[A-Z_]+… 50 MW$/);
    expect(titles).toEqual([`${LONG} 50 MW`]);
  });

  it('The map has a ring around a plant whose power is reduced now, to nothing too', () => {
    const reduced = (reducedTo: number | undefined) => ({ plant: plant(), reducedTo });
    visit(<PlantMap states={[reduced(0), reduced(12.5), reduced(undefined)]} />);
    expect(shown().rings).toBe(2);
  });

  it('The map counts the plants that are on none of its parts', () => {
    const far = plant({ name: 'Oslo', lat: '59.9', lon: '10.7' });
    visit(<PlantMap states={[{ plant: far, reducedTo: undefined }]} />);
    expect(shown().names).toEqual([]);
    expect(document.querySelector('.hint')?.textContent).toContain('1');
  });
});
