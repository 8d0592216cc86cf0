import { environmentResolver, currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { invalid, notFound, Problem, text } from '@crossdock/kernel/ground'
import { TenantEnvironment } from '../../models/tenant_environment.js'

/**
 * Returns an environment of the current tenant that is not deleted, by id or name.
 * @throws Problem 404, also for a token that is bound to another environment
 */
export async function findEnvironmentNamed(named: string): Promise<TenantEnvironment> {
  const { caller } = currentContext()
  const id = await environmentResolver.use().resolve(currentTenantId(), named)
  const found = id === null ? null : await TenantEnvironment.find(id)
  const isBarred = (caller.environmentId ?? found?.id) !== found?.id
  if (found && found.deletedAt === null && !isBarred) return found
  throw notFound('There is no environment with the id or name "{id}".', named)
}

/**
 * Returns the target of a promotion.
 * @throws Problem 422 for an unknown environment, and for the source itself
 */
export async function findTarget(
  named: string,
  source: TenantEnvironment
): Promise<TenantEnvironment> {
  const target = await findEnvironmentNamed(named).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    throw invalid('targetId', error.text, 'exists')
  })
  if (target.id !== source.id) return target
  throw invalid(
    'targetId',
    text('The workflows are already in {name}. Choose another environment.', {
      name: target.displayName,
    })
  )
}

/** @throws Problem 403 for a token of one environment, because a promotion involves two */
export function assertUnbound(): void {
  if (currentContext().caller.environmentId === null) return
  throw new Problem(
    403,
    'E_ENVIRONMENT',
    text(
      'Your token works in one environment only, and promoting takes two. Use a token without an environment, or promote in the console.'
    )
  )
}
/**
 * Locks the target environment until the transaction ends, so that it is neither deleted nor deactivated. Other
 * work in the environment continues.
 * @throws Problem 403 for an inactive environment, 404 for a deleted one
 */
export async function lockTarget(id: string): Promise<TenantEnvironment> {
  const target = await TenantEnvironment.query().where('id', id).forShare().first()
  if (!target || target.deletedAt !== null) {
    throw notFound('There is no environment with the id or name "{id}".', id)
  }
  assertActive(target)
  return target
}

/** @throws Problem 403 */
export function assertActive({ isActive, displayName }: TenantEnvironment): void {
  if (isActive) return
  throw new Problem(
    403,
    'E_ENVIRONMENT_INACTIVE',
    text('{name} is not active, so nothing is promoted into it. Ask the operator to activate it.', {
      name: displayName,
    })
  )
}

/**
 * Refuses programs that promote from an inactive environment. People may promote from it.
 * @throws Problem 403
 */
export function assertMayPromoteFrom({ isActive, displayName }: TenantEnvironment): void {
  if (isActive || currentContext().actor.type === 'user') return
  throw new Problem(
    403,
    'E_ENVIRONMENT_INACTIVE',
    text(
      '{name} is not active, so tokens cannot promote from it. Promote in the console, or ask the operator to activate it.',
      { name: displayName }
    )
  )
}
