import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { useId, useState, type ReactNode } from 'react'
import {
  AutocompleteInput,
  BooleanInput,
  CheckboxGroupInput,
  NumberInput,
  ReferenceInput,
  SelectInput,
  TextArrayInput,
  TextInput,
} from 'react-admin'
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Icon } from '../Icon.js'
import { JsonInput } from '../json/JsonInput.js'
import { KeyValueInput } from '../json/KeyValueInput.js'
import { EventTypesInput, FolderIdInput, PeopleInput, RolesInput } from './ChoiceInputs.js'
import { MASK } from './config_form.js'
import { labelOf, partKind, type JsonSchema } from './json_schema.js'

const column = { display: 'flex', flexDirection: 'column', gap: 2 } as const

/** Texts that may be longer than this get a multi-line field; addresses and account names do not. */
const longText = 2000

export interface SchemaFieldsProps {
  schema: JsonSchema
  /** The form path of the configuration: `steps.0.config`. */
  source: string
  /** The stored configuration as the API shows it; it says which secrets are set. */
  stored?: unknown
}

/** The fields of a configuration, generated from its JSON Schema. Filled by `toFields`, read by `toConfig`. */
export function SchemaFields({ schema, source, stored }: SchemaFieldsProps) {
  const { getValues } = useFormContext()
  const { errors } = useFormState()
  const values = (stored ?? {}) as Record<string, unknown>
  const isFilled = ([name]: [string, JsonSchema]) =>
    isSet(values[name]) || isSet(getValues(`${source}.${name}`))
  const isRefused = ([name]: [string, JsonSchema]) => get(errors, `${source}.${name}`) !== undefined
  const isApplicable = useApplicable(source)
  const parts = Object.entries(schema.properties ?? {}).filter(
    ([name, part]) =>
      !part['x-unused'] && (!part['x-unasked'] || isSet(values[name])) && isApplicable(part)
  )
  const [more, first] = [true, false].map((isMore) =>
    parts.filter(([, part]) => Boolean(part['x-more']) === isMore)
  ) as [typeof parts, typeof parts]
  const fields = (some: typeof parts) =>
    some.map(([name, part]) => (
      <SchemaField
        key={name}
        name={name}
        part={part}
        source={`${source}.${name}`}
        isRequired={schema.required?.includes(name) ?? false}
        stored={values[name]}
      />
    ))
  return (
    <>
      {fields(first)}
      {more.length > 0 && (
        <MoreFields isOpen={more.some(isFilled)} isRefused={more.some(isRefused)}>
          {fields(more)}
        </MoreFields>
      )}
    </>
  )
}

/** Returns a function that says whether a part is shown, by the values of the other fields (`x-when`). */
function useApplicable(source: string): (part: JsonSchema) => boolean {
  const entered = useWatch({ name: source }) as Record<string, unknown> | undefined
  return (part) =>
    Object.entries(part['x-when'] ?? {}).every(([name, value]) =>
      [entered?.[name]].flat().includes(value)
    )
}

/** A field for JSON holds text, so an empty one may be `{}` or `[]`. */
const isSet = (value: unknown) =>
  value !== null && value !== undefined && !['', '{}', '[]'].includes(shown(value))

interface MoreFieldsProps {
  /** Whether the fields are initially visible. */
  isOpen: boolean
  /** Whether a field has an error, which people must see. */
  isRefused: boolean
  children: ReactNode
}

/** Fields that few people need. They stay mounted while they are hidden, so entered values stay. */
function MoreFields({ isOpen: opens, isRefused, children }: MoreFieldsProps) {
  const translate = useTranslate()
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(opens)
  const isOpen = isUnfolded || isRefused
  return (
    <>
      <Box>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          startIcon={<Icon icon={isOpen ? ChevronDown : ChevronRight} />}
          onClick={() => setUnfolded(!isOpen)}
          sx={{ ml: -1.25, color: 'text.secondary' }}
        >
          {translate('kit.schema.more')}
        </Button>
      </Box>
      <Box id={id} hidden={!isOpen} sx={isOpen ? column : undefined}>
        {children}
      </Box>
    </>
  )
}

