import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { clock } from '@crossdock/kernel/database'
import type { Output } from '@crossdock/kernel/shapes'
import { CronFault, nextTime } from '@crossdock/kernel/jobs'
import { part } from '@crossdock/kernel/kinds'
import { triggerFields, words } from '../definition/trigger_fields.js'

/** If the previous run is still active, the new one waits for it, is skipped, or replaces it. */
export const overlapRules = ['queue', 'skip', 'cancel_oldest'] as const
/** Which missed times get a run: none, one run for all, or each one up to a limit. */
export const missedRules = ['skip', 'one', 'all'] as const

const sentences: Record<CronFault['kind'], string> = {
  parts:
    '"{{ value }}" does not have five fields. Write minute, hour, day, month and weekday, like 45 6 * * 1-5.',
  cron: '"{{ value }}" cannot be read as a schedule: {{ reason }}',
  never: '"{{ value }}" names a date that never comes. Choose another day or month.',
  zone: '"{{ value }}" is not a time zone. Use a name like Europe/Berlin.',
}

/** Returns the error of a schedule or of its time zone; undefined if both are valid. */
function faultOf(cron: string, timeZone: string): CronFault | undefined {
  try {
    nextTime(cron, timeZone, clock.date())
    return undefined
  } catch (error) {
    if (error instanceof CronFault) return error
    throw error
  }
}

const report = (fault: CronFault | undefined, value: unknown, field: Field) => {
  if (fault) field.report(sentences[fault.kind], 'cron', field, { value, reason: fault.reason })
}
type Field = Parameters<Parameters<typeof vine.createRule>[0]>[2]

const cronRule = vine.createRule((value, _options: undefined, field) =>
  report(faultOf(String(value), 'UTC'), value, field)
)
const zoneRule = vine.createRule((value, _options: undefined, field) =>
  report(faultOf('0 0 * * *', String(value)), value, field)
)

/** A cron expression of five fields. */
export const cronField = () =>
  vine.string().trim().minLength(1).maxLength(200).use(cronRule(undefined))
/** The name of a time zone: `Europe/Berlin`. */
export const zoneField = () =>
  vine.string().trim().minLength(1).maxLength(64).use(zoneRule(undefined))

export const scheduleMessages = new SimpleMessagesProvider({
  'schedule.required': 'Enter when the workflow runs.',
  'schedule.minLength': 'Enter when the workflow runs.',
  required: 'The {{ field }} is required.',
  string: 'The {{ field }} must be a text.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

export const scheduleConfig = vine.create({
  schedule: part(cronField(), {
    title: 'Schedule',
    description: 'Minute, hour, day of the month, month and weekday.',
    examples: ['45 6 * * 1-5'],
  }),
  timeZone: part(zoneField().optional(), {
    title: 'Time zone',
    description: 'The time zone of these times.',
    default: 'UTC',
    examples: ['Europe/Berlin'],
  }),
  overlap: part(vine.enum(overlapRules).optional(), {
    title: 'If the last run is still going',
    default: 'queue',
  }),
  missed: part(vine.enum(missedRules).optional(), {
    title: 'If nothing could start at that time',
    default: 'one',
  }),
  eventTypes: words(triggerFields.eventType()).optional(),
  fileTypes: words(triggerFields.fileType()).optional(),
  folderPaths: words(triggerFields.folderPath()).optional(),
  webhookUrl: triggerFields.webhookUrl(),
})
scheduleConfig.messagesProvider = scheduleMessages

export type ScheduleConfig = Output<typeof scheduleConfig>

/** Returns a schedule with its defaults. */
export const rulesOf = ({
  schedule,
  timeZone = 'UTC',
  overlap = 'queue',
  missed = 'one',
}: ScheduleConfig) => ({ cron: schedule, timeZone, overlap, missed })

export type ScheduleRules = ReturnType<typeof rulesOf>
