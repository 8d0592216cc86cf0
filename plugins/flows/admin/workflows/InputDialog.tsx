import type { InputField } from '@crossdock/client'
import { FormDialog } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import {
  AutocompleteInput,
  BooleanInput,
  DateInput,
  NumberInput,
  ReferenceInput,
  SelectInput,
  TextInput,
} from 'react-admin'

export type InputValues = Record<string, unknown>

interface Entered {
  assetId?: string | null
  input: InputValues
}

interface InputDialogProps {
  title: string
  submitLabel: string
  fields: readonly InputField[]
  /** Whether to ask for the file of the run, too. */
  asksFile?: boolean
  /** Rejects with the errors, which are then shown at the fields. */
  onStart: (input: InputValues, assetId?: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the input of a workflow that is started manually. */
export default function InputDialog(props: InputDialogProps) {
  const translate = useTranslate()
  const { title, submitLabel, fields, asksFile, onStart, onClose } = props
  return (
    <FormDialog<Entered>
      open
      title={title}
      description={translate('flows.input.ask')}
      defaultValues={{ input: Object.fromEntries(fields.map((one) => [one.name, initialOf(one)])) }}
      submitLabel={submitLabel}
      onSubmit={({ input, assetId }) => onStart(givenIn(input), assetId || undefined)}
      onClose={onClose}
    >
      {asksFile && <FileInput source="assetId" label={translate('flows.input.runFile')} />}
      {fields.map((field) => (
        <OneInput key={field.name} field={field} />
      ))}
    </FormDialog>
  )
}

function OneInput({ field }: { field: InputField }) {
  const { name, type, choices = [] } = field
  const common = {
    source: `input.${name}`,
    label: field.label || name,
    validate: field.required && type !== 'boolean' ? [required()] : [],
  }
  switch (type) {
    case 'number':
      return <NumberInput {...common} />
    case 'boolean':
      return <BooleanInput {...common} />
    case 'date':
      return <DateInput {...common} parse={(value: string) => value || null} />
    case 'choice':
      return <SelectInput {...common} choices={choices.map((id) => ({ id, name: id }))} />
    case 'file':
      return <FileInput {...common} />
    default:
      return <TextInput {...common} autoComplete="off" />
  }
}

interface FileInputProps {
  source: string
  label: string
  validate?: ReturnType<typeof required>[]
}

const FileInput = ({ source, ...shown }: FileInputProps) => (
  <ReferenceInput source={source} reference="assets" filter={{ type: 'file' }}>
    <AutocompleteInput
      {...shown}
      optionText="name"
      filterToQuery={(search: string) => (search ? { search } : {})}
      filterSelectedOptions={false}
    />
  </ReferenceInput>
)

/** Returns the initial value of a field. A switch must be true or false, and defaults may be stored as texts. */
function initialOf({ type, default: given }: InputField): unknown {
  if (type === 'boolean') return given === true || given === 'true'
  if (given === undefined) return type === 'text' ? '' : null
  return type === 'number' ? Number(given) : given
}

const givenIn = (input: InputValues): InputValues =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([, value]) => value !== '' && value !== null && value !== undefined
    )
  )
