import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';

// A dialog over the page: Escape closes it, and the focus stays in it until then.
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current!.showModal(), []);
  return (
    <dialog
      ref={element}
      aria-label={props.title}
      onClose={props.onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
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
