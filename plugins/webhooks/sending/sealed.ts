import { randomBytes } from 'node:crypto'
import { clock } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import type { WebhookSubscription } from '../models/webhook_subscription.js'

const contextOf = (id: string) => `webhook_subscriptions:${id}`

/** Returns a new signing secret in the format of Standard Webhooks: 32 random bytes. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Seals a secret so that only this subscription can open it. */
export const sealFor = (id: string, plain: string): string =>
  secrets.use().seal(plain, contextOf(id))

/** @throws SecretError when its key is missing */
const openFor = (id: string, sealed: string): string => secrets.use().open(sealed, contextOf(id))

type Sealed = Pick<
  WebhookSubscription,
  'id' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'headers'
>

/**
 * Returns the secrets that sign at present, newest first.
 * @throws SecretError
 */
export function signingSecrets(row: Omit<Sealed, 'headers'>): string[] {
  const { id, secret, previousSecret, previousSecretUntil: until } = row
  const isBoth = previousSecret !== null && until !== null && Date.parse(until) > clock.now()
  return [secret, ...(isBoth ? [previousSecret] : [])].map((sealed) => openFor(id, sealed))
}

/**
 * Returns the custom headers with their values.
 * @throws SecretError
 */
export const openHeaders = ({ id, headers }: Pick<Sealed, 'id' | 'headers'>) =>
  headers.map(({ name, value }) => ({ name, value: openFor(id, value) }))

/**
 * Returns the sealed columns, sealed again with the present key. Returns an empty object if no column needs that.
 * @throws SecretError
 */
export function resealColumns(row: Sealed): Partial<Sealed> {
  const { id, secret, previousSecret, headers } = row
  const all = [secret, previousSecret ?? [], headers.map(({ value }) => value)].flat(2)
  if (!all.some((sealed) => secrets.use().needsRotation(sealed))) return {}
  const reseal = (sealed: string) => sealFor(id, openFor(id, sealed))
  return {
    secret: reseal(secret),
    previousSecret: previousSecret && reseal(previousSecret),
    headers: headers.map(({ name, value }) => ({ name, value: reseal(value) })),
  }
}
