import { answerShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { passkeyAnswer } from '../contracts/index.js'

/** Exactly one of them must be present; the controller checks that. */
export const proofBody = vine.create({
  code: vine
    .string()
    .trim()
    .regex(/^\d{6}$/)
    .optional(),
  passkey: passkeyAnswer().optional(),
  recoveryCode: vine.string().trim().minLength(1).maxLength(40).optional(),
})

export const proofMail = answerShape('ProofMail', { message: vine.string() })
