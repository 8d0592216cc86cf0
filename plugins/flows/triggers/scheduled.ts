import type { TriggerType } from '../contracts/index.js'
import { scheduleConfig, type ScheduleConfig } from '../schedules/config.js'
import { beginSchedule, endSchedule, pauseSchedule } from '../schedules/keep_schedule.js'

/** Starts at scheduled times. Steps read `scheduledFor` and `previousRun` of `input.data`. */
export const scheduled: TriggerType<ScheduleConfig> = {
  label: 'Scheduled',
  description: 'The clock starts it, again and again',
  icon: 'calendar-clock',
  config: scheduleConfig,
  activated: beginSchedule,
  deactivated: pauseSchedule,
  left: endSchedule,
}
