/** Repeatable numbers in [0, 1) from a seed: mulberry32 (T. Ettinger 2017, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws `count` of the numbers 0 … `size` − 1 without repetition, in random order. */
export function sample(size: number, count: number, random: () => number): Int32Array {
  const all = new Int32Array(size);
  for (let i = 0; i < size; i += 1) all[i] = i;
  for (let i = 0; i < count; i += 1) {
    const j = i + Math.floor(random() * (size - i));
    const drawn = all[j] as number;
    all[j] = all[i] as number;
    all[i] = drawn;
  }
  return all.subarray(0, count);
}
