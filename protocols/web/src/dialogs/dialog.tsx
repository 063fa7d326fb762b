import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';

// A dialog over the page: Escape and a click beside it close it, and the focus stays in it until then.
// However it goes, the focus comes back to where it was.
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  const isBeside = useRef(false); // whether a click began beside it
  useLayoutEffect(() => {
    const dialog = element.current!;
    const closing = new AbortController();
    dialog.addEventListener('close', props.onClose, { signal: closing.signal });
    dialog.showModal();
    return () => {
      closing.abort(); // whatever closes it now has been heard
      dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={props.title}
      onPointerDown={(event) => (isBeside.current = event.target === event.currentTarget)}
      onClick={({ currentTarget, target, detail }) => {
        // Not where text was marked to beyond the edge, nor by the second of two clicks that opened it.
        if (isBeside.current && target === currentTarget && detail < 2) currentTarget.close();
      }}
    >
      <div class="inside">
        <div class="head">
          <h2>{props.title}</h2>
          <button aria-label={texts.close} onClick={() => element.current?.close()}>
            ✕
          </button>
        </div>
        {props.children}
      </div>
    </dialog>
  );
}
