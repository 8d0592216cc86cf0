import { sameJson } from '@crossdock/kernel/json'
import { maskConfig } from '@crossdock/kernel/kinds'
import { missingPermission } from '@crossdock/kernel/ground'
import { isMask } from '@crossdock/kernel/secrets'
import { holds } from '@crossdock/kernel/tenancy'
import { integrationsWrite } from '../../contracts/index.js'
import type { WebhookAddress } from '../models/webhook_address.js'
import { addressesOf } from '../queries/addresses.js'
import { recordWebhookUpdated } from './change_address.js'

type Column = 'workflow_id' | 'endpoint_id'

/** The settings of an address that promotion copies: verification and answer, but not the secret. */
type Settings = Pick<
  WebhookAddress,
  'verification' | 'verificationConfig' | 'mode' | 'waitSeconds' | 'answerStepId' | 'maxBytes'
>

/**
 * Returns settings of addresses by the ids of their workflows or endpoints, with the names of the secrets that
 * are set.
 */
export async function settingsOf(column: Column, ids: readonly string[]) {
  const found = [...(await addressesOf(column, ids))]
  return new Map(
    found.map(([id, address]) => {
      const { secret } = address.verificationConfig
      const secrets = secret === undefined ? [] : [`${address.verification}.secret`]
      return [id, { settings: { ...plain(address) }, secrets }] as const
    })
  )
}

/**
 * Copies settings to the address of a workflow or endpoint. The secret of the address is kept if the
 * verification is the same. For another verification, the address has no secret and refuses requests until it
 * gets one.
 * @throws Problem 403 if the caller may not change addresses
 */
export async function setSettings(column: Column, id: string, given: object): Promise<void> {
  const address = (await addressesOf(column, [id])).get(id)
  const settings = given as Settings
  if (!address || sameJson(plain(address), settings)) return
  if (!holds(integrationsWrite)) throw missingPermission(integrationsWrite)
  const { verification, verificationConfig, mode, waitSeconds, answerStepId, maxBytes } = settings
  const isSame = verification === address.verification
  const { secret } = address.verificationConfig
  await address
    .merge({
      verification,
      mode,
      waitSeconds,
      answerStepId,
      maxBytes,
      verificationConfig: {
        ...verificationConfig,
        ...(isSame && secret !== undefined ? { secret } : {}),
      },
      ...(isSame ? {} : { previousSecret: null, previousUntil: null }),
    })
    .save()
  await recordWebhookUpdated(address)
}

function plain(address: WebhookAddress): Settings {
  const { verification, mode, waitSeconds, answerStepId, maxBytes } = address
  const shown = Object.entries(maskConfig(address.verificationConfig) as Record<string, unknown>)
  const verificationConfig = Object.fromEntries(shown.filter(([, part]) => !isMask(part)))
  return { verification, verificationConfig, mode, waitSeconds, answerStepId, maxBytes }
}
