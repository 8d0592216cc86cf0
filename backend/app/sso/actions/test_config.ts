import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { testsPerTenant } from '../limits.js'
import type { OauthConfig } from '../models/oauth_config.js'
import { checkConnection, type Check } from '../provider/checks.js'
import { findConfig } from '../queries/configs.js'
import { oauthConfigTested } from '../event_types.js'

/**
 * Tests the connection to a provider, and records success. A past success stays: a temporary failure of the provider
 * must not lock people out.
 * @throws Problem 404, 409 when it was changed in between, 429
 */
export async function testConfig(id: string): Promise<Check[]> {
  const tested = await findConfig(id)
  await testsPerTenant.use(currentTenantId())
  const checks = await checkConnection(tested)
  const passed = checks.every((check) => check.passed)
  await transaction(async () => {
    const config = await findConfig(id, { lock: true })
    if (connectionKeyOf(config) !== connectionKeyOf(tested)) throw changed()
    if (passed) await config.merge({ testedAt: now() }).save()
    await recordEvent(oauthConfigTested, {
      target: { type: 'oauth_config', id },
      payload: { name: config.name, passed },
    })
  })
  return checks
}

/** The fields that a test and a trial depend on. A change of other fields keeps their result. */
export const connectionKeyOf = ({
  issuer,
  clientId,
  clientSecret,
  settings,
}: OauthConfig): string => JSON.stringify([issuer, clientId, clientSecret, settings.emailClaim])

const changed = () =>
  conflict(
    'E_CHANGED',
    text('The connection changed during the test, so the result was not stored. Test it again.')
  )
