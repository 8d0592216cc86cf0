import type { DescribedEvent } from '@crossdock/kernel/events'
import { code, table } from './markdown.js'

type Schema = {
  type?: string | string[]
  items?: Schema
  enum?: string[]
  anyOf?: Schema[]
  description?: string
}
type Payload = { properties?: Record<string, Schema>; required?: string[] }

/** The description and payload of each event. A shared payload is shown once. */
export function eventTables(events: readonly DescribedEvent[]): string {
  const drawn = new Map<string, string>()
  return events
    .map(({ name, description, permission, payload }) => {
      const key = JSON.stringify(payload)
      const first = drawn.get(key)
      drawn.set(key, first ?? name)
      const read = permission ? `Requires ${code(permission)} to read.` : ''
      const carries = first
        ? `Same payload as [${code(first)}](#${first}).`
        : payloadTable(payload as Payload)
      return `### ${name}\n\n${description}. ${read}\n\n${carries}`
    })
    .join('\n\n')
}

function payloadTable({ properties = {}, required = [] }: Payload): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : ', optional'
    return [code(name), kindOf(schema) + optional, schema.description ?? '']
  })
  return rows.length > 0 ? table(['Part', 'Type', 'Description'], rows) : 'No payload.'
}

function kindOf({ type = 'any', items, enum: words, anyOf }: Schema): string {
  if (words) return words.map(code).join(' or ')
  if (anyOf) return anyOf.map(kindOf).join(' or ')
  if (type === 'array') return `array of ${kindOf(items ?? {})}`
  return [type].flat().join(' or ')
}
