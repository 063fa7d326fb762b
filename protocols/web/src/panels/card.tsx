import type { ComponentChildren } from 'preact';

// A panel with a heading, and something short beside it.
export function Card(props: {
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="card" aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        {props.aside !== undefined && <span>{props.aside}</span>}
      </header>
      {props.children}
    </section>
  );
}
