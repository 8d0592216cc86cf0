import { environmentResolver, currentContext } from '@crossdock/kernel/tenancy'
import { invalid, Problem, text } from '@crossdock/kernel/ground'

/** The id of the current tenant's environment with this id or name; null for any. @throws Problem 422 */
export async function findEnvironmentId(environment: string | null): Promise<string | null> {
  if (environment === null) return null
  const { tenantId } = currentContext()
  if (!tenantId) {
    throw invalid(
      'environment',
      text(
        'Outside of a tenant there are no environments. Leave "environment" out, or choose a tenant first.'
      ),
      'environment'
    )
  }
  try {
    return await environmentResolver.use().resolve(tenantId, environment)
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error
    throw invalid(
      'environment',
      text('There is no environment with the id or name "{environment}".', { environment }),
      'environment'
    )
  }
}
