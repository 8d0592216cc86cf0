import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { assetsRead } from '@crossdock/backend/assets'
import { english, Problem, type FieldError, type Output } from '@crossdock/kernel/http'
import { part } from '@crossdock/kernel/kinds'
import { flowsRead, StepFailed, type StepType } from '../contracts/index.js'
import { evaluate } from '../expressions/evaluate.js'
import { limits } from '../expressions/limits.js'
import { allSources } from './run_values.js'

const config = vine.create({
  expression: part(vine.string().trim().minLength(1).maxLength(limits.sourceCharacters), {
    title: 'Expression',
    description:
      'In JSONata. It reads file, user, event, data, trigger, steps, item, and index; what it makes is the output of the step.',
    examples: ['{ "order": steps.call.body.id, "name": $uppercase(file.name) }'],
  }),
  deadlineMs: part(
    vine.number({ strict: true }).withoutDecimals().range([10, limits.mostMs]).optional(),
    {
      title: 'Longest time (ms)',
      description: 'At most 5,000.',
      examples: [String(limits.usualMs)],
    }
  ),
})

config.messagesProvider = new SimpleMessagesProvider({
  'expression.required': 'Write the expression.',
  'expression.minLength': 'Write the expression.',
  maxLength: 'The {{ field }} may have at most {{ max }} characters.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a whole number.',
  withoutDecimals: 'The {{ field }} must be a whole number.',
  range: 'The {{ field }} must be a whole number from {{ min }} to {{ max }}.',
})

type Config = Output<typeof config>

/** Makes one value of others, by an expression. */
export const transform: StepType<Config> = {
  label: 'Transform',
  description: 'Computes a value from the file, the event, and the outputs of earlier steps',
  icon: 'code',
  config,
  outputPermission: flowsRead,
  // Its output repeats what it reads of the file.
  permissions: [assetsRead],
  check,
  async run({ step: { config }, input, signal }) {
    const { expression, deadlineMs = limits.usualMs } = config
    const values = await allSources(input)
    const { value, fault } = await evaluated(expression, values, { deadlineMs, signal })
    if (fault) throw new StepFailed(english(fault.text), { retryable: false })
    return { output: value }
  },
}

/** JSONata is loaded when the first expression is saved. */
async function check({ config: { expression } }: { config: Config }): Promise<FieldError[]> {
  const { wrongExpression } = await import('../expressions/wrong_expression.js')
  return wrongExpression(expression, 'config.expression')
}

/** That the server is busy is over at a later try. */
async function evaluated(...given: Parameters<typeof evaluate>) {
  try {
    const { fault, ...rest } = await evaluate(...given)
    return { fault, value: 'value' in rest ? rest.value : undefined }
  } catch (error) {
    if (error instanceof Problem && error.status === 429) throw new StepFailed(error.message)
    throw error
  }
}
