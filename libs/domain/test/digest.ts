/** 64 hexadecimal digits, the same for the same text (FNV-1a with eight beginnings). */
export function digest(text: string): string {
  const words = Array.from({ length: 8 }, (_, begin) => {
    let hash = begin + 2_166_136_261;
    for (let i = 0; i < text.length; i += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
    }
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  return words.join('');
}
