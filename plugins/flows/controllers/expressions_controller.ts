import { Reader, type Input } from '@crossdock/kernel/http'
import { evaluate } from '../expressions/evaluate.js'
import type { previewExpressionBody } from '../validators/expression.js'

export default class ExpressionsController {
  async preview({ body, http }: Input<typeof previewExpressionBody>) {
    const { expression, sample, deadlineMs } = body
    const evaluated = await evaluate(expression, sample, deadlineMs ? { deadlineMs } : {})
    if (!evaluated.fault) return { result: evaluated.value, error: null, position: null }
    const { text, position } = evaluated.fault
    return { result: null, error: new Reader(http).say(text), position }
  }
}
