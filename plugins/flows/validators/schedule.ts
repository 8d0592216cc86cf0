import { answerShape, instant, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import {
  cronField,
  missedRules,
  overlapRules,
  scheduleMessages,
  zoneField,
} from '../schedules/config.js'

export const scheduleTimesQuery = vine.create({
  schedule: cronField(),
  timeZone: zoneField().optional(),
})
scheduleTimesQuery.messagesProvider = scheduleMessages

const times = () => vine.array(instant()).meta({ description: 'The next five times it is due.' })

export const scheduleTimesAnswer = answerShape('ScheduleTimes', {
  timeZone: vine.string(),
  sentence: vine.string().nullable().meta({
    description:
      'The schedule in words, in the language of the reader. Null if it cannot be put into words.',
  }),
  times: times(),
})

export const workflowScheduleAnswer = answerShape('WorkflowSchedule', {
  workflowId: vine.string(),
  schedule: vine.string().nullable().meta({
    description: 'Null, like all other fields, for a workflow that is not scheduled.',
  }),
  timeZone: vine.string().nullable(),
  overlap: openEnum(overlapRules).nullable(),
  missed: openEnum(missedRules).nullable(),
  nextAt: instant().nullable().meta({
    description:
      'The scheduled time of the next run: in the past while it waits for the previous run, null while the workflow is paused.',
  }),
  lastFor: instant().nullable().meta({ description: 'The scheduled time of the last run.' }),
  lastRunId: vine.string().nullable(),
  times: times(),
})
