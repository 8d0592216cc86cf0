import { answerShape, instant, namedShape, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { fingerprintShape } from '../plan/fingerprint.js'
import { mostItems } from '../plan/gather.js'
import { actions, warningCodes } from '../plan/plan.js'

/** At once; each may name as many systems and endpoints as it likes. */
const mostWorkflows = 50
const longestPlan = mostItems * 33

export const promoteBody = vine.create({
  targetId: vine.string().minLength(1).maxLength(64).meta({
    description: 'Id or name of the environment to promote to.',
  }),
  workflowIds: vine
    .array(vine.string().minLength(1).maxLength(64))
    .minLength(1)
    .maxLength(mostWorkflows)
    .distinct(),
  dryRun: vine.boolean({ strict: true }).optional().meta({
    description: 'Only says what would be done.',
  }),
  plan: vine.string().maxLength(longestPlan).regex(fingerprintShape).nullable().optional().meta({
    description: 'What a dry run answered: 409 when something has changed since.',
  }),
})

const text = () => vine.string().nullable()

const item = () =>
  namedShape('PromotedItem', {
    kind: vine.string().meta({ examples: ['systems', 'endpoints', 'workflows'] }),
    name: vine.string(),
    sourceId: vine.string(),
    targetId: text().meta({ description: 'null: it is only planned to be made.' }),
    action: word(actions),
    byName: vine.boolean({ strict: true }).meta({
      description: 'Its counterpart was found by its name: nothing was promoted to it before.',
    }),
    changes: vine
      .array(
        namedShape('PromotedChange', {
          field: vine.string().meta({ examples: ['steps.2.config.params.number'] }),
          from: text().meta({ description: 'At most 200 characters; null: not set.' }),
          to: text(),
        })
      )
      .meta({
        description:
          'At most 50, for callers who may change such rows. Credentials are neither shown nor promoted.',
      }),
  })

const warning = () =>
  namedShape('PromotionWarning', {
    code: word(warningCodes),
    kind: text(),
    name: text(),
    message: vine.string(),
  })

export const promotionAnswer = answerShape('Promotion', {
  id: text().meta({ description: 'null of a plan.' }),
  tenantId: vine.string(),
  sourceId: vine.string().meta({ description: 'The environment may be gone.' }),
  sourceName: vine.string(),
  targetId: vine.string(),
  targetName: vine.string(),
  items: vine.array(item()).meta({ description: 'Those of kinds that you may see.' }),
  warnings: vine.array(warning()),
  lost: vine.array(vine.string()).meta({
    description:
      'Where credentials were that taking it back could not bring back, or deleted; of the answer to that only.',
    examples: [['Post order: requestSchema.headers.Authorization']],
  }),
  plan: text().meta({ description: 'Of a plan: to be sent when it is applied.' }),
  createdAt: instant().nullable().meta({ description: 'null of a plan.' }),
  promotedBy: text(),
  promotedByName: text(),
  undoneAt: instant().nullable(),
  undoneBy: text(),
  undoneByName: text(),
})
