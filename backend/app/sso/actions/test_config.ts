import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { testsPerTenant } from '../limits.js'
import type { OauthConfig } from '../models/oauth_config.js'
import { checkConnection, type Check } from '../provider/checks.js'
import { findConfig } from '../queries/configs.js'
import { oauthConfigTested } from '../event_types.js'

/**
 * Tries the connection to a provider, and notes when it can be used. What was tested with success
 * once stays so: a provider that is away for a moment locks nobody out.
 * @throws Problem 404, 409 when it was changed meanwhile, 429
 */
export async function testConfig(id: string): Promise<Check[]> {
  const tested = await findConfig(id)
  await testsPerTenant.use(currentTenantId())
  const checks = await checkConnection(tested)
  const passed = checks.every((check) => check.passed)
  await transaction(async () => {
    const config = await findConfig(id, { lock: true })
    if (connectionOf(config) !== connectionOf(tested)) throw changed()
    if (passed) await config.merge({ testedAt: now() }).save()
    await recordEvent(oauthConfigTested, {
      target: { type: 'oauth_config', id },
      payload: { name: config.name, passed },
    })
  })
  return checks
}

/** The fields that a test and a trial depend on. A change of other fields keeps their result. */
export const connectionOf = ({ issuer, clientId, clientSecret, settings }: OauthConfig): string =>
  JSON.stringify([issuer, clientId, clientSecret, settings.emailClaim])

const changed = () =>
  conflict(
    'E_CHANGED',
    text('The connection was changed while it was tested, so nothing was noted. Test it again.')
  )
