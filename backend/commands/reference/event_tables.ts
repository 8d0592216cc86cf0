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

/** What each event tells and carries; a payload that several share is drawn once. */
export function eventTables(events: readonly DescribedEvent[]): string {
  const drawn = new Map<string, string>()
  return events
    .map(({ name, description, permission, payload }) => {
      const key = JSON.stringify(payload)
      const first = drawn.get(key)
      drawn.set(key, first ?? name)
      const read = permission ? `Read with ${code(permission)}.` : ''
      const carries = first
        ? `Carries the same as [${code(first)}](#${first}).`
        : payloadTable(payload as Payload)
      return `### ${name}\n\n${description}. ${read}\n\n${carries}`
    })
    .join('\n\n')
}

function payloadTable({ properties = {}, required = [] }: Payload): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : ', may be left out'
    return [code(name), kindOf(schema) + optional, schema.description ?? '']
  })
  return rows.length > 0 ? table(['Part', 'Type', 'What it is'], rows) : 'Carries nothing.'
}

function kindOf({ type = 'any', items, enum: words, anyOf }: Schema): string {
  if (words) return words.map(code).join(' or ')
  if (anyOf) return anyOf.map(kindOf).join(' or ')
  if (type === 'array') return `array of ${kindOf(items ?? {})}`
  return [type].flat().join(' or ')
}
