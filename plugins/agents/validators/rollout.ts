import { answerShape, timeOfDay } from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'

const count = () => vine.number().withoutDecimals()

export const rolloutBody = vine.create({
  isActive: vine.boolean({ strict: true }).optional(),
  percentage: vine.number({ strict: true }).withoutDecimals().range([1, 100]).optional(),
  maxFailures: vine.number({ strict: true }).withoutDecimals().range([1, 1_000]).optional(),
  updateHours: vine.object({ from: timeOfDay(), to: timeOfDay() }).nullable().optional(),
})
rolloutBody.messagesProvider = new SimpleMessagesProvider({
  number: 'The {{ field }} must be a number.',
  required: 'The {{ field }} is required.',
})

export const rolloutAnswer = answerShape('AgentRollout', {
  isActive: vine.boolean({ strict: true }),
  percentage: count().meta({
    description: 'Percentage of the agents. Each version selects different ones.',
  }),
  maxFailures: count().meta({
    description: 'The rollout of a version stops after this many failures.',
  }),
  updateHours: vine
    .object({ from: vine.string(), to: vine.string() })
    .nullable()
    .meta({ description: 'UTC; null: at any time.' }),
  version: vine.string().nullable().meta({ description: 'Version of the downloads.' }),
  stoppedReason: vine.string().nullable(),
  agents: count(),
  current: count().meta({ description: 'Agents that run this version.' }),
  requested: count(),
  rolledBack: count(),
  failed: count(),
})
