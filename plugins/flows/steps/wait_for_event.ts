import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { randomUUID } from 'node:crypto'
import { activityRead } from '@crossdock/backend/activity'
import { assetsRead } from '@crossdock/backend/assets'
import { clock } from '@crossdock/kernel/database'
import { text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { currentContext } from '@crossdock/kernel/tenancy'
import { beginningOf, endWait, keepWait } from '../actions/event_waits.js'
import { StepFailed, type StepType } from '../contracts/index.js'
import { valuePath } from '../expressions/value_path.js'
import { mayReadEventType, waitableEvents } from '../definition/waitable_events.js'
import { compareWith, needsOther, operators } from '../expressions/compare.js'
import { readValue, valuePathShape } from '../expressions/read_value.js'
import { namesOfOperators, namesOfUnits } from './names.js'

const units = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const
const longestDays = 366

const config = vine.create({
  eventTypes: part(
    vine.array(vine.string().minLength(1).maxLength(100)).minLength(1).maxLength(20),
    {
      title: 'Events',
      description: 'The first of them ends the wait.',
      examples: ['file_upload'],
      'x-choose': 'events',
    }
  ),
  sameAsset: part(vine.boolean({ strict: true }).optional(), {
    title: 'Only about the file of the run',
    default: false,
  }),
  value: part(valuePathShape().optional(), {
    title: 'Value',
    description: 'Path of the value in the event. None means every event.',
    examples: ['event.payload.name'],
  }),
  operator: part(vine.enum(operators).optional(), {
    title: 'Comparison',
    default: 'equals',
    ...namesOfOperators,
  }),
  other: part(vine.string().maxLength(1_000).optional(), {
    title: 'Compared with',
    examples: ['invoice.pdf'],
  }),
  otherPath: part(valuePathShape().optional(), {
    title: 'Or compared with a value of the run',
    description: 'Read when the step starts to wait.',
    examples: ['steps.call.body.number'],
  }),
  amount: part(vine.number({ strict: true }).min(1).optional(), {
    title: 'How long',
    description: 'At most 366 days.',
    default: 7,
  }),
  unit: part(vine.enum(['minutes', 'hours', 'days'] as const).optional(), {
    title: 'Unit',
    default: 'days',
    ...namesOfUnits,
  }),
  whenLate: part(vine.enum(['fail', 'continue'] as const).optional(), {
    title: 'When nothing came',
    default: 'fail',
    'x-names': { fail: 'Fail the step', continue: 'Continue with timedOut' },
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  'eventTypes.required': 'Choose at least one event.',
  'eventTypes.array.minLength': 'Choose at least one event.',
  'eventTypes.array.maxLength': 'Choose at most {{ max }} events.',
  string: 'The {{ field }} must be a text.',
  boolean: 'The {{ field }} field must be true or false.',
  number: 'The {{ field }} must be a number.',
  min: 'The {{ field }} must be {{ min }} or more.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

type Config = Output<typeof config>

const lengthOf = ({ amount = 7, unit = 'days' }: Config) => amount * units[unit]

/** Waits until an event happens, across restarts and without occupying a worker. */
export const waitForEvent: StepType<Config> = {
  label: 'Wait for event',
  description: 'Waits until an event happens, or until a time',
  icon: 'clock',
  config,
  // Its output contains the event from the log.
  outputPermission: activityRead,
  permissions: [activityRead, assetsRead],
  check,
  reads: ({ otherPath }) => ({ otherPath }),
  outputShape: () => ({ properties: { timedOut: {}, event: {} } }),
  async run({ step: { config }, path, input, execution }) {
    const { eventTypes, sameAsset = false, value, operator = 'equals' } = config
    const lacking = eventTypes.find((name) => !mayReadEventType(name))
    if (lacking) {
      const message = `The person who saved the workflow may not read events of the type "${lacking}", or the type no longer exists.`
      throw new StepFailed(message, { retryable: false, family: 'auth' })
    }
    if (sameAsset && !input.assetId) {
      throw new StepFailed('The run has no file, so no event can be about it.', {
        retryable: false,
        family: 'invalid',
      })
    }
    const fromSeq = await beginningOf(execution.id, path)
    const token = randomUUID()
    const other = config.otherPath
      ? await readValue(valuePath(config.otherPath) ?? [], input)
      : config.other
    const filter = value ? { value, operator, other: compareWith(other) } : null
    const assetId = sameAsset ? input.assetId : null
    const { lenderId = null } = currentContext()
    const until = new Date(clock.now() + lengthOf(config))
    return {
      wait: { token, until },
      output: { until },
      save: () =>
        keepWait({
          runId: execution.id,
          token,
          eventTypes,
          fromSeq,
          assetId,
          filter,
          savedBy: lenderId,
        }),
    }
  },
  expired({ step: { config }, token }) {
    const save = () => endWait(token)
    const { eventTypes, whenLate } = config
    if (whenLate === 'continue') return { output: { timedOut: true, event: null }, save }
    const message = `None of these events came in time: ${eventTypes.join(', ')}.`
    throw new StepFailed(message, { retryable: false, family: 'timeout', save })
  },
}

function check({ config }: { config: Config }): FieldError[] {
  const errors: FieldError[] = []
  const names = waitableEvents().map(({ name }) => name)
  for (const [at, name] of config.eventTypes.entries()) {
    if (names.includes(name) && mayReadEventType(name)) continue
    const sentence = names.includes(name)
      ? text('You may not read events of the type "{name}".', { name })
      : text('There are no events of the type "{name}".', { name })
    errors.push({ field: `config.eventTypes.${at}`, rule: 'exists', text: sentence })
  }
  const { value, operator = 'equals', other, otherPath } = config
  if (value && valuePath(value)?.[0] !== 'event') {
    const sentence = text('The value must be a path that starts with "event".')
    errors.push({ field: 'config.value', rule: 'path', text: sentence })
  }
  if (value && needsOther(operator) && !other && !otherPath) {
    const sentence = text('Enter the value to compare with.')
    errors.push({ field: 'config.other', rule: 'required', text: sentence })
  }
  if (lengthOf(config) > longestDays * units.days) {
    const sentence = text('A step may wait at most {days} days.', { days: longestDays })
    errors.push({ field: 'config.amount', rule: 'range', text: sentence })
  }
  return errors
}
