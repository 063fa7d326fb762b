// Signs drawn here, as fonts draw them each in another way, or not at all.
const PATHS = {
  first: 'M5 5h2v14H5zM19 5v14L8 12z',
  back: 'M17 5v14L6 12z',
  forward: 'M7 5v14l11-7z',
  last: 'M17 5h2v14h-2zM5 5v14l11-7z',
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
