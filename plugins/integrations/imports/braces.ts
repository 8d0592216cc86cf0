import { isJsonObject } from '@crossdock/kernel/json'
import { parseTemplate, refusedTemplates } from '../calls/template.js'

/** A name in braces, with all braces around it. */
const named = /(\{+)([^{}]*)(\}+)/g

/**
 * A value as a template that sends just this value: what reads like a placeholder is text. Texts for which there is no such
 * template are left out.
 * @returns the template, and whether something was left out
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
      const fits = refusedTemplates({ [name]: null }, '').length === 0
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
    // What may be a placeholder is one as soon as a step has a parameter of its name.
    if (typeof part !== 'string') return false
    sent += part
  }
  return sent === text
}
