import { clock } from '@crossdock/kernel/database'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { flowsRead, type StepType } from '../contracts/index.js'
import { namesOfUnits } from './names.js'

const units = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const
type Unit = keyof typeof units
const names = Object.keys(units) as Unit[]

const longestMs = 366 * units.days

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

const momentRule = vine.createRule(
  (value, _options: undefined, field) => {
    if (moment.test(value as string) && !Number.isNaN(Date.parse(value as string))) return
    const sentence = '{{ field }} must be a time with its zone, like 2026-03-01T08:00:00+01:00.'
    field.report(sentence, 'moment', field)
  },
  { toJSONSchema: (schema) => void (schema.format = 'date-time') }
)

const config = vine.create({
  amount: part(vine.number({ strict: true }).min(0).optional(), {
    title: 'How long',
    description: 'At most 366 days.',
    examples: ['15'],
  }),
  unit: part(vine.enum(names).optional(), {
    title: 'Unit',
    default: 'minutes',
    ...namesOfUnits,
  }),
  until: part(vine.string().maxLength(40).use(momentRule(undefined)).optional(), {
    title: 'Or until',
    description: 'A time with its zone.',
    examples: ['2026-03-01T08:00:00+01:00'],
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  number: 'The {{ field }} must be a number.',
  min: 'The {{ field }} must be {{ min }} or more.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

type Config = Output<typeof config>

const lengthOf = ({ amount = 0, unit = 'minutes' }: Config) => amount * units[unit]

/** Waits for a while or until a time, across restarts and without occupying a worker. */
export const delay: StepType<Config> = {
  label: 'Delay',
  description: 'Waits for a while or until a time',
  icon: 'clock',
  config,
  outputPermission: flowsRead,
  permissions: [],
  outputShape: () => ({ properties: { until: {} } }),
  check,
  async run({ step: { config } }) {
    const until = config.until ? new Date(config.until) : new Date(clock.now() + lengthOf(config))
    return { wait: until, output: { until } }
  },
}

function check({ config }: { config: Config }): FieldError[] {
  const { amount, until } = config
  const field = 'config.amount'
  if ((amount === undefined) === (until === undefined)) {
    const sentence = text('Enter either how long the step waits, or until when.')
    return [{ field, rule: 'required', text: sentence }]
  }
  const ms = until ? Date.parse(until) - clock.now() : lengthOf(config)
  if (ms <= longestMs) return []
  const sentence = text('A step may wait at most {days} days.', { days: longestMs / units.days })
  return [{ field: until ? 'config.until' : field, rule: 'range', text: sentence }]
}
