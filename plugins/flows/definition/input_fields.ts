import vine from '@vinejs/vine'
import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import {
  missingPermission,
  Problem,
  text,
  type FieldError,
  type Text,
} from '@crossdock/kernel/ground'
import { part } from '@crossdock/kernel/kinds'
import { holds } from '@crossdock/kernel/tenancy'

export const inputTypes = ['text', 'number', 'boolean', 'date', 'choice', 'file'] as const

/** An input that a person gives when starting a workflow manually. Steps read it as `input.data.<name>`. */
export interface InputField {
  name: string
  label?: string | undefined
  type: (typeof inputTypes)[number]
  required?: boolean | undefined
  /** The value if none is given. */
  default?: string | number | boolean | undefined
  /** The options of a choice. */
  choices?: string[] | undefined
}

/** Returns the inputs that a workflow asks for when it is started manually. */
export const fieldsAskedFor = ({ triggerType, triggerConfig }: Asking): InputField[] =>
  triggerType === 'manual' && Array.isArray(triggerConfig.fields)
    ? (triggerConfig.fields as InputField[])
    : []

interface Asking {
  triggerType: string
  triggerConfig: Record<string, unknown>
}

export type InputValue = string | number | boolean

const longest = 5_000

const fieldShape = () =>
  vine.object({
    name: vine
      .string()
      .regex(/^[A-Za-z_]\w{0,63}$/)
      // Names that every object has are not usable as inputs.
      .notIn(['__proto__', 'constructor', 'prototype']),
    label: vine.string().trim().maxLength(100).optional(),
    type: vine.enum(inputTypes),
    required: vine.boolean({ strict: true }).optional(),
    default: vine.any().optional(),
    choices: vine.array(vine.string().trim().minLength(1).maxLength(200)).maxLength(100).optional(),
  })

/** The part of a trigger's configuration that lists the fields. */
export const inputFieldsPart = () =>
  part(vine.array(fieldShape()).maxLength(50).optional(), {
    title: 'Input',
    description:
      'The inputs that the workflow asks for when it is started: a list of {"name", "label", "type", "required", "default", "choices"}.',
    examples: ['[{"name": "weight", "label": "Weight (kg)", "type": "number", "required": true}]'],
  })

/** Returns errors of the fields that the schema cannot find. */
export function checkInputFields(fields: readonly InputField[] = []): FieldError[] {
  const names = new Set<string>()
  return fields.flatMap((field, at) => {
    const fault = faultOfField(field, names)
    names.add(field.name)
    return fault ? [{ field: `fields.${at}.${fault[0]}`, rule: 'input', text: fault[1] }] : []
  })
}

function faultOfField(field: InputField, names: ReadonlySet<string>): [string, Text] | undefined {
  const { name, type, choices = [] } = field
  if (names.has(name)) return ['name', text('Two fields are named "{name}".', { name })]
  if (type === 'choice' && choices.length === 0) {
    return ['choices', text('Enter the choices for "{name}".', { name })]
  }
  if (field.default === undefined) return undefined
  if (type === 'file') return ['default', text('A file has no default.')]
  const read = valueOf(field, field.default)
  return 'fault' in read ? ['default', read.fault] : undefined
}

/**
 * Returns the values of the fields as steps read them. Texts are converted to numbers, dates and so on, because
 * command lines and forms send texts.
 * @returns every given or default value, or all errors by field (`input.weight`)
 */
export async function readInput(
  fields: readonly InputField[],
  given: Readonly<Record<string, unknown>>
): Promise<{ values: Record<string, InputValue>; errors: FieldError[] }> {
  const values: Record<string, InputValue> = {}
  const errors: FieldError[] = []
  const refuse = (name: string, rule: string, sentence: Text) =>
    errors.push({ field: `input.${name}`, rule, text: sentence })
  const known = new Map(fields.map((field) => [field.name, field]))
  const choices = [...known.keys()]
  for (const name of Object.keys(given)) {
    if (known.has(name)) continue
    const sentence =
      choices.length > 0
        ? text('There is no input "{name}". Use one of: {choices}.', {
            name,
            choices: choices.join(', '),
          })
        : text('There is no input "{name}": this workflow asks for none.', { name })
    refuse(name, 'unknown', sentence)
  }
  for (const [name, field] of known) {
    const sent = Object.hasOwn(given, name) ? given[name] : undefined
    const value = isNothing(sent) ? field.default : sent
    if (isNothing(value)) {
      if (field.required)
        refuse(name, 'required', text('{field} is required.', { field: calledOf(field) }))
      continue
    }
    const read = valueOf(field, value)
    const fault = 'fault' in read ? read.fault : await faultOfFile(field, read.value)
    if (fault) refuse(name, field.type, fault)
    else if ('value' in read) values[name] = read.value
  }
  return { values, errors }
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ''
const calledOf = ({ name, label }: InputField) => label || name

function valueOf(field: InputField, given: unknown): { value: InputValue } | { fault: Text } {
  const { type, choices = [] } = field
  const about = { field: calledOf(field), value: shownOf(given) }
  if (type === 'number') {
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
    if (typeof value === 'number' && Number.isFinite(value)) return { value }
    return { fault: text('{field} must be a number; "{value}" is not one.', about) }
  }
  if (type === 'boolean') {
    if (given === true || given === 'true') return { value: true }
    if (given === false || given === 'false') return { value: false }
    return { fault: text('{field} must be true or false; "{value}" is neither.', about) }
  }
  if (typeof given !== 'string') {
    return { fault: text('{field} must be a text; "{value}" is not one.', about) }
  }
  if (type === 'choice' && !choices.includes(given)) {
    return {
      fault: text('{field} must be one of {choices}; "{value}" is none of them.', {
        ...about,
        choices: choices.join(', '),
      }),
    }
  }
  if (type === 'date' && !isDate(given)) {
    return { fault: text('{field} must be a date like 2026-03-01; "{value}" is not one.', about) }
  }
  if (given.length <= longest) return { value: given }
  return { fault: text('{field} may have at most {most} characters.', { ...about, most: longest }) }
}

const shownOf = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value)
}

/**
 * Returns the error of a file. Without the permission, the caller could learn about the file from the run.
 * @throws Problem 403
 */
async function faultOfFile(field: InputField, value: InputValue): Promise<Text | undefined> {
  if (field.type !== 'file') return undefined
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  try {
    await assetLibrary.use().find(String(value))
    return undefined
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error
    return text('{field} must be a file: there is no file with the id "{value}".', {
      field: calledOf(field),
      value: shownOf(value),
    })
  }
}
