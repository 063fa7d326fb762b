import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Setup } from '../engine/protocol.ts';
import { pathTo, withNote } from '../game/tree.ts';
import { type Edit, editOn, tree, visit } from '../state/edits.ts';
import { reviewedTurn } from '../state/review.ts';
import { texts } from '../texts.ts';
import { moveName } from '../words.ts';
import { Card } from './card.tsx';
import { TypedMove } from './typed_move.tsx';

const words = texts.movesCard;

// All moves of the game, its variations indented.
export function Moves() {
  const { nodes, current } = tree.value;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const here = box?.querySelector<HTMLElement>('[aria-current]');
    // Only the list scrolls, never the page.
    if (box && here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  }, [current]);
  return (
    <Card title={words.title} aside={words.made(pathTo(tree.value, current).length - 1)}>
      {nodes.length === 1 ? (
        <p class="quiet">{words.none}</p>
      ) : (
        <div class="moves scrolls" ref={list} tabIndex={0} role="group" aria-label={words.list}>
          <Line from={nodes[0]!.children[0]} depth={1} />
          {nodes[0]!.children.slice(1).map((child) => (
            <Variation key={child} from={child} depth={1} />
          ))}
        </div>
      )}
      <TypedMove />
      <Note />
    </Card>
  );
}

// What is said of the position, and a field to say it in. What is being written is of the position
// where it was begun, though the engine may move meanwhile; it is one edit, and kept at each letter.
function Note() {
  const [begun, setBegun] = useState<{ setup: Setup; node: number } | null>(null);
  const latest = useRef<Edit | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, [begun]);
  const { setup, nodes, current } = tree.value;
  if (begun?.setup === setup) {
    return (
      <textarea
        aria-label={words.comment}
        rows={3}
        defaultValue={nodes[begun.node]!.note}
        ref={field}
        onInput={(event) => {
          const written = withNote(tree.value, event.currentTarget.value, begun.node);
          latest.current = editOn(written, latest.current);
        }}
        onBlur={() => setBegun(null)}
      />
    );
  }
  const { note } = nodes[current]!;
  return (
    <>
      {note && <p class="note">{note}</p>}
      <button
        onClick={() => {
          latest.current = null;
          setBegun({ setup, node: current });
        }}
      >
        {note ? words.changeComment : words.comment}
      </button>
    </>
  );
}

function Variation(props: { from: number; depth: number }) {
  return (
    <div class="variation">
      <Line {...props} />
    </div>
  );
}

// A move and those that follow it, each with what might have been played instead of the next.
function Line({ from, depth }: { from: number | undefined; depth: number }) {
  const { nodes } = tree.value;
  const parts = [];
  for (let at = from, number = depth; at !== undefined; ++number) {
    const node = nodes[at]!;
    parts.push(<Move key={at} node={at} number={number} />);
    for (const child of node.children.slice(1)) {
      parts.push(<Variation key={child} from={child} depth={number + 1} />);
    }
    at = node.children[0];
  }
  return <>{parts}</>;
}

function Move({ node, number }: { node: number; number: number }) {
  const { nodes, current } = tree.value;
  const [player, move] = nodes[node]!.move!;
  const sign = reviewedTurn(node)?.sign;
  return (
    <button
      class={`turn-of ${player === 'B' ? 'black' : 'white'}`}
      aria-current={node === current ? 'step' : undefined}
      onClick={() => visit(node)}
    >
      <small>{number}</small> {moveName(move)}
      {sign && <b class="bad"> {sign}</b>}
    </button>
  );
}
