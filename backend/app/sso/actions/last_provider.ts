import { signInRules } from '@crossdock/backend/tenants'
import { people } from '@crossdock/backend/users'
import { conflict, text } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/**
 * Prepares switching off or removing a provider; call it before locking the provider.
 * @returns a check to run after the change if the provider was active
 * @throws Problem 409 when people sign in by providers only, and no administrator is known to a remaining one
 */
export async function prepareRemoval(): Promise<() => Promise<void>> {
  // Lock the people first: the rules are locked after people everywhere.
  await people.use().holdAdministrators()
  const rules = await signInRules.use().hold(currentTenantId())
  return async () => {
    if (!rules.ssoOnly || (await people.use().isAdministratorLeft(rules))) return
    throw conflict(
      'E_SSO_ONLY',
      text(
        'People of this organization sign in by identity providers only, and no active administrator has signed in with another active provider. Set up another provider and sign in with it first, or allow sign-in by mail again (Security).'
      )
    )
  }
}
