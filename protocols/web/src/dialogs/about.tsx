import { Choice } from '../panels/choice.tsx';
import { edit, tree } from '../state/edits.ts';
import { withNote } from '../game/tree.ts';
import { texts } from '../texts.ts';
import { playerName, resultText } from '../words.ts';
import { Dialog } from './dialog.tsx';

const RESULTS = ['', 'B+', 'W+', 'B+R', 'W+R', 'B+T', 'W+T', 'B+F', 'W+F', '0'];

// What is said of the game as a whole: players, result and a comment. What is being written stays
// when the engine moves meanwhile.
export function About({ onClose }: { onClose(): void }) {
  const { result, nodes } = tree.value;
  const words = texts.about;
  const name = (player: 'B' | 'W', key: 'blackName' | 'whiteName') => (
    <label class="stacked">
      <span>{words.name(playerName(player))}</span>
      <input
        maxLength={100}
        defaultValue={tree.value[key]}
        onChange={(event) => edit({ ...tree.value, [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div class="names">
        {name('B', 'blackName')}
        {name('W', 'whiteName')}
      </div>
      <Choice
        layout="stacked"
        label={words.result}
        value={result}
        of={[...new Set([...RESULTS, result])].map((text) => [text, resultText(text)])}
        onChoose={(text) => edit({ ...tree.value, result: text })}
      />
      <label class="stacked">
        <span>{words.comment}</span>
        <textarea
          rows={4}
          defaultValue={nodes[0]!.note}
          onChange={(event) => edit(withNote(tree.value, event.currentTarget.value, 0))}
        />
      </label>
    </Dialog>
  );
}
