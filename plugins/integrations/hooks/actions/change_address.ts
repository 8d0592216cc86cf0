import { assetsWrite, assetVisits } from '@crossdock/backend/assets'
import { clock, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, missingPermission, Problem, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { checkConfig, maskConfig, sealConfig } from '@crossdock/kernel/kinds'
import { isMask } from '@crossdock/kernel/secrets'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { refuse } from '../../config/change.js'
import { webhookVerifications, type WebhookVerification } from '../../contracts/index.js'
import { sealedFor } from '../address_of.js'
import { webhookAddressRenewed, webhookSecretRotated, webhookUpdated } from '../event_types.js'
import type { WebhookAddress } from '../models/webhook_address.js'
import { findAddress, showOneAddress } from '../queries/addresses.js'
import type { rotateSecretBody, updateAddressBody } from '../validators/addresses.js'
import { newToken } from './keep_address.js'

const usualHours = 24
const minSecretLength = 8

/**
 * Changes the settings of a webhook. The secret is kept unless the verification changes. If
 * the verification needs a secret and none is stored or given, a secret is created and returned once, as
 * `newSecret`.
 * @throws Problem 404, 422
 */
export async function changeAddress(id: string, input: Output<typeof updateAddressBody>) {
  const { verification, verificationConfig: given, filesFolder, ...columns } = input
  return transaction(async () => {
    let newSecret: string | null = null
    const address = await findAddress(id, { lock: true })
    const name = verification ?? address.verification
    const kind = kindOf(name)
    const isOther = name !== address.verification
    if (isOther || given) {
      const before = isOther ? {} : address.verificationConfig
      const shown = maskConfig(before) as Record<string, unknown>
      const { config, errors } = await checkConfig(
        kind,
        { ...shown, ...given },
        'verificationConfig'
      )
      if (errors) refuse(errors)
      const whole = { ...(config as unknown as Record<string, unknown>) }
      if (kind.newSecret && !before.secret && !whole.secret) {
        newSecret = kind.newSecret()
        whole.secret = newSecret
      }
      assertSecret(kind, whole.secret, 'verificationConfig.secret')
      address.merge({
        verification: name,
        verificationConfig: sealConfig(kind, whole, before, sealedFor(id)),
        ...(isOther ? { previousSecret: null, previousUntil: null } : {}),
      })
    }
    await setFilesFolder(address, filesFolder)
    const set = Object.entries(columns).filter(([, value]) => value !== undefined)
    await address.merge(Object.fromEntries(set)).save()
    await recordAddressEvent(webhookUpdated, address)
    return { ...(await showOneAddress(address)), newSecret }
  })
}

/**
 * Gives an address a new secret, which is returned now and never again. The previous secret stays valid for a
 * while.
 * @throws Problem 404, 409 for an address without a secret
 */
export async function rotateSecret(id: string, input: Output<typeof rotateSecretBody>) {
  return transaction(async () => {
    const address = await findAddress(id, { lock: true })
    const kind = kindOf(address.verification)
    if (!kind.newSecret) {
      const sentence = text('This webhook has no secret. Choose another verification first.')
      throw conflict('E_NO_SECRET', sentence)
    }
    assertSecret(kind, input.secret, 'secret')
    const secret = input.secret ?? kind.newSecret()
    const { secret: before } = address.verificationConfig
    const hours = input.keepPreviousHours ?? usualHours
    const isKept = before !== undefined && hours > 0
    const until = new Date(clock.now() + hours * 3_600_000).toISOString()
    const plain = { ...(maskConfig(address.verificationConfig) as object), secret }
    const sealed = sealConfig(kind, plain, address.verificationConfig, sealedFor(id))
    await address
      .merge({
        verificationConfig: sealed,
        previousSecret: isKept ? { secret: before } : null,
        previousUntil: isKept ? until : null,
      })
      .save()
    await recordAddressEvent(webhookSecretRotated, address)
    return { secret, previousUntil: address.previousUntil }
  })
}

/**
 * Gives an address a new token. The previous address stops working immediately.
 * @throws Problem 404
 */
export async function renewAddress(id: string) {
  return transaction(async () => {
    const address = await findAddress(id, { lock: true })
    await address.merge({ token: newToken() }).save()
    await recordAddressEvent(webhookAddressRenewed, address)
    return showOneAddress(address)
  })
}

/**
 * Sets the folder for received files, which are stored with the rights of the person who chose the folder.
 * @throws Problem 403 for people who may not add files there, 422 if it is not a folder
 */
async function setFilesFolder(address: WebhookAddress, id: string | null | undefined) {
  if (id === undefined || (id || null) === address.filesFolder) return
  if (id) await assertReceives(id)
  const { userId } = currentContext().actor
  address.merge(
    id ? { filesFolder: id, filesFolderBy: userId } : { filesFolder: null, filesFolderBy: null }
  )
}

async function assertReceives(id: string): Promise<void> {
  if (!holds(assetsWrite)) throw missingPermission(assetsWrite)
  try {
    await assetVisits.use().assertReceives(id)
  } catch (error) {
    if (!(error instanceof Problem) || ![404, 422].includes(error.status)) throw error
    throw invalid('filesFolder', error.errors[0]?.text ?? error.text)
  }
}

function kindOf(name: string): WebhookVerification {
  const kind = webhookVerifications.get(name)
  if (kind) return kind
  const known = webhookVerifications.entries().map(([one]) => one)
  const sentence = text('There is no webhook verification "{name}". Known: {known}.', {
    name,
    known: known.join(', '),
  })
  throw invalid('verification', sentence)
}

/**
 * Validates an entered secret. The mask is valid: it means that the stored secret stays.
 * @throws Problem 422 for a secret that is easy to guess
 */
function assertSecret(
  { refusedSecret }: WebhookVerification,
  secret: unknown,
  field: string
): void {
  if (typeof secret !== 'string' || isMask(secret)) return
  const refused =
    secret.length < minSecretLength
      ? text('The secret must have at least {least} characters.', { least: minSecretLength })
      : refusedSecret?.(secret)
  if (refused) throw invalid(field, refused)
}

/** Records a change of an address, in the transaction of the change. */
export const recordWebhookUpdated = (address: WebhookAddress): Promise<void> =>
  recordAddressEvent(webhookUpdated, address)

async function recordAddressEvent(
  type: typeof webhookUpdated,
  address: WebhookAddress
): Promise<void> {
  const { id, verification, mode } = address
  const { targetName } = await showOneAddress(address)
  await recordEvent(type, {
    target: { type: 'webhook', id },
    payload: { name: targetName ?? '', verification, mode },
  })
}
