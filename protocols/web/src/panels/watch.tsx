export function Watch() {
  return <p>Nothing to watch.</p>;
}
