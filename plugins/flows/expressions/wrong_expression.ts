import { type FieldError } from '@crossdock/kernel/http'
import { compile } from './compile.js'
import type { Fault } from './fault.js'
import { limits } from './limits.js'
import { faultText } from './sentences.js'

/** What is wrong with an expression before it reads anything. */
export function wrongExpression(source: string, field: string): FieldError[] {
  try {
    compile(source)
    return []
  } catch (fault) {
    return [{ field, rule: 'expression', text: faultText(fault as Fault, limits.usualMs) }]
  }
}
