interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  of: readonly (readonly [value: Value, title: string])[];
  layout?: 'setting' | 'stacked'; // the label beside or above
  onChoose(value: Value): void;
}

// One of a few, from a list that opens.
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, of, layout = 'setting', onChoose } = props;
  return (
    <label class={layout}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
        {of.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
