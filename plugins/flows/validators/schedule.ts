import { answerShape, instant, word } from '@crossdock/kernel/http'
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
      'The schedule in words, in the language of the reader. Null where there are none for it.',
  }),
  times: times(),
})

export const workflowScheduleAnswer = answerShape('WorkflowSchedule', {
  workflowId: vine.string(),
  schedule: vine.string().nullable().meta({
    description: 'Null, as all else, for a workflow that is not scheduled.',
  }),
  timeZone: vine.string().nullable(),
  overlap: word(overlapRules).nullable(),
  missed: word(missedRules).nullable(),
  nextAt: instant().nullable().meta({
    description:
      'The time for which the next run is meant: past while it waits for the run before, null while the workflow is paused.',
  }),
  lastFor: instant().nullable().meta({ description: 'The time for which the last run was meant.' }),
  lastRunId: vine.string().nullable(),
  times: times(),
})
