import { answerShape, instant } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

/** A hundred years, as `logsRetentionDays` of environments. */
export const mostDays = 36_500

const kind = () => vine.string().maxLength(100)
const count = () => vine.number().withoutDecimals()

export const retentionBody = vine.create({
  rules: vine
    .array(
      vine.object({
        kind: kind(),
        days: vine.number({ strict: true }).withoutDecimals().min(1).max(mostDays).nullable().meta({
          description: 'null takes the rule away.',
        }),
      })
    )
    .maxLength(100)
    .meta({ description: 'Kinds that are left out stay as they are.' }),
  confirm: vine
    .boolean({ strict: true })
    .optional()
    .meta({ description: 'Whether records that are there may be deleted by it.' }),
})

export const retentionAnswer = answerShape('Retention', {
  rules: vine.array(vine.object({ kind: kind(), days: count() })).meta({
    description: 'What the organization has decided.',
  }),
  records: vine.array(
    vine.object({
      kind: kind(),
      label: vine.string(),
      description: vine.string(),
      belongsTo: vine.enum(['tenant', 'environment'] as const).meta({
        description:
          'tenant: the rule decides, else the default. environment: its `logsRetentionDays` decides, which a rule may only shorten.',
      }),
      days: count().nullable().meta({ description: 'The rule of the organization.' }),
      defaultDays: count().nullable().meta({ description: 'Without a rule; null: no end.' }),
      keptDays: count()
        .nullable()
        .meta({ description: 'What comes of it; null: no end, or as `environments` says.' }),
      environments: vine.array(
        vine.object({
          ...{ id: vine.string(), name: vine.string() },
          ...{ logsRetentionDays: count(), keptDays: count() },
        })
      ),
      least: vine
        .object({ days: count(), reason: vine.string() })
        .nullable()
        .meta({ description: 'Kept for so long whatever is said, and why.' }),
      warnDays: count()
        .nullable()
        .meta({ description: 'Nothing goes before it was told so many days earlier.' }),
    })
  ),
  lastRuns: vine
    .array(
      vine.object({
        kind: kind(),
        startedAt: instant(),
        endedAt: instant().nullable().meta({ description: 'null: it is under way.' }),
        deleted: count(),
        failed: vine.boolean({ strict: true }),
      })
    )
    .meta({ description: 'The last deletion of each kind.' }),
  due: vine
    .array(vine.object({ kind: kind(), at: instant(), count: count() }))
    .meta({ description: 'What was announced: how many (up to 1,000) go at the earliest when.' }),
})
