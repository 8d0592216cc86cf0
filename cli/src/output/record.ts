import type { Factory } from '../factory.js'
import { printDetails } from './details.js'
import { printableJson } from './format.js'

/** Prints one record of the API with a line per property. Nested values are JSON. */
export function printRecord(factory: Factory, record: object): void {
  const properties = Object.entries(record).filter(([name]) => name !== 'tenantId')
  printDetails(
    factory,
    properties.map(([name, value]) => [labelOf(name), shown(value)])
  )
}

/** A label for people: `Base url` for `baseUrl`. */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? printableJson(value) : String(value)
}
