import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text, type Output } from '@crossdock/kernel/http'
import { OauthConfig, type SsoSettings } from '../models/oauth_config.js'
import { addressClaims } from '../provider/claims.js'
import { issuerOf } from '../provider/kinds.js'
import { findConfig } from '../queries/configs.js'
import type { createConfigBody, updateConfigBody } from '../validators/config.js'
import { oauthConfigCreated, oauthConfigDeleted, oauthConfigUpdated } from '../event_types.js'
import { changedSecret } from './changed_secret.js'
import { awaitAnew, forgetIdentities } from './identities.js'
import { keepingOne } from './last_provider.js'
import { assertKnownRoles, assertMayLetAnybodyIn, assertWholeTenant } from './role_rules.js'

type NewConfig = Output<typeof createConfigBody>
type ChangedConfig = Output<typeof updateConfigBody>

const unset: Omit<SsoSettings, 'allowedDomains'> = {
  ...{
    emailClaim: 'email',
    trustsAddresses: false,
    roleMapping: [],
    defaultRole: 'user',
    mapsAtEachSignIn: false,
  },
}

/** Sets up a provider, which is off until it was tested and a person has signed in with it. @throws Problem 403, 409, 422 */
export async function createConfig(input: NewConfig): Promise<OauthConfig> {
  const { name, clientId, provider = 'oidc', tenantIdOAuth = null } = input
  if (input.isActive) throw untested()
  const settings = { ...unset, ...given(input.settings) } as SsoSettings
  await assertMayLetAnybodyIn()
  await assertKnownRoles(settings)
  const id = newId()
  const issuer = issuerOf({ provider, issuer: input.issuer, tenantIdOAuth })
  const clientSecret = changedSecret(id, null, input.clientSecret, false)
  return transaction(async () => {
    const config = await OauthConfig.create({
      ...{ id, name, provider, issuer, clientId, clientSecret, tenantIdOAuth, settings },
      ...{ isActive: false, testedAt: null, provenAt: null },
    })
    await tell(oauthConfigCreated, config)
    return config
  })
}

/**
 * Changes the given fields. Another issuer or client is another connection: the provider is off until it was tested and a person
 * has signed in with it. People it knew are found by their addresses again, and another issuer needs the secret again. Another claim
 * for addresses also switches it off until then.
 * Whoever need not get in any more by what is changed counts as let in when they have come in since. @throws Problem 403, 404, 409, 422
 */
export async function updateConfig(id: string, input: ChangedConfig): Promise<OauthConfig> {
  await assertWholeTenant()
  if (letsIn(input)) await assertMayLetAnybodyIn()
  return transaction(async () => {
    const assertOneIsLeft = await keepingOne()
    const config = await findConfig(id, { lock: true })
    const { isActive: wasActive, settings: before } = config
    const { provider = config.provider, tenantIdOAuth = config.tenantIdOAuth } = input
    const { name = config.name, clientId = config.clientId } = input
    const place = { provider, issuer: input.issuer ?? config.issuer, tenantIdOAuth }
    const issuer = issuerOf(place)
    const moves = issuer !== config.issuer
    const clientSecret = changedSecret(id, config.clientSecret, input.clientSecret, moves)
    const others = moves || clientId !== config.clientId
    const settings = { ...before, ...given(input.settings ?? {}) }
    const readsOtherwise = addressClaims(before)[0] !== addressClaims(settings)[0]
    const isAnother = others || clientSecret !== config.clientSecret || readsOtherwise
    const testedAt = isAnother ? null : config.testedAt
    const provenAt = isAnother ? null : config.provenAt
    if (input.settings) await assertKnownRoles(settings)
    if (input.isActive && !testedAt) throw untested()
    // A provider that is on stays on: people sign in with it.
    if (input.isActive && !wasActive && !provenAt) throw unproven()
    const isActive = testedAt !== null && (input.isActive ?? config.isActive)
    config.merge({ name, provider, issuer, clientId, clientSecret, tenantIdOAuth })
    await config.merge({ settings, isActive, testedAt, provenAt }).save()
    if (others) await forgetIdentities(id)
    const trustsLess = before.trustsAddresses && !settings.trustsAddresses
    if (readsOtherwise || trustsLess) await awaitAnew(id)
    const isNarrower = keepsOut(before, settings)
    if (isNarrower) await awaitAnew(id, settings.allowedDomains)
    if (wasActive && (!isActive || trustsLess || isNarrower)) await assertOneIsLeft()
    await tell(oauthConfigUpdated, config)
    return config
  })
}

const keepsOut = (before: SsoSettings, { allowedDomains }: SsoSettings): boolean =>
  before.allowedDomains.some((domain) => !allowedDomains.includes(domain))

/** Its name, and that it is off, let nobody in. */
const letsIn = ({ name: _name, isActive, ...others }: ChangedConfig): boolean =>
  isActive === true || Object.values(others).some((value) => value !== undefined)

/** Removes a provider; whoever came by it comes in by mail from now on. @throws Problem 403, 404, 409 where people come in by providers alone, and no administrator by another one */
export async function deleteConfig(id: string): Promise<void> {
  await assertWholeTenant()
  await transaction(async () => {
    const assertOneIsLeft = await keepingOne()
    const config = await findConfig(id, { lock: true })
    await config.delete()
    if (config.isActive) await assertOneIsLeft()
    await tell(oauthConfigDeleted, config)
  })
}

/** Without the parts that were left out: those stay as they are. */
const given = (parts: Partial<SsoSettings>): Partial<SsoSettings> =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))

const untested = () =>
  conflict(
    'E_UNTESTED',
    text(
      'The connection must have been tested with success, as it is set up now, before it is switched on. Save it, test it, then switch it on.'
    ),
    'isActive'
  )

const unproven = () =>
  conflict(
    'E_UNPROVEN',
    text(
      'Sign in by the provider once before you switch it on: in the console under Settings, Single sign-on, choose "Test connection", then "Sign in with it". A token cannot do that for you.'
    ),
    'isActive'
  )

async function tell(type: typeof oauthConfigCreated, config: OauthConfig): Promise<void> {
  const { id, name, issuer, isActive } = config
  await recordEvent(type, {
    target: { type: 'oauth_config', id },
    payload: { name, issuer, isActive },
  })
}
