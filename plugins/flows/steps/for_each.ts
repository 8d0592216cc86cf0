import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { assetsRead } from '@crossdock/backend/assets'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { flowsRead, StepFailed, type StepType } from '../contracts/index.js'
import { valuePath } from '../expressions/value_path.js'
import { readValue, valuePathShape } from '../expressions/read_value.js'

const config = vine.create({
  items: part(valuePathShape(), {
    title: 'List',
    description: 'Path of the items. At most 1,000.',
    examples: ['steps.call.body.orders', 'trigger.body.lines'],
  }),
  parallel: part(vine.number({ strict: true }).withoutDecimals().range([1, 20]).optional(), {
    title: 'Items at a time',
    description: '1 processes them one after the other.',
    examples: ['1'],
  }),
  onItemError: part(vine.enum(['stop', 'continue'] as const).optional(), {
    title: 'When an item fails',
    default: 'stop',
    'x-names': {
      stop: 'Stop and fail the step',
      continue: 'Continue with the other items',
    },
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  'items.required': 'Enter the list for the step.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a whole number from 1 to 20.',
  withoutDecimals: 'The {{ field }} must be a whole number from 1 to 20.',
  range: 'The {{ field }} must be a whole number from {{ min }} to {{ max }}.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

/** Runs the steps of its branch once for each item of a list. These steps can read `item` and `index`. */
export const forEach: StepType<Output<typeof config>> = {
  label: 'For each',
  description: 'Runs steps once for each item of a list',
  icon: 'repeat',
  config,
  branches: ['each'],
  perItem: true,
  reads: ({ items }) => ({ items }),
  outputShape: () => ({
    properties: {
      results: {},
      failedItems: { items: { properties: { index: {}, message: {}, family: {} } } },
    },
  }),
  outputPermission: flowsRead,
  // The list may be part of the file, so the saver must be allowed to read files.
  permissions: [assetsRead],
  async run({ step: { config }, input }) {
    const { items: path, parallel = 1, onItemError = 'stop' } = config
    const items = await readValue(valuePath(path) ?? [], input)
    if (Array.isArray(items)) return { enter: 'each', items, parallel, onItemError }
    const message =
      items === undefined || items === null
        ? `This run has no ${path}. Choose a list.`
        : `${path} is ${whatIs(items)}. Choose a list.`
    throw new StepFailed(message, { retryable: false, family: 'invalid' })
  },
}

function whatIs(value: NonNullable<unknown>): string {
  if (typeof value === 'string') return 'a text, not a list'
  if (typeof value === 'object' && 'truncated' in value) {
    return 'in an output that was too large to store whole'
  }
  return typeof value === 'object' ? 'an object, not a list' : `a ${typeof value}, not a list`
}
