import { grants } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { clock, newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, Problem, text } from '@crossdock/kernel/ground'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, withContext, type Actor } from '@crossdock/kernel/tenancy'
import { holdParent } from '../queries/lineage.js'
import { ApiToken } from '../models/api_token.js'
import { findEnvironmentId } from '../queries/find_environment_id.js'
import { assertMayCreate } from '../policies/api_tokens.js'
import { hashOf, newToken, prefixOf } from '../secret.js'
import { apiTokenCreated } from '../event_types.js'

export interface TokenInput {
  name: string
  scopes: string[]
  /** null: never; undefined: as late as the caller's own token allows. */
  expiresAt: string | null | undefined
  /** Id or name; null: any; undefined: the environment of the caller's own token. */
  environment: string | null | undefined
}

/**
 * Creates a token for the caller; without scopes it has all their permissions. A token created by a token is its
 * child: it has no more permissions, ends no later, and is revoked with it.
 * @returns the row and the secret, which cannot be read again
 * @throws Problem 401 for a person who was just deactivated, 403, 422
 */
export async function createToken(input: TokenInput): Promise<{ row: ApiToken; token: string }> {
  assertMayCreate()
  const { tenantId, actor, permissions, caller } = currentContext()
  const parentId = actor.type === 'token' ? actor.id : null
  // No scopes would mean all permissions of the owner, which may be more than the parent has.
  const narrowed = parentId !== null && input.scopes.length === 0
  const scopes = narrowed ? [...permissions] : input.scopes
  const expiresAt = input.expiresAt === undefined ? caller.expiresAt : input.expiresAt
  refuseUnknown(scopes)
  if (expiresAt && Date.parse(expiresAt) <= clock.now()) {
    throw invalid('expiresAt', text('The expiry must be in the future.'), 'future')
  }
  const environmentId =
    input.environment === undefined
      ? caller.environmentId
      : await findEnvironmentId(input.environment)
  await grants.use().assertMayGrant({ scopes, expiresAt, environmentId })
  const token = newToken()
  const row = {
    id: newId(),
    tenantId: tenantId as string,
    userId: ownerOf(actor),
    parentId,
    name: input.name,
    token: hashOf(token),
    prefix: prefixOf(token),
    scopes: [...new Set(scopes)],
    expiresAt,
    environmentId,
    isActive: true,
  }
  const save = () =>
    transaction(async () => {
      await assertStillThere(row.userId)
      if (parentId) await holdParent(parentId)
      const created = await ApiToken.create(row)
      await withContext({ tenantId, operator: tenantId === null }, () =>
        recordEvent(apiTokenCreated, {
          target: { type: 'api_token', id: row.id },
          payload: { name: row.name, scopes: row.scopes, expiresAt },
        })
      )
      return created
    })
  // A parent may belong to no tenant, like a super administrator.
  const inside = tenantId && !parentId && !caller.isSuperAdmin
  const created = inside
    ? await save()
    : await asOperator('a super administrator belongs to no tenant', save)
  return { row: created, token }
}

/** Locks the owner until the commit: a parallel deactivation would not revoke this token. @throws Problem 401 */
async function assertStillThere(userId: string): Promise<void> {
  await accounts.use().hold([userId])
  if ((await accounts.use().find(userId))?.mayEnter) return
  throw new Problem(401, 'E_UNAUTHENTICATED', text('Sign in first.'))
}

/** @throws Problem 403 for a caller without a person */
function ownerOf({ userId, label }: Actor): string {
  if (userId) return userId
  throw new Problem(
    403,
    'E_NO_PERSON',
    text('{actor} does not act for a person, and API tokens belong to people.', { actor: label })
  )
}

function refuseUnknown(scopes: string[]): void {
  const known = new Set(pluginHost.use().permissions.map(({ name }) => name))
  const unknown = scopes.find((scope) => !known.has(scope))
  if (unknown === undefined) return
  throw invalid(
    'scopes',
    text('There is no permission "{permission}".', { permission: unknown }),
    'scope'
  )
}
