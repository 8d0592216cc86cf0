import { answerShape } from '@crossdock/kernel/shapes'
import { passkeyAnswer } from '@crossdock/backend/access'
import vine from '@vinejs/vine'
import { nextPath } from './passkeys.js'

export const secondFactorBody = vine.create({ required: vine.boolean({ strict: true }) })

const requiredBy = () => vine.enum(['operator', 'tenant']).nullable()

export const secondFactorRuleAnswer = answerShape('SecondFactorRule', {
  required: vine
    .boolean({ strict: true })
    .meta({ description: 'Whether the tenant requires a second factor itself.' }),
  requiredBy: requiredBy().meta({
    description: 'The operator may require a second factor of everyone.',
  }),
})

export const secondFactorAnswer = answerShape('SecondFactor', {
  required: vine.boolean({ strict: true }),
  requiredBy: requiredBy().meta({
    description: 'Who requires a second factor; null: it is your choice.',
  }),
  recoveryCodes: vine.number().meta({ description: 'Number of codes left.' }),
})

export const recoveryCodesAnswer = answerShape('RecoveryCodes', {
  codes: vine.array(vine.string()),
})

/** Exactly one of the two. */
export const secondStepBody = vine.create({
  passkey: passkeyAnswer().optional(),
  recoveryCode: vine.string().trim().minLength(1).maxLength(40).optional(),
  next: nextPath(),
})
