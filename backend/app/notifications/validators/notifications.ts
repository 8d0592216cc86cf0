import { answerShape, anything, instant, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

export const notificationAnswer = answerShape('Notification', {
  id: vine.string(),
  kind: vine.string(),
  label: vine.string().meta({ description: 'Name of the kind.' }),
  text: vine.string(),
  count: vine.number().withoutDecimals().meta({
    description: 'Number of repetitions within the hour.',
  }),
  eventType: vine.string(),
  entityType: vine.string().nullable().meta({ description: 'Type of the target.' }),
  entityId: vine.string().nullable(),
  metadata: vine.record(anything()).meta({ description: 'Payload of the newest event.' }),
  place: vine
    .string()
    .nullable()
    .meta({ description: 'Path in the console where people act on notifications of this kind.' }),
  createdAt: instant(),
  endedAt: instant().nullable(),
  readAt: instant().nullable(),
})

export const unreadAnswer = answerShape('UnreadNotifications', {
  count: vine.number().withoutDecimals().meta({ description: '100 at most.' }),
  more: vine.boolean({ strict: true }).meta({ description: 'Whether there are more.' }),
})

export const readBody = vine.create({
  ids: vine
    .array(vine.string().regex(/^[\w-]{1,36}$/))
    .minLength(1)
    .maxLength(1000)
    .optional(),
  upTo: vine
    .string()
    .regex(isoInstant)
    .optional()
    .meta({ description: 'Marks all that existed at this instant; instead of ids.' }),
})

const offered = () => ({
  console: vine.boolean({ strict: true }).nullable(),
  mail: vine.boolean({ strict: true }).nullable().meta({
    description: 'null: not available, for example because Crossdock sends a separate mail.',
  }),
})

export const settingsAnswer = answerShape('NotificationSettings', {
  kinds: vine.array(
    namedShape('NotificationKindSettings', {
      kind: vine.string(),
      label: vine.string(),
      description: vine.string(),
      ...offered(),
      defaults: namedShape('NotificationChannels', offered()),
    })
  ),
})

export const settingsBody = vine.create({
  kinds: vine
    .array(
      vine.object({
        kind: vine.string().maxLength(60),
        console: vine.boolean({ strict: true }).optional(),
        mail: vine.boolean({ strict: true }).optional(),
      })
    )
    .minLength(1)
    .maxLength(100),
})
