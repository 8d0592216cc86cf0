import { accounts } from '@crossdock/backend/users'
import { settings } from '@crossdock/kernel/settings'
import { newContext, runInContext } from '@crossdock/kernel/tenancy'
import { createToken } from './create_token.js'

/** Needs no sign-in: a person who can run commands on the server controls the installation. */
export async function createOperatorToken(name: string, expiresAt: string | null): Promise<string> {
  const { id } = await accounts.use().ensureSuperAdministrator(settings.use().ADMIN_EMAIL)
  const context = newContext({
    actor: { type: 'system', id: null, userId: id, label: 'node ace token:create' },
    caller: { isSuperAdmin: true, expiresAt: null, environmentId: null },
  })
  const createForCaller = () => createToken({ name, scopes: [], expiresAt, environment: null })
  return (await runInContext(context, createForCaller)).token
}
