import { domainToASCII } from 'node:url'
import { mailAddress, plainName } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import type { SsoSettings } from '../models/oauth_config.js'
import { SsoFailure } from './failures.js'

/** Claims of a provider about a person, by name or path. */
export interface Claims {
  claim(name: string): unknown
}

/** A claim by its full name, otherwise by the path in its name: `realm_access.roles`. Null counts as missing. */
export function claimIn(claims: object, name: string): unknown {
  return own(claims, name) ?? name.split('.').reduce<unknown>(own, claims) ?? undefined
}

const mostClaims = 100
const longestClaim = 300
/** Claims of the protocol, which change at each sign-in. */
const ofTheProtocol = new Set(['nonce', 'at_hash', 'c_hash', 's_hash'])

/** The claims of a provider for display: each name once, from the first source that has it. */
export function shownClaims(sources: readonly object[]): { name: string; value: string }[] {
  const all = new Map(sources.toReversed().flatMap((source) => Object.entries(source)))
  return [...all]
    .filter(([name, value]) => !ofTheProtocol.has(name) && value !== null && value !== undefined)
    .slice(0, mostClaims)
    .map(([name, value]) => ({ name: cut(name), value: cut(asText(value)) }))
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Well-formed Unicode, and at most 300 characters. */
const cut = (text: string): string => {
  const whole = text.toWellFormed()
  return whole.length > longestClaim ? `${whole.slice(0, longestClaim).toWellFormed()}…` : whole
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const address = vine.create({ value: mailAddress() })
const name = vine.create({
  value: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(plainName({ dotted: false })),
})

/** The names in a form that mails and lists may show; null for unusable ones. */
export async function namesIn({ claim }: Claims) {
  const [first, last] = await Promise.all(
    ['given_name', 'family_name'].map((part) => name.tryValidate({ value: claim(part) }))
  )
  return { firstName: first?.[1]?.value ?? null, lastName: last?.[1]?.value ?? null }
}

/** The claims with the address and with its verification. */
export const addressClaims = ({ emailClaim = 'email' }: SsoSettings) =>
  [emailClaim, `${emailClaim}_verified`] as const

/**
 * The address that a provider vouches for, of an allowed domain.
 * @param sources claim sets in order of trust; a verification counts only for the address in the same set
 * @throws SsoFailure
 */
export async function addressIn(
  sources: readonly object[],
  settings: SsoSettings
): Promise<string> {
  const [named, vouched] = addressClaims(settings)
  const holding = sources.filter((source) => claimIn(source, named) !== undefined)
  const source = holding.find((one) => claimIn(one, vouched) !== undefined) ?? holding[0] ?? {}
  const [, checked] = await address.tryValidate({ value: claimIn(source, named) })
  if (!checked) throw new SsoFailure('no_email')
  const { value: email } = checked
  if (!isVerified(claimIn(source, vouched), settings)) throw new SsoFailure('unverified')
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1))
  const isAllowed = settings.allowedDomains.some(
    (allowed) => domain !== '' && domainToASCII(allowed) === domain
  )
  if (!isAllowed) throw new SsoFailure('domain')
  return email
}

/** Some providers send the value as a text. An explicit "no" always counts. */
function isVerified(claim: unknown, { trustsAddresses }: SsoSettings): boolean {
  if (claim === undefined) return trustsAddresses
  return claim === true || claim === 'true'
}
