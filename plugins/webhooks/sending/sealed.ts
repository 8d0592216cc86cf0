import { randomBytes } from 'node:crypto'
import { clock } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import type { WebhookSubscription } from '../models/webhook_subscription.js'

const contextOf = (id: string) => `webhook_subscriptions:${id}`

/** A new signing secret, as Standard Webhooks writes it: 32 random bytes. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Seals a secret of a subscription, so that it opens for this subscription alone. */
export const sealFor = (id: string, plain: string): string =>
  secrets.use().seal(plain, contextOf(id))

/** @throws SecretError when its key is gone */
export const openFor = (id: string, sealed: string): string =>
  secrets.use().open(sealed, contextOf(id))

type Sealed = Pick<
  WebhookSubscription,
  'id' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'headers'
>

/** The secrets that sign at present, the newest first. @throws SecretError */
export function signingSecrets(row: Omit<Sealed, 'headers'>): string[] {
  const { id, secret, previousSecret, previousSecretUntil: until } = row
  const isBoth = previousSecret !== null && until !== null && Date.parse(until) > clock.now()
  return [secret, ...(isBoth ? [previousSecret] : [])].map((sealed) => openFor(id, sealed))
}

/** The own headers with their values. @throws SecretError */
export const openHeaders = ({ id, headers }: Pick<Sealed, 'id' | 'headers'>) =>
  headers.map(({ name, value }) => ({ name, value: openFor(id, value) }))

/** The columns that hold a secret under a former key, sealed with the present one. Empty when there are none. @throws SecretError */
export function resealed(row: Sealed): Partial<Sealed> {
  const { id, secret, previousSecret, headers } = row
  const all = [secret, previousSecret ?? [], headers.map(({ value }) => value)].flat(2)
  if (!all.some((sealed) => secrets.use().needsRotation(sealed))) return {}
  const anew = (sealed: string) => sealFor(id, openFor(id, sealed))
  return {
    secret: anew(secret),
    previousSecret: previousSecret && anew(previousSecret),
    headers: headers.map(({ name, value }) => ({ name, value: anew(value) })),
  }
}
