import type { Factory } from '../factory.js'
import { printDetails } from './details.js'
import { printableJson } from './format.js'

/** One thing as the API gives it, a line per property, nested ones as JSON. */
export function printRecord(factory: Factory, record: object): void {
  const properties = Object.entries(record).filter(([name]) => name !== 'tenantId')
  printDetails(
    factory,
    properties.map(([name, value]) => [labelOf(name), shown(value)])
  )
}

/** `baseUrl` as people read it: `Base url`. */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? printableJson(value) : String(value)
}
