import { answerShape, instant } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

/** A hundred years, like `logsRetentionDays` of environments. */
export const mostDays = 36_500

const kind = () => vine.string().maxLength(100)
const count = () => vine.number().withoutDecimals()

export const retentionBody = vine.create({
  rules: vine
    .array(
      vine.object({
        kind: kind(),
        days: vine.number({ strict: true }).withoutDecimals().min(1).max(mostDays).nullable().meta({
          description: 'null removes the rule.',
        }),
      })
    )
    .maxLength(100)
    .meta({ description: 'Kinds that are left out do not change.' }),
  confirm: vine
    .boolean({ strict: true })
    .optional()
    .meta({ description: 'Whether existing records may be deleted.' }),
})

export const retentionAnswer = answerShape('Retention', {
  rules: vine.array(vine.object({ kind: kind(), days: count() })).meta({
    description: 'The rules of the organization.',
  }),
  records: vine.array(
    vine.object({
      kind: kind(),
      label: vine.string(),
      description: vine.string(),
      belongsTo: vine.enum(['tenant', 'environment'] as const).meta({
        description:
          'tenant: the rule decides, otherwise the default. environment: its `logsRetentionDays` decides, which a rule may only shorten.',
      }),
      days: count().nullable().meta({ description: 'The rule of the organization.' }),
      defaultDays: count()
        .nullable()
        .meta({ description: 'Days without a rule; null: unlimited.' }),
      keptDays: count()
        .nullable()
        .meta({ description: 'Resulting days; null: unlimited, or see `environments`.' }),
      environments: vine.array(
        vine.object({
          id: vine.string(),
          name: vine.string(),
          logsRetentionDays: count(),
          keptDays: count(),
        })
      ),
      least: vine
        .object({ days: count(), reason: vine.string() })
        .nullable()
        .meta({ description: 'Minimum number of days, and the reason.' }),
      warnDays: count()
        .nullable()
        .meta({ description: 'Days between the announcement of a deletion and the deletion.' }),
    })
  ),
  lastRuns: vine
    .array(
      vine.object({
        kind: kind(),
        startedAt: instant(),
        endedAt: instant().nullable().meta({ description: 'null: still running.' }),
        deleted: count(),
        failed: vine.boolean({ strict: true }),
      })
    )
    .meta({ description: 'The last deletion of each kind.' }),
  due: vine.array(vine.object({ kind: kind(), at: instant(), count: count() })).meta({
    description:
      'The announced deletion: the number of records (up to 1,000) and the earliest time.',
  }),
})
