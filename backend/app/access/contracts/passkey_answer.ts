import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { anything } from '@crossdock/kernel/shapes'

const base64url = (most: number) =>
  vine
    .string()
    .maxLength(most)
    .regex(/^[\w-]+$/)

/**
 * The answer of a passkey: the result of `navigator.credentials.get` as JSON of the Web Authentication standard.
 */
export const passkeyAnswer = () =>
  vine.object({
    id: base64url(1400),
    rawId: base64url(1400),
    type: vine.enum(['public-key']),
    authenticatorAttachment: vine.string().maxLength(50).nullable().optional(),
    clientExtensionResults: vine.record(anything()).optional(),
    response: vine.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(4000),
      userHandle: base64url(200).nullable().optional(),
    }),
  })

export type PasskeyAnswer = Infer<ReturnType<typeof passkeyAnswer>>
