import { finding, type Finding } from '../../definitions/plan.js'
import type { Description } from './description.js'
import { lineIn, listIn, objectIn, type Json } from './json.js'
import { copyOf, sampleOf } from './sample.js'

const mostTypes = 20
/** Maximum number of body fields that are listed as parameters. */
const mostFields = 200

interface BodyType {
  type: string
  schema: unknown
  example: unknown
}

/** The body of an operation's request. */
export interface Body {
  types: string[]
  /** The Content-Type, unless it follows from the body. */
  header?: string
  /** undefined if there is no body. */
  sample?: unknown
  fields: { name: string; required: boolean }[]
  findings: Finding[]
}

const none: Body = { types: [], fields: [], findings: [] }
const json = /^application\/([\w.+-]+\+)?json\b/i
const form = /^application\/x-www-form-urlencoded\b/i
const multipart = /^multipart\//i
const textual = /^text\/|[/+](xml|yaml|graphql)\b/i

/** Returns the body of an operation, of the chosen type or of the type that suits Crossdock best. */
export function bodyOf(
  description: Description,
  operation: Json,
  parameters: unknown[],
  chosen: string | undefined
): Body {
  const types = description.isSwagger
    ? ofSwagger(description, operation, parameters)
    : ofContent(description.at(operation.requestBody)?.content)
  const sorted = types.sort((one, other) => rankOf(one.type) - rankOf(other.type))
  const used = sorted.find(({ type }) => type === chosen) ?? sorted[0]
  if (!used) return none
  const all = [used, ...sorted.filter((one) => one !== used)].map(({ type }) => type)
  const body = builtOf(description, used)
  const others = all.slice(1).join(', ')
  const choice = finding('look', 'severalBodyTypes', { type: used.type, others })
  return {
    ...body,
    types: all,
    findings: [...(others && chosen !== used.type ? [choice] : []), ...body.findings],
  }
}

function rankOf(type: string): number {
  const ranks = [/^application\/json\b/i, json, form, multipart, textual]
  const rank = ranks.findIndex((pattern) => pattern.test(type))
  return rank < 0 ? ranks.length : rank
}

function ofContent(content: unknown): BodyType[] {
  const entries = Object.entries(objectIn(content)).slice(0, mostTypes)
  return entries.flatMap(([name, given]) => {
    const type = mediaType(name)
    const { schema, example, examples } = objectIn(given)
    return type ? [{ type, schema, example: example ?? firstOf(examples) }] : []
  })
}

/** Returns a media type; for a media range, one of its types. */
function mediaType(name: string): string | undefined {
  const type = lineIn(name, 200)?.toLowerCase()
  if (type === '*/*' || type === 'application/*') return 'application/json'
  if (type === 'text/*') return 'text/plain'
  return type && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(type) ? type : undefined
}

const firstOf = (examples: unknown): unknown => {
  const [first] = Object.values(objectIn(examples))
  return objectIn(first).value
}

function ofSwagger(description: Description, operation: Json, parameters: unknown[]): BodyType[] {
  const all = description.all(parameters.slice(0, mostFields))
  const consumes = listIn(operation.consumes ?? description.root.consumes)
  const types = consumes.slice(0, mostTypes).flatMap((one) => mediaType(String(one)) ?? [])
  const whole = all.find((one) => one.in === 'body')
  if (whole) {
    const { schema } = whole
    const named = types.length > 0 ? types : ['application/json']
    return named.map((type) => ({ type, schema, example: undefined }))
  }
  const fields = all.filter((one) => one.in === 'formData' && typeof one.name === 'string')
  if (fields.length === 0) return []
  const isFile = fields.some(({ type }) => type === 'file')
  const properties = Object.fromEntries(fields.map((one) => [String(one.name), one]))
  const required = fields.filter((one) => one.required === true).map(({ name }) => name)
  const type =
    types.find((one) => (isFile ? multipart : form).test(one)) ??
    (isFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded')
  return [{ type, schema: { type: 'object', properties, required }, example: undefined }]
}

function builtOf(description: Description, { type, schema, example }: BodyType): Body {
  if (![json, form, multipart, textual].some((pattern) => pattern.test(type))) {
    return { ...none, findings: [finding('info', 'sendsFile', { type })] }
  }
  const { sample, findings } = sampleIn(description, schema, example)
  if (multipart.test(type)) {
    const parts = ofParts(description, schema, sample)
    return { ...parts, findings: [...parts.findings, ...findings] }
  }
  const fields = fieldsOf(description, schema)
  if (json.test(type)) {
    const header = /^application\/json\s*$/i.test(type) ? {} : { header: type }
    return { ...none, ...header, sample: sample ?? {}, fields, findings }
  }
  if (form.test(type)) {
    return { ...none, header: type, sample: objectIn(sample), fields, findings }
  }
  return { ...none, header: type, sample: typeof sample === 'string' ? sample : '', findings }
}

/**
 * Returns a sample body for a schema, with notes on what may not fit. An example from the description is used
 * unchanged.
 */
function sampleIn(description: Description, schema: unknown, example: unknown) {
  if (example !== undefined) return { sample: copyOf(description, example), findings: [] }
  const { value: sample, unmet, oddTypes } = sampleOf(description, schema, 'request')
  const findings: Finding[] = []
  if (unmet.length > 0) findings.push(finding('look', 'schemaUnmet', { names: unmet.join(', ') }))
  if (oddTypes.length > 0) {
    findings.push(finding('look', 'oddTypes', { names: oddTypes.join(', ') }))
  }
  return { sample, findings }
}

/** Returns the fields of a form with files. `sendFile` of the step adds the file. */
function ofParts(description: Description, schema: unknown, sample: unknown): Body {
  const properties = objectIn(description.at(schema)?.properties)
  const names = Object.keys(properties).slice(0, mostFields)
  const files = names.filter((name) => isFile(description, properties[name]))
  const [file] = files
  const kept = Object.entries(objectIn(sample)).filter(([name]) => !files.includes(name))
  const fields = fieldsOf(description, schema).filter(({ name }) => !files.includes(name))
  const body = { ...none, sample: Object.fromEntries(kept), fields }
  if (files.length > 1) return { ...body, findings: [finding('blocked', 'severalFiles')] }
  if (file === undefined) return { ...body, findings: [finding('blocked', 'multipartWithoutFile')] }
  const other = finding('look', 'filePartNamed', { name: file.slice(0, 100) })
  const ready = finding('info', 'sendsPart')
  return { ...body, findings: [file === 'file' ? ready : other] }
}

function isFile(description: Description, property: unknown): boolean {
  const { type, format, contentMediaType, contentEncoding, items } = description.at(property) ?? {}
  if (type === 'array') return isFile(description, items)
  if (type === 'file' || format === 'binary') return true
  return contentMediaType !== undefined && contentEncoding === undefined
}

function fieldsOf(description: Description, schema: unknown): Body['fields'] {
  const { properties, required } = description.at(schema) ?? {}
  const needed = new Set(listIn(required).slice(0, mostFields))
  const names = Object.keys(objectIn(properties)).slice(0, mostFields)
  return names.flatMap((given) => {
    const name = lineIn(given, 200)
    return name ? [{ name, required: needed.has(given) }] : []
  })
}
