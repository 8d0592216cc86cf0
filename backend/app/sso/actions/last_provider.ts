import { signInRules } from '@crossdock/backend/tenants'
import { people } from '@crossdock/backend/users'
import { conflict, text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/**
 * Before a provider is locked that may be switched off or removed. @returns what to ask behind the change, where it was on and is no more
 * @throws Problem 409 where people come in by providers alone, and no administrator is known to one that is left
 */
export async function keepingOne(): Promise<() => Promise<void>> {
  // They first: the rules are locked behind people.
  await people.use().holdAdministrators()
  const rules = await signInRules.use().hold(currentTenantId())
  return async () => {
    if (!rules.ssoOnly || (await people.use().isAdministratorLeft(rules))) return
    throw conflict(
      'E_SSO_ONLY',
      text(
        'People of this organization sign in by an identity provider only, and no active administrator has come in through another one that is on. Set up another one and sign in with it first, or let people sign in by mail again (Security).'
      )
    )
  }
}
