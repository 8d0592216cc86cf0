import { compile, TreeInterpreter } from '@jmespath-community/jmespath'
import { UsageError } from '../errors.js'
import { printableJson } from './format.js'

/** What `--query` makes of an answer: text for stdout, ending in a line break unless there is none. */
export type Choice = (value: unknown) => string

/** Reads a JMESPath expression before anything is done. @throws UsageError that names the fault */
export function choiceOf(expression: string): Choice {
  const wrong = (error: unknown) =>
    new UsageError(
      `--query "${expression}" cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      'It is a JMESPath expression, such as "[].name" or "[?isActive].{id: id, name: name}": https://jmespath.org'
    )
  const tree = attempt(() => compile(expression), wrong)
  return (value) =>
    shown(attempt(() => TreeInterpreter.search(tree, value as never) as unknown, wrong))
}

function attempt<T>(work: () => T, wrong: (error: unknown) => UsageError): T {
  try {
    return work()
  } catch (error) {
    throw wrong(error)
  }
}

/** For scripts: a text without quotes, many plain values one a line, anything else as JSON. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return `${plain(value) ?? printableJson(value, 2)}\n`
  const lines = value.map(plain)
  if (lines.some((line) => line === undefined)) return `${printableJson(value, 2)}\n`
  return lines.map((line) => `${line}\n`).join('')
}

/** A text as it is, unless it has line breaks or steers terminals: then as JSON, so that a line is a value. */
function plain(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null) return undefined
  if (typeof value === 'string' && !/[\p{Cc}\p{Bidi_Control}]/u.test(value)) return value
  return printableJson(value)
}
