import { html, type Html } from '@crossdock/kernel/http'
import { resolved, type Schema, type Schemas } from '@crossdock/kernel/shapes'
import { text } from '@crossdock/kernel/ground'
import type { FrontPage } from '../pages/front_page.js'
import { prose } from './prose.js'

/** Maximum depth of fields in an answer; deeper ones show only their type. */
const deepest = 3

/** Whether the schema accepts true and false, also as words. */
const isSwitch = ({ type, enum: values }: Schema): boolean =>
  type === 'boolean' || (values?.includes(true) === true && values.includes(false))

/** The type in a few words: `string or null`, `list of string`. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const whole = resolved(schema, schemas)
  const { type, items, contentMediaType, format, anyOf } = whole
  if (contentMediaType) return 'binary'
  if (isSwitch(whole)) return 'boolean'
  if (anyOf) return [...new Set(anyOf.map((one) => typeOf(one, schemas)))].join(' or ')
  if (whole.const !== undefined || whole.enum) return 'string'
  const names = [type ?? []].flat().map((one) => {
    if (one === 'array') return items ? `list of ${typeOf(items, schemas)}` : 'list'
    return one === 'string' && format ? format : one
  })
  return names.join(' or ') || 'any'
}

/** The limits of a value in the schema. */
function boundsOf(page: FrontPage, schema: Schema): string[] {
  const { minimum, maximum, maxLength, maxItems, default: usual } = schema
  const values = schema.const === undefined ? schema.enum : [schema.const]
  const said: string[] = []
  if (values && values.length <= 20 && !isSwitch(schema)) {
    said.push(page.say(text('One of: {values}', { values: values.map(String).join(', ') })))
  }
  if (minimum !== undefined && maximum !== undefined) {
    said.push(page.say(text('From {minimum} to {maximum}', { minimum, maximum })))
  }
  if (maxLength !== undefined) {
    said.push(page.say(text('At most {most} characters', { most: maxLength })))
  }
  if (maxItems !== undefined)
    said.push(page.say(text('At most {most} entries', { most: maxItems })))
  if (usual !== undefined) {
    said.push(page.say(text('Default: {value}', { value: JSON.stringify(usual) })))
  }
  return said
}

interface Line {
  name: string
  schema: Schema
  required: boolean
  place?: string
  description?: string | undefined
}

/** A field: name, type, whether it is required, and its meaning. */
export function fieldLine(page: FrontPage, schemas: Schemas, line: Line): Html {
  const { name, schema, required, place } = line
  const whole = resolved(schema, schemas)
  const meaning = line.description ?? schema.description ?? whole.description
  const bounds = boundsOf(page, whole).join(' · ')
  return html`<li>
    <p class="field">
      <code>${name}</code>
      <span>${[place, typeOf(schema, schemas)].filter(Boolean).join(', ')}</span>
      ${required ? html`<b>${page.say(text('Required'))}</b>` : null}
    </p>
    ${meaning ? html`<div lang="en">${prose(meaning)}</div>` : null}
    ${bounds ? html`<p>${bounds}</p>` : null}
  </li>`
}

/** The fields of an object, each with its nested fields. */
export function objectLines(
  page: FrontPage,
  schemas: Schemas,
  schema: Schema,
  { prefix = '', depth = 0, isAnswer = false } = {}
): Html[] {
  const { properties = {}, required = [] } = resolved(schema, schemas)
  return Object.entries(properties).flatMap(([name, inner]) => {
    const line = {
      name: prefix + name,
      schema: inner,
      // Answers always have all fields, so "required" says nothing there.
      required: !isAnswer && required.includes(name),
    }
    const whole = resolved(inner, schemas)
    const [nested, mark] = whole.items ? [whole.items, '[].'] : [inner, '.']
    const below =
      depth < deepest
        ? objectLines(page, schemas, nested, {
            prefix: prefix + name + mark,
            depth: depth + 1,
            isAnswer,
          })
        : []
    return [fieldLine(page, schemas, line), ...below]
  })
}
