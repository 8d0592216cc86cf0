import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Shell } from './shell.js'

export { bootApp, type TestApp, type TestTenant }

/** The secret in an API token's Authorization header. */
export function tokenOf(caller: Caller): string {
  return (caller.headers.authorization ?? '').replace('Bearer ', '')
}

/** Stores a profile that is signed in to a tenant with its administrator's token. */
export async function signInAs(shell: Shell, app: TestApp, tenant: TestTenant): Promise<void> {
  await shell.storeProfile({
    server: app.url,
    organization: tenant.subdomain,
    token: tokenOf(tenant.token),
  })
}

/** An API token of the super administrator. */
export async function operatorToken(app: TestApp): Promise<string> {
  const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
    as: await app.superAdmin(),
    body: { name: 'operator' },
  })
  return token
}
