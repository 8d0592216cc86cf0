import { compile, TreeInterpreter } from '@jmespath-community/jmespath'
import { UsageError } from '../errors.js'
import { printableJson } from './format.js'

/** Returns the part of an answer that `--query` selects, as text. It ends in a line break unless it is empty. */
export type Selector = (value: unknown) => string

/**
 * Parses a JMESPath expression before the command runs.
 * @throws UsageError that names the error
 */
export function parseQuery(expression: string): Selector {
  const wrong = (error: unknown) =>
    new UsageError(
      `--query "${expression}" is invalid: ${error instanceof Error ? error.message : String(error)}.`,
      'It is a JMESPath expression, such as "[].name" or "[?isActive].{id: id, name: name}": https://jmespath.org'
    )
  const tree = attempt(() => compile(expression), wrong)
  return (value) =>
    formatResult(attempt(() => TreeInterpreter.search(tree, value as never) as unknown, wrong))
}

function attempt<T>(work: () => T, wrong: (error: unknown) => UsageError): T {
  try {
    return work()
  } catch (error) {
    throw wrong(error)
  }
}

/** Output for scripts: a text without quotes, a list of plain values one per line, anything else as JSON. */
function formatResult(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return `${plainText(value) ?? printableJson(value, 2)}\n`
  const lines = value.map(plainText)
  if (lines.some((line) => line === undefined)) return `${printableJson(value, 2)}\n`
  return lines.map((line) => `${line}\n`).join('')
}

/**
 * Returns a plain value on one line: a text with line breaks or control characters becomes JSON. Undefined for
 * objects and lists.
 */
function plainText(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null) return undefined
  if (typeof value === 'string' && !/[\p{Cc}\p{Bidi_Control}]/u.test(value)) return value
  return printableJson(value)
}
