// Signs drawn here, as fonts draw them each in another way, or not at all.
const PATHS = {
  first: 'M5 5h2v14H5zM19 5v14L8 12z',
  back: 'M17 5v14L6 12z',
  forward: 'M7 5v14l11-7z',
  undo: 'M9 4v4h5a6 6 0 0 1 0 12H8v-2.5h6a3.5 3.5 0 0 0 0-7H9v4L3 9.2z',
  redo: 'M15 4v4h-5a6 6 0 0 0 0 12h6v-2.5h-6a3.5 3.5 0 0 1 0-7h5v4l6-5.3z',
  last: 'M17 5h2v14h-2zM5 5v14l11-7z',
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
