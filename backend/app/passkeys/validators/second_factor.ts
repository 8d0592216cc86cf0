import { answerShape } from '@crossdock/kernel/http'
import { passkeyAnswer } from '@crossdock/backend/access'
import vine from '@vinejs/vine'
import { nextPath } from './passkeys.js'

export const secondFactorBody = vine.create({ required: vine.boolean({ strict: true }) })

const requiredBy = () => vine.enum(['operator', 'tenant']).nullable()

export const secondFactorRuleAnswer = answerShape('SecondFactorRule', {
  required: vine
    .boolean({ strict: true })
    .meta({ description: 'Whether the tenant requires it itself.' }),
  requiredBy: requiredBy().meta({ description: 'The operator may require it of everybody.' }),
})

export const secondFactorAnswer = answerShape('SecondFactor', {
  required: vine.boolean({ strict: true }),
  requiredBy: requiredBy().meta({
    description: 'Who requires it of you; null: it is your choice.',
  }),
  recoveryCodes: vine.number().meta({ description: 'How many are left.' }),
})

export const recoveryCodesAnswer = answerShape('RecoveryCodes', {
  codes: vine.array(vine.string()),
})

/** One of both. */
export const secondStepBody = vine.create({
  passkey: passkeyAnswer().optional(),
  recoveryCode: vine.string().trim().minLength(1).maxLength(40).optional(),
  next: nextPath(),
})