interface SchemaFieldProps {
  name: string
  part: JsonSchema
  source: string
  isRequired: boolean
  stored: unknown
}

function SchemaField({ name, part, source, isRequired, stored }: SchemaFieldProps) {
  const translate = useTranslate()
  const isJson = useJsonText()
  const kind = partKind(part)
  const label = labelOf(name, part)
  const needed = isRequired ? [required()] : []
  const field = { source, label, helperText: part.description, validate: needed }
  const example = part.examples?.[0]
  const placeholder = example === undefined ? undefined : shown(example)
  switch (kind) {
    case 'secret':
      return (
        <TextInput
          {...field}
          type="password"
          helperText={stored === MASK ? translate('kit.schema.secretSet') : part.description}
          placeholder={stored === MASK ? MASK : undefined}
          // Browsers ignore "off" for password fields, and fill in the person's own password. They respect this value.
          autoComplete="new-password"
        />
      )
    case 'reference':
      return (
        <ReferenceInput source={source} reference={part['x-resource'] ?? ''}>
          <AutocompleteInput
            label={label}
            helperText={part.description}
            optionText="name"
            filterToQuery={(search: string) => (search ? { search } : {})}
            filterSelectedOptions={false}
            noOptionsText={translate('kit.list.noMatch')}
            validate={needed}
          />
        </ReferenceInput>
      )
    case 'folder':
      return <FolderIdInput {...field} />
    case 'people':
      return <PeopleInput {...field} />
    case 'roles':
      return <RolesInput {...field} />
    case 'events':
      return <EventTypesInput {...field} />
    case 'choice':
      return (
        <SelectInput
          {...field}
          choices={choicesOf(part, part)}
          // A choice with a default is never empty.
          validate={part.default === undefined ? needed : [required()]}
        />
      )
    case 'choices':
      return <CheckboxGroupInput {...field} choices={choicesOf(part.items ?? {}, part)} />
    case 'texts':
      return <TextArrayInput {...field} />
    case 'switch':
      return <BooleanInput {...field} />
    case 'number':
      return (
        <NumberInput {...field} placeholder={placeholder} validate={[...needed, ...range(part)]} />
      )
    case 'group':
      return <SchemaGroup label={label} schema={part} source={source} stored={stored} />
    case 'json': {
      const Input = part.type === 'object' ? KeyValueInput : JsonInput
      return (
        <Input
          source={source}
          label={label}
          helperText={part.description ?? translate('kit.schema.json')}
          placeholder={placeholder ?? (part.type === 'object' ? '{ "name": "value" }' : '')}
          validate={[...needed, isJson]}
        />
      )
    }
    default:
      return (
        <TextInput
          {...field}
          placeholder={placeholder}
          multiline={(part.maxLength ?? 0) > longText}
          autoComplete="off"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
      )
  }
}

function SchemaGroup({ label, schema, source, stored }: SchemaFieldsProps & { label: string }) {
  const id = useId()
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{ ...column, pl: 2, borderLeft: 2, borderColor: 'divider' }}
    >
      <Typography id={id} sx={{ fontWeight: 500 }}>
        {label}
      </Typography>
      <SchemaFields schema={schema} source={source} stored={stored} />
    </Box>
  )
}

/** Returns a validator for JSON texts. An empty text is valid. */
function useJsonText() {
  const translate = useTranslate()
  return (text: string | null | undefined): string | undefined => {
    if (!text?.trim()) return undefined
    try {
      JSON.parse(text)
      return undefined
    } catch (error) {
      return translate('kit.json.invalid', {
        reason: error instanceof Error ? error.message : '',
      })
    }
  }
}

const range = ({ minimum, maximum }: JsonSchema) => [
  ...(minimum === undefined ? [] : [minValue(minimum)]),
  ...(maximum === undefined ? [] : [maxValue(maximum)]),
]

const choicesOf = ({ enum: values = [] }: JsonSchema, part: JsonSchema) =>
  values.map((value) => ({
    id: value as string | number,
    name: part['x-names']?.[String(value)] ?? sentenceCase(String(value)),
  }))

/** `both_ways` → `Both ways` */
const sentenceCase = (word: string) =>
  word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')

const shown = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)
