import { ToggleGroup } from "radix-ui";

/** A joined switch: exactly one value is chosen; arrows move, Space chooses. */
export function Segmented<Value extends string>(props: {
  label: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      className="seg"
      aria-label={props.label}
      value={props.value}
      onValueChange={(value) => {
        const chosen = props.options.find((option) => option.value === value);
        if (chosen) props.onChange(chosen.value);
      }}
    >
      {props.options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
