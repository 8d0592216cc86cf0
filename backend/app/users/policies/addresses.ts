import { isAllowedAddress, disallowedAddressText, signInRules } from '@crossdock/backend/tenants'
import { invalid, type Text } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** The allowed domains of the current tenant, read now. */
export const allowedDomains = async (): Promise<readonly string[]> =>
  (await signInRules.use().of(currentTenantId())).allowedDomains

/** Why the tenant does not allow an address; null if it does. */
export const refusalOfAddress = (email: string, domains: readonly string[]): Text | null =>
  isAllowedAddress(email, domains) ? null : disallowedAddressText(email, domains)

/** @throws Problem 422 for an address the tenant does not allow */
export async function assertAllowedAddress(email: string): Promise<void> {
  const refusal = refusalOfAddress(email, await allowedDomains())
  if (refusal) throw invalid('email', refusal, 'domain')
}
