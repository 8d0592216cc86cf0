import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { assetsRead } from '@crossdock/backend/assets'
import { english, Problem, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { flowsRead, StepFailed, type StepType } from '../contracts/index.js'
import { evaluate } from '../expressions/evaluate.js'
import { limits } from '../expressions/limits.js'
import { allSources } from '../expressions/run_values.js'

const config = vine.create({
  expression: part(vine.string().trim().minLength(1).maxLength(limits.sourceCharacters), {
    title: 'Expression',
    description:
      'In JSONata. It reads file, user, event, data, trigger, steps, item, and index; its result is the output of the step.',
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

/** Computes a value with a JSONata expression. */
export const transform: StepType<Config> = {
  label: 'Transform',
  description: 'Computes a value from the file, the event, and the outputs of earlier steps',
  icon: 'code',
  config,
  outputPermission: flowsRead,
  // The output may repeat content of the file, so the saver must be allowed to read files.
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

/** Loads JSONata only now, when the first expression is saved. */
async function check({ config: { expression } }: { config: Config }): Promise<FieldError[]> {
  const { wrongExpression } = await import('../expressions/wrong_expression.js')
  return wrongExpression(expression, 'config.expression')
}

/** Evaluates the expression. A busy server is a temporary error, so the step is retried. */
async function evaluated(...given: Parameters<typeof evaluate>) {
  try {
    const { fault, ...rest } = await evaluate(...given)
    return { fault, value: 'value' in rest ? rest.value : undefined }
  } catch (error) {
    if (error instanceof Problem && error.status === 429) throw new StepFailed(error.message)
    throw error
  }
}
