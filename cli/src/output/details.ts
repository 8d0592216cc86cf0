import type { Factory } from '../factory.js'
import { printable } from './format.js'

/** Prints one record with a line per property. Skips properties without a value. */
export function printDetails(
  factory: Factory,
  properties: ReadonlyArray<readonly [name: string, value: string | null]>
): void {
  const { stdout } = factory.streams
  const colors = factory.colorsFor(stdout)
  const shown = properties.filter(([, value]) => value)
  const width = Math.max(...shown.map(([name]) => name.length)) + 2
  for (const [name, value] of shown) {
    const label = stdout.isTTY ? colors.dim(name.padEnd(width)) : `${name}\t`
    stdout.write(`${label}${printable(value ?? '')}\n`)
  }
}
