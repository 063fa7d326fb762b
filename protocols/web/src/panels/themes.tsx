import { themesOf } from '../game/themes.ts';
import { visit } from '../state/edits.ts';
import { mistakes } from '../state/review.ts';
import { texts } from '../texts.ts';
import { Card } from './card.tsx';

// What came up in several mistakes.
export function Themes() {
  const themes = themesOf(mistakes.value);
  if (themes.length === 0) return null;
  const nodeOf = (number: number) => mistakes.value.find((one) => one.number === number)!.node;
  return (
    <Card title={texts.again.title} aside={texts.again.aside}>
      <ul class="themes">
        {themes.map(({ theme, numbers }) => (
          <li key={theme}>
            {theme}
            {': '}
            {numbers.map((number) => (
              <button key={number} class="plain" onClick={() => visit(nodeOf(number))}>
                {number}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}
