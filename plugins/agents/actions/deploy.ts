import { grants } from '@crossdock/backend/access'
import { clock, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, notFound, Problem, text } from '@crossdock/kernel/ground'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { hashOfToken, newEnrolmentToken } from '../access/enrolment_token.js'
import { lendablePermissions } from '../access/identity.js'
import { enrolmentCreated, enrolmentRevoked } from '../event_types.js'
import { enrolmentMs } from '../limits.js'
import { AgentEnrolment } from '../models/agent_enrolment.js'
import { AgentGroup } from '../models/agent_group.js'
import { linesFor } from '../downloads/lines.js'

/**
 * Creates a token that enrolls one agent. The agent reads and writes files with at most the permissions of the
 * caller.
 * @throws Problem 403, 422
 */
export async function deploy({ groupId = null }: { groupId?: string | null | undefined }) {
  const { actor, environmentId } = currentContext()
  const { userId } = actor
  if (!userId) {
    throw new Problem(403, 'E_FORBIDDEN', text('An agent acts for a person. Have a person add it.'))
  }
  const scopes = permissionsToLend()
  // An agent does not expire, so a token with an expiry cannot lend it permissions.
  await grants.use().assertMayGrant({ scopes, expiresAt: null, environmentId })
  const token = newEnrolmentToken()
  const expiresAt = new Date(clock.now() + enrolmentMs).toISOString()
  const id = await transaction(async () => {
    if (groupId !== null && !(await AgentGroup.find(groupId))) {
      throw invalid('groupId', text('There is no agent group with the id "{id}".', { id: groupId }))
    }
    const enrolment = await AgentEnrolment.create({
      tokenHash: hashOfToken(token),
      userId,
      groupId,
      scopes,
      expiresAt,
    })
    await recordEvent(enrolmentCreated, {
      target: { type: 'agent_enrolment', id: enrolment.id },
      payload: { expiresAt, scopes },
    })
    return enrolment.id
  })
  return { id, token, expiresAt, commands: await linesFor(token) }
}

/** Returns the file permissions of the caller that an agent may use. */
export const permissionsToLend = (): string[] =>
  lendablePermissions.filter((name) => holds({ name }))

/**
 * Revokes a token.
 * @throws Problem 404, 409 if it has already added an agent
 */
export async function revokeEnrolment(id: string): Promise<void> {
  await transaction(async () => {
    const enrolment = await AgentEnrolment.query().where('id', id).forUpdate().first()
    if (!enrolment) throw notFound('There is no enrollment token with the id "{id}".', id)
    if (enrolment.usedAt) {
      const sentence = text('This token has added an agent already. Retire the agent instead.')
      throw conflict('E_ENROLMENT_USED', sentence)
    }
    if (enrolment.revokedAt) return
    await enrolment.merge({ revokedAt: now() }).save()
    await recordEvent(enrolmentRevoked, {
      target: { type: 'agent_enrolment', id },
      payload: { expiresAt: enrolment.expiresAt },
    })
  })
}
