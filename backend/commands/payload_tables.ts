import type { DescribedEvent } from '@crossdock/kernel/events'

type Schema = { type?: string | string[]; items?: Schema; enum?: string[]; description?: string }
type Payload = { properties: Record<string, Schema>; required: string[] }

const block = /(<!-- payload of (\w+), [^>]*-->\n)[^]*?(\n<!-- end of payload -->)/g

/** A page of the documentation, its tables of payloads drawn anew from what the events declare. */
export function withPayloads(page: string, events: readonly DescribedEvent[]): string {
  return page.replace(block, (_, head: string, name: string, foot: string) => {
    const event = events.find((one) => one.name === name)
    if (!event) throw new Error(`There is no event "${name}" to draw the payload of.`)
    return `${head}\n${tableOf(event.payload as Payload)}\n${foot}`
  })
}

function tableOf({ properties, required }: Payload): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : ', may be left out'
    return [`\`${name}\``, kindOf(schema) + optional, schema.description ?? '']
  })
  return aligned([['Part', 'Type', 'What it is'], ...rows])
}

function kindOf({ type = 'any', items, enum: words }: Schema): string {
  if (words) return words.map((word) => `\`${word}\``).join(' or ')
  if (type === 'array') return `array of ${kindOf(items ?? {})}`
  return [type].flat().join(' or ')
}

/** Lines of a Markdown table, as Prettier writes them. */
function aligned([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
