// Signs on cells, labels and arrows of a position, in the properties of SGF that it has them in:
// "TR[a1][b2]LB[c3:x]AR[a1:c3]". Whatever else stands there stays as it is.

export const SIGNS = ['CR', 'TR', 'SQ', 'MA'] as const; // circle, triangle, square, cross
export type Sign = (typeof SIGNS)[number];

export interface Shapes {
  signs: ReadonlyMap<string, Sign>; // by cell
  labels: ReadonlyMap<string, string>;
  arrows: readonly (readonly [from: string, to: string])[];
}

type Property = readonly [name: string, values: readonly string[]];

function read(text: string): Property[] {
  const properties = text.matchAll(/([A-Z]+)((?:\[(?:\\.|[^\]\\])*\])+)/gs);
  return [...properties].map(([, name, values]) => [
    name!,
    [...values!.matchAll(/\[((?:\\.|[^\]\\])*)\]/gs)].map(([, value]) => value!),
  ]);
}

const write = (properties: readonly Property[]): string =>
  properties
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => name + values.map((value) => `[${value}]`).join(''))
    .join('');

// Puts a value to a property, or takes it out.
function change(properties: readonly Property[], name: string, value: string, isThere: boolean) {
  const old = properties.find(([other]) => other === name)?.[1] ?? [];
  const values = isThere ? [...old, value] : old.filter((other) => other !== value);
  return [...properties.filter(([other]) => other !== name), [name, values] as const];
}

const isSign = (name: string): name is Sign => (SIGNS as readonly string[]).includes(name);

export function shapesOf(text: string): Shapes {
  const signs = new Map<string, Sign>();
  const labels = new Map<string, string>();
  const arrows: [string, string][] = [];
  for (const [name, values] of read(text)) {
    for (const value of values) {
      const colon = value.indexOf(':');
      const [before, after] = [value.slice(0, colon), value.slice(colon + 1)];
      if (isSign(name)) signs.set(value, name);
      else if (name === 'LB' && colon > 0) labels.set(before, after.replace(/\\(.)/gs, '$1'));
      else if (name === 'AR' && colon > 0) arrows.push([before, after]);
    }
  }
  return { signs, labels, arrows };
}

// The next sign on a cell; after the last one none.
export function withNextSign(text: string, cell: string): string {
  const now = shapesOf(text).signs.get(cell);
  const next = SIGNS[now ? SIGNS.indexOf(now) + 1 : 0];
  const without = now ? change(read(text), now, cell, false) : read(text);
  return write(next ? change(without, next, cell, true) : without);
}

// An arrow more, or one less where it is there.
export function withArrow(text: string, from: string, to: string): string {
  const isThere = shapesOf(text).arrows.some((arrow) => arrow[0] === from && arrow[1] === to);
  return write(change(read(text), 'AR', `${from}:${to}`, !isThere));
}
