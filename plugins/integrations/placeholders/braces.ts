import { isJsonObject } from '@crossdock/kernel/json'
import { parseTemplate, templateErrors } from './template.js'

/** Matches a name in braces, with all braces around it. */
const named = /(\{+)([^{}]*)(\}+)/g

/**
 * Converts a value into a template that sends exactly this value: text that looks like a placeholder is escaped.
 * Texts that no template can produce are omitted.
 * @returns the template, and whether it is complete
 */
export function asTemplate(value: unknown): { template: unknown; isWhole: boolean } {
  let isWhole = true
  const written = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const template = ofText(one)
      if (template === undefined) isWhole = false
      return template ?? ''
    }
    if (Array.isArray(one)) return one.map(written)
    if (!isJsonObject(one)) return one
    const entries = Object.entries(one).filter(([name]) => {
      const fits = templateErrors({ [name]: null }, '').length === 0
      if (!fits) isWhole = false
      return fits
    })
    return Object.fromEntries(entries.map(([name, item]) => [name, written(item)]))
  }
  const template = written(value)
  return { template, isWhole }
}

function ofText(text: string): string | undefined {
  if (!text.includes('{')) return text
  const doubled = text.replace(named, (_, open: string, name: string, close: string) => {
    const more = Math.min(open.length, close.length)
    return '{'.repeat(open.length + more) + name + '}'.repeat(close.length + more)
  })
  const all = text.replaceAll('{', '{{').replaceAll('}', '}}')
  return [text, doubled, all].find((template) => sends(template, text))
}

function sends(template: string, text: string): boolean {
  const { parts, wrong } = parseTemplate(template)
  if (wrong.length > 0) return false
  let sent = ''
  for (const part of parts) {
    // A text in braces becomes a placeholder if a step has a parameter of that name.
    if (typeof part !== 'string') return false
    sent += part
  }
  return sent === text
}
