import type jsonata from 'jsonata'
import { compile } from './compile.js'
import type { Fault } from './fault.js'
import { limits } from './limits.js'
import { sizeUpTo } from './size_up_to.js'

/** A message to the worker: the expression, and its input as JSON. */
export interface EvaluationRequest {
  source: string
  input: string
  deadlineMs: number
}
export type Reply = { result: string } | { fault: Fault }

/** Cached expressions, last used last. */
const compiled = new Map<string, jsonata.Expression>()
const mostCompiled = 50

function expressionOf({ source, deadlineMs }: EvaluationRequest): jsonata.Expression {
  const key = `${deadlineMs} ${source}`
  const expression = compiled.get(key) ?? prepared(source, deadlineMs)
  compiled.delete(key)
  compiled.set(key, expression)
  if (compiled.size > mostCompiled) compiled.delete(compiled.keys().next().value!)
  return expression
}

function prepared(source: string, deadlineMs: number): jsonata.Expression {
  const expression = compile(source, deadlineMs)
  const pad = (text: string, width: number, letter = ' ') => {
    if (Math.abs(width) > limits.padCharacters) throw { code: 'tooLarge' }
    const made = letter || ' '
    return width < 0 ? text.padStart(-width, made) : text.padEnd(width, made)
  }
  expression.registerFunction('pad', pad, '<s-ns?:s>')
  return expression
}

async function evaluate(request: EvaluationRequest): Promise<Reply> {
  try {
    const result: unknown = await expressionOf(request).evaluate(JSON.parse(request.input))
    if (sizeUpTo(result, limits.resultBytes) > limits.resultBytes) return refused('tooLarge')
    const json = JSON.stringify(result) ?? 'null'
    return Buffer.byteLength(json) > limits.resultBytes ? refused('tooLarge') : { result: json }
  } catch (error) {
    // Report neither the message nor values of the error, because they contain input.
    if (error instanceof RangeError) return refused('tooDeep')
    const { code = 'unknown', position = null, said } = error as Partial<Fault>
    const isOurs = typeof said === 'string'
    return { fault: { code: String(code), position, ...(isOurs ? { said } : {}) } }
  }
}

const refused = (code: string): Reply => ({ fault: { code, position: null } })

// The worker exits with the process that started it.
process.on('disconnect', () => process.exit())
process.on('message', (request: EvaluationRequest) => {
  void evaluate(request).then((reply) => process.send!(reply))
})
process.send!('ready')
