import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { OauthConfig, type SsoSettings } from '../models/oauth_config.js'
import { addressClaims } from '../provider/claims.js'
import { issuerOf } from '../provider/kinds.js'
import { findConfig } from '../queries/configs.js'
import type { createConfigBody, updateConfigBody } from '../validators/config.js'
import { oauthConfigCreated, oauthConfigDeleted, oauthConfigUpdated } from '../event_types.js'
import { sealChangedSecret } from './changed_secret.js'
import { requireNextSignIn, forgetIdentities } from './identities.js'
import { prepareRemoval } from './last_provider.js'
import { assertKnownRoles, assertMayTrustProvider, assertWholeTenant } from './role_rules.js'

type NewConfig = Output<typeof createConfigBody>
type ChangedConfig = Output<typeof updateConfigBody>

const unset: Omit<SsoSettings, 'allowedDomains'> = {
  emailClaim: 'email',
  trustsAddresses: false,
  roleMapping: [],
  defaultRole: 'user',
  mapsAtEachSignIn: false,
}

/**
 * Sets up a provider, which stays off until it was tested and a person has signed in with it.
 * @throws Problem 403, 409, 422
 */
export async function createConfig(input: NewConfig): Promise<OauthConfig> {
  const { name, clientId, provider = 'oidc', tenantIdOAuth = null } = input
  if (input.isActive) throw untested()
  const settings = { ...unset, ...withoutUndefined(input.settings) } as SsoSettings
  await assertMayTrustProvider()
  await assertKnownRoles(settings)
  const id = newId()
  const issuer = issuerOf({ provider, issuer: input.issuer, tenantIdOAuth })
  const clientSecret = sealChangedSecret(id, null, input.clientSecret, false)
  return transaction(async () => {
    const config = await OauthConfig.create({
      id,
      name,
      provider,
      issuer,
      clientId,
      clientSecret,
      tenantIdOAuth,
      settings,
      isActive: false,
      testedAt: null,
      provenAt: null,
    })
    await record(oauthConfigCreated, config)
    return config
  })
}

/**
 * Changes the given fields. A new issuer or client makes a new connection: the provider is off until it was tested and
 * a person has signed in with it. People are then matched by address again, and a new issuer requires the secret
 * again. A new claim for addresses also switches it off. After a change that may exclude people, only those who signed
 * in since then count as admitted.
 * @throws Problem 403, 404, 409, 422
 */
export async function updateConfig(id: string, input: ChangedConfig): Promise<OauthConfig> {
  await assertWholeTenant()
  if (admitsPeople(input)) await assertMayTrustProvider()
  return transaction(async () => {
    const assertOneIsLeft = await prepareRemoval()
    const config = await findConfig(id, { lock: true })
    const { isActive: wasActive, settings: before } = config
    const { provider = config.provider, tenantIdOAuth = config.tenantIdOAuth } = input
    const { name = config.name, clientId = config.clientId } = input
    const place = { provider, issuer: input.issuer ?? config.issuer, tenantIdOAuth }
    const issuer = issuerOf(place)
    const moves = issuer !== config.issuer
    const clientSecret = sealChangedSecret(id, config.clientSecret, input.clientSecret, moves)
    const others = moves || clientId !== config.clientId
    const settings = { ...before, ...withoutUndefined(input.settings ?? {}) }
    const readsOtherwise = addressClaims(before)[0] !== addressClaims(settings)[0]
    const isAnother = others || clientSecret !== config.clientSecret || readsOtherwise
    const testedAt = isAnother ? null : config.testedAt
    const provenAt = isAnother ? null : config.provenAt
    if (input.settings) await assertKnownRoles(settings)
    if (input.isActive && !testedAt) throw untested()
    // An active provider stays on: people sign in with it.
    if (input.isActive && !wasActive && !provenAt) throw unproven()
    const isActive = testedAt !== null && (input.isActive ?? config.isActive)
    config.merge({ name, provider, issuer, clientId, clientSecret, tenantIdOAuth })
    await config.merge({ settings, isActive, testedAt, provenAt }).save()
    if (others) await forgetIdentities(id)
    const trustsLess = before.trustsAddresses && !settings.trustsAddresses
    if (readsOtherwise || trustsLess) await requireNextSignIn(id)
    const isNarrower = excludesPeople(before, settings)
    if (isNarrower) await requireNextSignIn(id, settings.allowedDomains)
    if (wasActive && (!isActive || trustsLess || isNarrower)) await assertOneIsLeft()
    await record(oauthConfigUpdated, config)
    return config
  })
}

const excludesPeople = (before: SsoSettings, { allowedDomains }: SsoSettings): boolean =>
  before.allowedDomains.some((domain) => !allowedDomains.includes(domain))

/** Whether a change may admit new people: any change except of the name, and except switching the provider off. */
const admitsPeople = ({ name: _name, isActive, ...others }: ChangedConfig): boolean =>
  isActive === true || Object.values(others).some((value) => value !== undefined)

/**
 * Removes a provider; its people sign in by mail from now on.
 * @throws Problem 403, 404, 409 when people sign in by providers only, and no administrator by another one
 */
export async function deleteConfig(id: string): Promise<void> {
  await assertWholeTenant()
  await transaction(async () => {
    const assertOneIsLeft = await prepareRemoval()
    const config = await findConfig(id, { lock: true })
    await config.delete()
    if (config.isActive) await assertOneIsLeft()
    await record(oauthConfigDeleted, config)
  })
}

/** Drops fields that were left out, so that they stay unchanged. */
const withoutUndefined = (parts: Partial<SsoSettings>): Partial<SsoSettings> =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))

const untested = () =>
  conflict(
    'E_UNTESTED',
    text('The current connection has not passed a test. Save it, test it, then switch it on.'),
    'isActive'
  )

const unproven = () =>
  conflict(
    'E_UNPROVEN',
    text(
      'Sign in with the provider once before you switch it on: in the console under Settings, Single sign-on, choose "Test connection", then "Sign in with it". A token cannot do this.'
    ),
    'isActive'
  )

async function record(type: typeof oauthConfigCreated, config: OauthConfig): Promise<void> {
  const { id, name, issuer, isActive } = config
  await recordEvent(type, {
    target: { type: 'oauth_config', id },
    payload: { name, issuer, isActive },
  })
}
