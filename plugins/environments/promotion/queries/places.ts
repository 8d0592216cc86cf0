import { environmentResolver, invalid, notFound, Problem, text } from '@crossdock/kernel/http'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { TenantEnvironment } from '../../models/tenant_environment.js'

/**
 * An environment of the current tenant that is not deleted, by its id or name.
 * @throws Problem 404, also for a token that is bound to another one
 */
export async function placeNamed(named: string): Promise<TenantEnvironment> {
  const { caller } = currentContext()
  const id = await environmentResolver.use().resolve(currentTenantId(), named)
  const found = id === null ? null : await TenantEnvironment.find(id)
  const isBarred = (caller.environmentId ?? found?.id) !== found?.id
  if (found && found.deletedAt === null && !isBarred) return found
  throw notFound('There is no environment with the id or name "{id}".', named)
}

/** Where to promote to. @throws Problem 422 for none, and for the source itself */
export async function targetNamed(
  named: string,
  source: TenantEnvironment
): Promise<TenantEnvironment> {
  const target = await placeNamed(named).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    throw invalid('targetId', error.text, 'exists')
  })
  if (target.id !== source.id) return target
  throw invalid(
    'targetId',
    text('{name} is where the workflows are already. Choose another environment.', {
      name: target.displayName,
    })
  )
}

/** @throws Problem 403 for a token of one environment: what it does would reach beyond */
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
 * An environment that is to be changed, held as it is until the transaction ends: it is neither deleted nor switched off
 * meanwhile. What is done in it goes on.
 * @throws Problem 403 for one that is not active, 404 for one that was deleted
 */
export async function holdTarget(id: string): Promise<TenantEnvironment> {
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

/** Programs do nothing in an environment that is not active; people read it. @throws Problem 403 */
export function assertGivesAway({ isActive, displayName }: TenantEnvironment): void {
  if (isActive || currentContext().actor.type === 'user') return
  throw new Problem(
    403,
    'E_ENVIRONMENT_INACTIVE',
    text(
      '{name} is not active, so no token promotes anything out of it. Promote in the console, or ask the operator to activate it.',
      { name: displayName }
    )
  )
}
