import type { PlannedParameter } from '../plan.js'
import type { Description } from './description.js'
import { lineIn, listIn, objectIn, type Json } from './json.js'

const mostParameters = 200
/** They follow from the body, or from how the system authenticates. */
const ownHeaders = new Set(['accept', 'content-type', 'content-length', 'authorization', 'host'])

/** A parameter of an operation, in the words of OpenAPI 3. */
export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
  /** Sent where nobody gives a value. */
  fixed: string | undefined
}

/** Those of an operation, with those of its path that it does not name itself. */
export function parametersOf(description: Description, path: Json, operation: Json): Parameter[] {
  const found = new Map<string, Parameter>()
  for (const given of [...listIn(path.parameters), ...listIn(operation.parameters)].slice(
    -mostParameters
  )) {
    const one = description.at(given)
    const name = lineIn(one?.name, 200)
    if (!one || !name || typeof one.in !== 'string') continue
    const schema = schemaOf(description, one)
    const required = one.required === true || one.in === 'path'
    found.set(`${one.in} ${name}`, {
      ...{ name, in: one.in, required, schema },
      fixed: fixedOf(schema),
    })
  }
  return [...found.values()]
}

/** Values for query and headers: those that must be given. The others can be added by hand. */
export function valuesOf(parameters: Parameter[], place: 'query' | 'header') {
  const values: Record<string, string> = {}
  for (const { name, in: where, required, fixed } of parameters) {
    if (where !== place || !required || isOwnHeader(where, name)) continue
    if (where === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) continue
    values[name] = fixed ?? placeholderFor(name)
  }
  return values
}

/** What a person may give, to look at. */
export const shownParameters = (parameters: Parameter[]): PlannedParameter[] =>
  parameters.flatMap(({ name, in: where, required }) =>
    (where === 'path' || where === 'query' || where === 'header') && !isOwnHeader(where, name)
      ? [{ name, in: where, required }]
      : []
  )

const isOwnHeader = (where: string, name: string): boolean =>
  where === 'header' && ownHeaders.has(name.toLowerCase())

/** Swagger writes the schema into the parameter itself. */
function schemaOf(description: Description, parameter: Json): Json {
  const [content] = Object.values(objectIn(parameter.content))
  const written = parameter.schema ?? objectIn(content).schema
  return (written === undefined ? parameter : description.at(written)) ?? {}
}

/** The one value there is, or the one that counts where none is given. */
function fixedOf({ default: usual, enum: words, const: only }: Json): string | undefined {
  const [first, ...others] = listIn(words)
  const value = only ?? usual ?? (others.length === 0 ? first : undefined)
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
  // Braces would be a placeholder, and no header carries more.
  return isPlain && /^[\t\x20-\x7a|~]*$/.test(String(value)) ? String(value) : undefined
}

/** Roots of placeholders, which as bare names would mean something else. */
const roots = new Set(['file', 'user', 'system', 'params', 'steps', 'variables'])

/** The placeholder for a parameter of a step: `{orderId}`, `{params["order id"]}`. */
export function placeholderFor(name: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(name) && !roots.has(name)) return `{${name}}`
  return /^[\w-]+$/.test(name) ? `{params.${name}}` : `{params[${JSON.stringify(name)}]}`
}
