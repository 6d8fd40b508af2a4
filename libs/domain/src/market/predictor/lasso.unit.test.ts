import { describe, expect, it } from 'vitest';
import { type LassoProblem, lasso } from './lasso.ts';

/** Independent features, each with its product with the target. */
function problem(products: number[], change: Partial<LassoProblem> = {}): LassoProblem {
  const size = products.length;
  const gram = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) gram[i * size + i] = 1;
  return {
    gram,
    products: Float64Array.from(products),
    variance: 1,
    samples: 500,
    criterion: 'aic',
    ...change,
  };
}

describe('the lasso', () => {
  it('the lasso finds the coefficients of features that explain nearly all', () => {
    const [first = 0, second = 0, third = 0] = lasso(problem([0.8, -0.59, 0]));
    expect(first).toBeCloseTo(0.8, 1);
    expect(second).toBeCloseTo(-0.59, 1);
    expect(third).toBe(0);
  });

  it('the lasso leaves out features that explain less than they cost', () => {
    const used = (criterion: 'aic' | 'bic') =>
      lasso(problem([0.5, 0.08, 0.07], { criterion })).filter((b) => b !== 0).length;
    expect(used('bic')).toBe(1);
    expect(used('aic')).toBe(3);
  });

  it('the lasso uses no feature where none has to do with the target', () => {
    expect([...lasso(problem([0, 0, 0]))]).toEqual([0, 0, 0]);
    expect([...lasso(problem([0.01, -0.02, 0.01]))]).toEqual([0, 0, 0]);
  });

  it('the lasso uses only the features that are allowed', () => {
    const [first, second] = lasso(problem([0.6, 0.6], { allowed: [1] }));
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(0.5);
  });

  it('the lasso finds the same coefficients of allowed features as without any others', () => {
    const gram = Float64Array.from([1, 0.3, 0.6, 0.3, 1, 0.2, 0.6, 0.2, 1]);
    const [first, , third] = lasso(problem([0.7, 0.2, 0.5], { gram, allowed: [0, 2] }));
    const alone = problem([0.7, 0.5], { gram: Float64Array.from([1, 0.6, 0.6, 1]) });
    expect([first, third]).toEqual([...lasso(alone)]);
    expect(third).not.toBe(0);
  });

  it('the lasso shares nothing with a feature that only repeats another, in sum', () => {
    const gram = Float64Array.from([1, 1, 1, 1]);
    const [first = 0, second = 0] = lasso(problem([0.9, 0.9], { gram }));
    expect(first + second).toBeCloseTo(0.9, 1);
  });

  it('the lasso gives coefficients at which no small move is better', () => {
    const gram = Float64Array.from([1, 0.5, 0.2, 0.5, 1, 0.4, 0.2, 0.4, 1]);
    const products = [0.7, 0.2, 0.5];
    const coefficients = lasso(problem(products, { gram, variance: 1 }));
    const left = products.map((product, j) => {
      return product - coefficients.reduce((sum, b, k) => sum + b * (gram[3 * j + k] as number), 0);
    });
    const penalties = left.map((each, j) => Math.abs(each) * Math.sign(coefficients[j] ?? 0));
    const used = penalties.map(Math.abs).filter((each) => each > 0);
    expect(Math.max(...used) - Math.min(...used)).toBeLessThan(0.01);
  });
});
