import { answerShape, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { fingerprintShape } from '../plan/fingerprint.js'
import { mostItems } from '../plan/gather.js'
import { actions, warningCodes } from '../plan_types.js'

/** Maximum number of workflows of one promotion. Each may reference any number of systems and endpoints. */
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
    description: 'The `plan` of a dry run: 409 when something has changed since.',
  }),
})

const text = () => vine.string().nullable()

const item = () =>
  namedShape('PromotedItem', {
    kind: vine.string().meta({ examples: ['systems', 'endpoints', 'workflows'] }),
    name: vine.string(),
    sourceId: vine.string(),
    targetId: text().meta({ description: 'null: it has not been created yet.' }),
    action: openEnum(actions),
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
          'At most 50, for callers who may change these rows. Credentials are neither shown nor promoted.',
      }),
  })

const warning = () =>
  namedShape('PromotionWarning', {
    code: openEnum(warningCodes),
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
  items: vine.array(item()).meta({ description: 'Items of the kinds that you may see.' }),
  warnings: vine.array(warning()),
  lost: vine.array(vine.string()).meta({
    description:
      'Places whose credentials the undo could not restore, or deleted; only in the answer to an undo.',
    examples: [['Post order: requestSchema.headers.Authorization']],
  }),
  plan: text().meta({ description: 'In a plan: send it to apply the plan.' }),
  createdAt: instant().nullable().meta({ description: 'null of a plan.' }),
  promotedBy: text(),
  promotedByName: text(),
  undoneAt: instant().nullable(),
  undoneBy: text(),
  undoneByName: text(),
})
