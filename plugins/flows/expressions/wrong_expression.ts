import type { FieldError } from '@crossdock/kernel/ground'
import { compile } from './compile.js'
import type { Fault } from './fault.js'
import { limits } from './limits.js'
import { faultText } from './sentences.js'

/** Returns the errors of an expression that are known before the expression reads anything. */
export function wrongExpression(source: string, field: string): FieldError[] {
  try {
    compile(source)
    return []
  } catch (fault) {
    return [{ field, rule: 'expression', text: faultText(fault as Fault, limits.usualMs) }]
  }
}
