import type { ReplayedWebhook, RotatedWebhook } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { wholeNumber } from '../../output/limit.js'
import { findRequestId, findWebhook, requestsPath, webhooksPath } from './inbound_find.js'

export interface RotateOptions {
  keep?: string
  yes?: boolean
}

/** Rotates the secret of a webhook, and prints only the new one on stdout. */
export async function rotateSecret(
  factory: Factory,
  typed: string,
  { keep, yes = false }: RotateOptions
): Promise<void> {
  const keepPreviousHours = keep === undefined ? undefined : wholeNumber('--keep', keep, 168)
  const api = await factory.api()
  const { id, targetName, previousUntil: promised } = await findWebhook(api, typed)
  if (promised) {
    factory.note(`The secret before the last rotation, valid until ${promised}, stops working now.`)
  }
  await factory.prompter.assertConfirmed(yes, `Rotate the secret of the webhook of ${targetName}?`)
  const path = `${webhooksPath}/${id}/rotate-secret`
  const rotated = await api.post<RotatedWebhook>(path, { keepPreviousHours })
  if (factory.flags.json) return factory.printJson(rotated)
  factory.say(rotated.secret)
  const { previousUntil } = rotated
  const before = previousUntil ? ` The previous secret is valid until ${previousUntil}.` : ''
  factory.note(`The secret is shown only once.${before}`)
}

/** Replays a stored request. */
export async function replayRequest(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const id = await findRequestId(api, typed)
  const replayed = await api.post<ReplayedWebhook>(`${requestsPath}/${id}/replay`, undefined)
  if (factory.flags.json) return factory.printJson(replayed)
  factory.say(`Replayed as ${replayed.requestId}, execution ${replayed.executionId ?? 'none'}.`)
}
