import type {Setting} from '#domain/settings/describe.ts';

/** `typed` is what the field holds: text, or whether a switch is on. */
type DescribedFieldProps = {
  readonly name: string;
  readonly setting: Setting;
  readonly typed: string | boolean;
  readonly error: string | undefined;
  readonly onChange: (typed: string | boolean) => void;
};

/** The form field of one setting, made from the setting's description. */
export function DescribedField({name, setting, typed, error, onChange}: DescribedFieldProps) {
  const {label = name, details} = setting;
  const described = {label, name, ...(details === undefined ? {} : {details})};
  if (setting.kind === 'switch')
    return (
      <s-switch {...described} checked={typed === true} onChange={(event) => onChange(event.currentTarget.checked)} />
    );
  if (setting.kind === 'choice')
    return (
      <s-choice-list
        {...described}
        values={[String(typed)]}
        onChange={(event) => onChange(event.currentTarget.values[0] ?? setting.default)}
      >
        {Object.entries(setting.choices).map(([value, words]) => (
          <s-choice key={value} value={value}>
            {words}
          </s-choice>
        ))}
      </s-choice-list>
    );
  return (
    <s-text-field
      {...described}
      data-field={name}
      maxLength={'unit' in setting ? 12 : 254}
      {...(setting.kind === 'time' ? {placeholder: setting.default} : {})}
      value={String(typed)}
      error={error ?? ''}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type DescribedFieldsProps<Draft extends object> = {
  readonly settings: Readonly<Record<string, Setting>>;
  readonly draft: Draft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<Draft>) => void;
};

/** The form fields of several settings, in the order of their descriptions. */
export function DescribedFields<Draft extends object>({
  settings,
  draft,
  errors,
  onChange,
}: DescribedFieldsProps<Draft>) {
  const typed = new Map<string, string | boolean>(Object.entries(draft));
  return Object.entries(settings).map(([name, setting]) => (
    <DescribedField
      key={name}
      name={name}
      setting={setting}
      typed={typed.get(name) ?? ''}
      error={errors[name]}
      onChange={(value) => onChange({[name]: value} as Partial<Draft>)}
    />
  ));
}
