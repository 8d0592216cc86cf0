import { clock } from '@crossdock/kernel/database'
import { nextTimes } from '@crossdock/kernel/jobs'
import { WorkflowSchedule } from '../models/workflow_schedule.js'
import { rulesOf, type ScheduleConfig } from '../schedules/config.js'
import { findWorkflow } from './workflows.js'

const timesShown = 5

/** Returns the next due times of a schedule, saved or not. */
export function timesOf(schedule: string, timeZone = 'UTC') {
  const times = nextTimes(schedule, timeZone, clock.date(), timesShown)
  return { timeZone, times: times.map((time) => time.toISOString()) }
}

const unscheduled = {
  schedule: null,
  timeZone: null,
  overlap: null,
  missed: null,
  nextAt: null,
  lastFor: null,
  lastRunId: null,
  times: [],
}

/**
 * Returns the schedule of a workflow with its state; empty for a workflow with another trigger.
 * @throws Problem 404
 */
export async function workflowSchedule(id: string) {
  const { triggerType, triggerConfig } = await findWorkflow(id)
  if (triggerType !== 'scheduled') return { workflowId: id, ...unscheduled }
  const { cron: schedule, ...rules } = rulesOf(triggerConfig as ScheduleConfig)
  const row = await WorkflowSchedule.query().where('workflow_id', id).first()
  return {
    workflowId: id,
    schedule,
    ...rules,
    nextAt: row?.nextAt ?? null,
    lastFor: row?.lastFor ?? null,
    lastRunId: row?.lastRunId ?? null,
    times: row?.nextAt ? timesOf(schedule, rules.timeZone).times : [],
  }
}
