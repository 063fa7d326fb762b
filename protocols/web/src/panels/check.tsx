import { prefer, preferences } from '../state/preferences.ts';

// Something that one likes or not.
export function Check({
  label,
  name,
}: {
  label: string;
  name: 'hints' | 'ownership' | 'connections' | 'names' | 'numbers' | 'teaches';
}) {
  return (
    <label class="setting">
      <span>{label}</span>
      <input
        type="checkbox"
        checked={preferences.value[name]}
        onChange={(event) => prefer({ [name]: event.currentTarget.checked })}
      />
    </label>
  );
}
