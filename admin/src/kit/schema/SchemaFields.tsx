import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { useId } from 'react'
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
import { JsonInput } from '../json/JsonInput.js'
import { MASK } from './config_form.js'
import { labelOf, partKind, type JsonSchema } from './json_schema.js'

/** Texts that may be longer than this are entered in several lines; addresses and names of accounts are not. */
const longText = 2000

export interface SchemaFieldsProps {
  schema: JsonSchema
  /** Where the configuration stands in the form: `steps.0.config`. */
  source: string
  /** The stored configuration as the API shows it: tells which secrets are set. */
  stored?: unknown
}

/** The fields of a configuration, drawn from its JSON Schema. Filled by `toFields`, read by `toConfig`. */
export const SchemaFields = ({ schema, source, stored }: SchemaFieldsProps) =>
  Object.entries(schema.properties ?? {})
    .filter(([, part]) => !part['x-unused'])
    .map(([name, part]) => (
      <SchemaField
        key={name}
        name={name}
        part={part}
        source={`${source}.${name}`}
        isRequired={schema.required?.includes(name) ?? false}
        stored={(stored as Record<string, unknown> | undefined)?.[name]}
      />
    ))

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
          // Browsers fill "off" password fields with the person's own; they respect this one.
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
    case 'choice':
      return <SelectInput {...field} choices={choicesOf(part.enum)} />
    case 'choices':
      return <CheckboxGroupInput {...field} choices={choicesOf(part.items?.enum)} />
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
    case 'json':
      return (
        <JsonInput
          source={source}
          label={label}
          helperText={part.description ?? translate('kit.schema.json')}
          placeholder={placeholder ?? (part.type === 'object' ? '{ "name": "value" }' : '')}
          validate={[...needed, isJson]}
        />
      )
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
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        pl: 2,
        borderLeft: 2,
        borderColor: 'divider',
      }}
    >
      <Typography id={id} sx={{ fontWeight: 500 }}>
        {label}
      </Typography>
      <SchemaFields schema={schema} source={source} stored={stored} />
    </Box>
  )
}

/** Any JSON value, or nothing. */
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

const choicesOf = (words: readonly unknown[] = []) =>
  words.map((word) => ({ id: word as string | number, name: String(word).replaceAll('_', ' ') }))

const shown = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)
