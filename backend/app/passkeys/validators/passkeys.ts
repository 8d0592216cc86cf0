import { answerShape, anything, instant, visibleName, type Output } from '@crossdock/kernel/shapes'
import { passkeyAnswer } from '@crossdock/backend/access'
import vine from '@vinejs/vine'

const base64url = (most: number) =>
  vine
    .string()
    .maxLength(most)
    .regex(/^[\w-]+$/)

/** Fields of an answer besides its response, as browsers send them. */
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: vine.enum(['public-key']),
  authenticatorAttachment: vine.string().maxLength(50).nullable().optional(),
  clientExtensionResults: vine.record(anything()).optional(),
}

const name = () => vine.string().trim().minLength(1).maxLength(100).use(visibleName(undefined))

/** The address after sign-in: a path on this site, which browsers cannot read as another site. */
export const nextPath = () =>
  vine
    .string()
    .maxLength(1000)
    .regex(/^(?!.*\/\/)\/[^\\\s\p{C}]*$/u)
    .optional()

export const signInBody = vine.create({ passkey: passkeyAnswer(), next: nextPath() })

/** The result of `navigator.credentials.create`, as JSON. */
export const addBody = vine.create({
  name: name(),
  passkey: vine.object({
    ...credential,
    response: vine.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(20_000),
      transports: vine.array(vine.string().maxLength(50)).maxLength(20).optional(),
      // Browsers add this for programs that do not read the attestation.
      authenticatorData: base64url(10_000).optional(),
      publicKey: base64url(4000).nullable().optional(),
      publicKeyAlgorithm: vine.number().optional(),
    }),
  }),
})
export type NewPasskey = Output<typeof addBody>

export const renameBody = vine.create({ name: name() })

export const shownPasskey = answerShape('Passkey', {
  id: vine.string(),
  name: vine.string(),
  createdAt: instant(),
  lastUsedAt: instant().nullable(),
})

/** Options that browsers use unchanged; the standard defines their content. */
export const optionsAnswer = answerShape('PasskeyOptions', {
  options: vine.record(anything()).meta({
    description:
      'For `navigator.credentials`, as JSON of the Web Authentication standard: PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON.',
  }),
})

export const signedInAnswer = answerShape('SignedInByPasskey', {
  message: vine.string(),
  redirectUrl: vine.string(),
})
