import { accounts } from '@crossdock/backend/users'
import { settings } from '@crossdock/kernel/settings'
import { newContext, runInContext } from '@crossdock/kernel/tenancy'
import { createToken } from './create_token.js'

/** Who may run commands on the server owns the installation: no sign-in is asked for. */
export async function createOperatorToken(name: string, expiresAt: string | null): Promise<string> {
  const { id } = await accounts.use().ensureSuperAdministrator(settings.use().ADMIN_EMAIL)
  const context = newContext({
    actor: { type: 'system', id: null, userId: id, label: 'node ace token:create' },
    caller: { isSuperAdmin: true, expiresAt: null, environmentId: null },
  })
  const made = () => createToken({ name, scopes: [], expiresAt, environment: null })
  return (await runInContext(context, made)).token
}
