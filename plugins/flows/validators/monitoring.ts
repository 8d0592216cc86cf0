import { answerShape, instant, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { periods } from '../rollups/grains.js'

const id = () => vine.string().maxLength(64).optional()

export const monitoringQuery = vine.create({
  period: vine.enum(periods).optional(),
  workflowId: id(),
  systemId: id(),
})

const count = () => vine.number().withoutDecimals()
const ms = () =>
  vine.number().nullable().meta({ description: 'Milliseconds; null without any run.' })
const figures = () => ({
  completed: count(),
  failed: count(),
  cancelled: count(),
  p50: ms(),
  p95: ms(),
  p99: ms(),
})

export const monitoringAnswer = answerShape('Monitoring', {
  period: vine.string(),
  pointMs: count().meta({ description: 'Milliseconds between two points.' }),
  ...figures(),
  points: vine.array(namedShape('MonitoringPoint', { at: instant(), ...figures() })),
  failures: namedShape('MonitoringFailures', {
    workflows: vine.array(
      namedShape('WorkflowFailures', {
        workflowId: vine.string(),
        workflowName: vine.string().nullable(),
        runs: count(),
        failed: count(),
        executionId: vine.string().nullable().meta({ description: 'The last run that failed.' }),
        errorMessage: vine.string().nullable(),
        canRetry: vine.boolean({ strict: true }),
      })
    ),
    others: count().meta({ description: 'Failed runs of the other workflows.' }),
    unfailing: count().meta({ description: 'Workflows that ran and did not fail.' }),
  }),
  systems: vine.array(
    namedShape('SystemFailures', {
      systemId: vine.string(),
      tries: count(),
      failed: count().meta({ description: 'Steps that failed permanently at this system.' }),
    })
  ),
  queue: namedShape('MonitoringQueue', {
    count: count().meta({ description: 'Runs that no worker has taken for a minute.' }),
    oldest: instant().nullable(),
    points: vine.array(namedShape('QueuePoint', { at: instant(), waiting: count() })),
  }),
  steps: vine.array(
    namedShape('SlowStep', {
      workflowId: vine.string(),
      workflowName: vine.string().nullable(),
      stepId: vine.string(),
      stepName: vine.string().nullable(),
      stepType: vine.string().nullable(),
      systemId: vine.string().nullable(),
      tries: count(),
      p50: ms(),
      p95: ms(),
      share: vine.number().meta({ description: 'Percent of the working time of all steps.' }),
    })
  ),
})
