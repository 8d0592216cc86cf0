import type { PlannedParameter } from '../../definitions/plan.js'
import type { Description } from './description.js'
import { lineIn, listIn, objectIn, type Json } from './json.js'

const mostParameters = 200
/** Headers that follow from the body, or from the system's authentication. */
const ownHeaders = new Set(['accept', 'content-type', 'content-length', 'authorization', 'host'])

/** A parameter of an operation, in terms of OpenAPI 3. */
export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
  /** The value that is sent if the caller gives none; undefined if there is none. */
  fixed: string | undefined
}

/** Returns the parameters of an operation, including the parameters of its path that it does not override. */
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
      name,
      in: one.in,
      required,
      schema,
      fixed: fixedOf(schema),
    })
  }
  return [...found.values()]
}

/** Returns values for query or headers. Only required parameters are included; people can add others. */
export function valuesOf(parameters: Parameter[], place: 'query' | 'header') {
  const values: Record<string, string> = {}
  for (const { name, in: where, required, fixed } of parameters) {
    if (where !== place || !required || isOwnHeader(where, name)) continue
    if (where === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) continue
    values[name] = fixed ?? placeholderFor(name)
  }
  return values
}

/** Returns the parameters that a person may give, for display. */
export const shownParameters = (parameters: Parameter[]): PlannedParameter[] =>
  parameters.flatMap(({ name, in: where, required }) =>
    (where === 'path' || where === 'query' || where === 'header') && !isOwnHeader(where, name)
      ? [{ name, in: where, required }]
      : []
  )

const isOwnHeader = (where: string, name: string): boolean =>
  where === 'header' && ownHeaders.has(name.toLowerCase())

/** Returns the schema of a parameter. In Swagger, the parameter itself is the schema. */
function schemaOf(description: Description, parameter: Json): Json {
  const [content] = Object.values(objectIn(parameter.content))
  const written = parameter.schema ?? objectIn(content).schema
  return (written === undefined ? parameter : description.at(written)) ?? {}
}

/** Returns the only possible value, or the default; undefined if there is neither. */
function fixedOf({ default: usual, enum: words, const: only }: Json): string | undefined {
  const [first, ...others] = listIn(words)
  const value = only ?? usual ?? (others.length === 0 ? first : undefined)
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
  // Braces would become a placeholder, and headers allow only these characters.
  return isPlain && /^[\t\x20-\x7a|~]*$/.test(String(value)) ? String(value) : undefined
}

/** Roots of placeholders. As the name of a parameter, they would have another meaning. */
const roots = new Set(['file', 'user', 'system', 'params', 'steps', 'variables'])

/** Returns the placeholder for a step parameter: `{orderId}`, `{params["order id"]}`. */
export function placeholderFor(name: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(name) && !roots.has(name)) return `{${name}}`
  return /^[\w-]+$/.test(name) ? `{params.${name}}` : `{params[${JSON.stringify(name)}]}`
}
