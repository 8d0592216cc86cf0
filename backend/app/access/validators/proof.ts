import { answerShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { passkeyAnswer } from '../contracts/index.js'

/** One of them. */
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
