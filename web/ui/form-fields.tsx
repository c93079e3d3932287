import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { RichTextEditor } from '#web/ui/rich-text-editor.tsx'
import { Options, Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** A labeled control of a form, with the error of its value. Other props are those of the control. */
interface FormField<Draft extends FieldValues, Values> {
  form: UseFormReturn<Draft, unknown, Values>
  name: FieldPath<Draft>
  label: string
  hideLabel?: boolean
  help?: ReactNode
  required?: boolean
  /** Classes of the field around the control. */
  fieldClassName?: string
}

type PropsOf<Draft extends FieldValues, Values, Control> = FormField<Draft, Values> &
  Omit<Control, keyof FormField<Draft, Values> | 'onChange' | 'onBlur' | 'ref' | 'value'>

export function TextField<Draft extends FieldValues, Values>(
  props: PropsOf<Draft, Values, ComponentProps<typeof Input>>,
): ReactElement {
  const [field, control] = split(props)
  return (
    <Field {...field}>
      <Input {...control} {...props.form.register(props.name)} />
    </Field>
  )
}

export function TextareaField<Draft extends FieldValues, Values>(
  props: PropsOf<Draft, Values, ComponentProps<typeof Textarea>>,
): ReactElement {
  const [field, control] = split(props)
  return (
    <Field {...field}>
      <Textarea {...control} {...props.form.register(props.name)} />
    </Field>
  )
}

interface SelectControl extends ComponentProps<typeof Select> {
  /** The label of each value, in this order, after the children. */
  labels?: Readonly<Record<string, string>>
}

export function SelectField<Draft extends FieldValues, Values>(
  props: PropsOf<Draft, Values, SelectControl>,
): ReactElement {
  const [field, { labels, children, ...control }] = split(props)
  return (
    <Field {...field}>
      <Select {...control} {...props.form.register(props.name)}>
        {children}
        {labels ? <Options labels={labels} /> : null}
      </Select>
    </Field>
  )
}

/** Formatted text, as HTML. */
export function RichTextField<Draft extends FieldValues, Values>(
  props: PropsOf<Draft, Values, ComponentProps<typeof RichTextEditor>>,
): ReactElement {
  const [field, control] = split(props)
  return (
    <Controller
      control={props.form.control}
      name={props.name}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <Field {...field}>
          <RichTextEditor
            {...control}
            ref={ref}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        </Field>
      )}
    />
  )
}

/** The props of the field, and those of the control inside it. */
function split<Draft extends FieldValues, Values, Props extends FormField<Draft, Values>>(
  props: Props & FormField<Draft, Values>,
) {
  const { form, name, label, hideLabel, help, required, fieldClassName, ...control } = props
  const error = form.getFieldState(name, form.formState).error?.message
  const field = {
    label,
    help,
    error,
    ...(hideLabel && { hideLabel }),
    ...(required && { required }),
    ...(fieldClassName && { className: fieldClassName }),
  }
  return [field, control] as const
}
