import { isAllowedAddress, outsideSentence, signInRules } from '@crossdock/backend/tenants'
import { invalid, type Text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** The domains of which the current tenant takes addresses, as they are now. */
export const allowedDomains = async (): Promise<readonly string[]> =>
  (await signInRules.use().of(currentTenantId())).allowedDomains

/** Why nobody may be added with an address; null when they may. */
export const refusalOfAddress = (email: string, domains: readonly string[]): Text | null =>
  isAllowedAddress(email, domains) ? null : outsideSentence(email, domains)

/** @throws Problem 422 for an address the tenant does not allow */
export async function assertAllowedAddress(email: string): Promise<void> {
  const refusal = refusalOfAddress(email, await allowedDomains())
  if (refusal) throw invalid('email', refusal, 'domain')
}
