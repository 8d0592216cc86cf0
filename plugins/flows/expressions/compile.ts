import jsonata from 'jsonata'
import { evalRefused, regexRefused, type Fault } from './fault.js'
import { limits } from './limits.js'
import { LinearRegExp } from './linear_regexp.js'

/**
 * Parses an expression and checks that it is safe.
 * @throws Fault
 */
export function compile(source: string, timeoutMs: number = limits.usualMs): jsonata.Expression {
  const expression = parse(source, timeoutMs)
  refuseUnsafe(expression.ast())
  return expression
}

function parse(source: string, timeout: number): jsonata.Expression {
  try {
    return jsonata(source, {
      timeout,
      stack: limits.stack,
      sequence: limits.sequence,
      RegexEngine: LinearRegExp as unknown as RegExpConstructor,
    })
  } catch (error) {
    throw faultOf(error)
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof RangeError) return { code: 'tooDeep', position: null }
  if (error instanceof SyntaxError) return { code: regexRefused, position: null }
  const { code = 'S0201', position = null, message } = error as Partial<jsonata.JsonataError>
  return { code, position, ...(message ? { said: message } : {}) }
}

/**
 * Refuses `$eval` in any position, because the code that it would run is unknown in advance. Also refuses
 * regular expressions that the linear engine does not support.
 * @throws Fault
 */
function refuseUnsafe(ast: unknown): void {
  const open: unknown[] = [ast]
  const seen = new Set<object>()
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    if (node instanceof RegExp) continue
    const {
      type,
      value,
      position = null,
    } = node as { type?: string; value?: unknown } & {
      position?: number | null
    }
    if (type === 'variable' && value === 'eval')
      throw { code: evalRefused, position } satisfies Fault
    if (type === 'regex' && value instanceof RegExp) tryRegex(value, position)
    for (const inner of Object.values(node)) open.push(inner)
  }
}

function tryRegex(value: RegExp, position: number | null): void {
  try {
    new LinearRegExp(value)
  } catch {
    throw { code: regexRefused, position } satisfies Fault
  }
}
