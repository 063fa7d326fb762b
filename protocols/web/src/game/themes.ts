import { texts } from '../texts.ts';

// What remarks of several mistakes are about, with the turns of these mistakes.
export function themesOf(
  list: readonly { number: number; remarks: readonly string[] }[],
): { theme: string; numbers: number[] }[] {
  return texts.themes
    .map(({ name, words }) => ({
      theme: name,
      numbers: list
        .filter(({ remarks }) => remarks.some((remark) => words.test(remark)))
        .map(({ number }) => number)
        .sort((a, b) => a - b),
    }))
    .filter(({ numbers }) => numbers.length > 1);
}
