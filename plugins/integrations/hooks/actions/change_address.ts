import { assetsWrite, assetVisits } from '@crossdock/backend/assets'
import { clock, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import {
  conflict,
  invalid,
  missingPermission,
  Problem,
  text,
  type Output,
} from '@crossdock/kernel/http'
import { checkConfig, maskConfig, sealConfig } from '@crossdock/kernel/kinds'
import { isMask } from '@crossdock/kernel/secrets'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { refuse } from '../../config/change.js'
import { webhookVerifications, type WebhookVerification } from '../../contracts/index.js'
import { sealedFor } from '../address_of.js'
import { webhookMoved, webhookSecretRotated, webhookUpdated } from '../event_types.js'
import type { WebhookAddress } from '../models/webhook_address.js'
import { findAddress, showOneAddress } from '../queries/addresses.js'
import type { rotateSecretBody, updateAddressBody } from '../validators/addresses.js'
import { newToken } from './keep_address.js'

const usualHours = 24
const leastSecret = 8

/**
 * Changes what an address asks of its senders. Its secret stays with a change of the rest. Where none is stored for the
 * verification and none is given, one is made and told this once, as `newSecret`.
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
    await tell(webhookUpdated, address)
    return { ...(await showOneAddress(address)), newSecret }
  })
}

/**
 * Gives an address another secret, which is told this once. The one before is good for a while.
 * @throws Problem 404, 409 for one without a secret
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
    await tell(webhookSecretRotated, address)
    return { secret, previousUntil: address.previousUntil }
  })
}

/** The address before leads nowhere from now on. @throws Problem 404 */
export async function renewAddress(id: string) {
  return transaction(async () => {
    const address = await findAddress(id, { lock: true })
    await address.merge({ token: newToken() }).save()
    await tell(webhookMoved, address)
    return showOneAddress(address)
  })
}

/**
 * Files are put there with the rights of who chose it.
 * @throws Problem 403 for who may not put files there, 422 for what is no folder
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
    ...{ name, known: known.join(', ') },
  })
  throw invalid('verification', sentence)
}

/** Of a secret that somebody gives; masks stand for the stored one. @throws Problem 422 for one that is easily guessed */
function assertSecret(
  { refusedSecret }: WebhookVerification,
  secret: unknown,
  field: string
): void {
  if (typeof secret !== 'string' || isMask(secret)) return
  const refused =
    secret.length < leastSecret
      ? text('The secret must have at least {least} characters.', { least: leastSecret })
      : refusedSecret?.(secret)
  if (refused) throw invalid(field, refused)
}

/** Records that an address was changed, inside of the transaction that changes it. */
export const recordWebhookUpdated = (address: WebhookAddress): Promise<void> =>
  tell(webhookUpdated, address)

async function tell(type: typeof webhookUpdated, address: WebhookAddress): Promise<void> {
  const { id, verification, mode } = address
  const { targetName } = await showOneAddress(address)
  await recordEvent(type, {
    target: { type: 'webhook', id },
    payload: { name: targetName ?? '', verification, mode },
  })
}
