import type { User } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick, type Named } from '../../find.js'
import { isId } from '../../ids.js'
import { instantOf } from '../../times.js'

const USERS = '/api/users'
const MAX_CANDIDATES = 100

export interface ActivityOptions {
  user?: string
  type?: string
  targetType?: string
  target?: string
  since?: string
  until?: string
  search?: string
}

const kind: Named<User> = {
  one: 'person',
  list: 'crossdock users list',
  ids: ({ id }) => [id],
  name: ({ email }) => email,
  about: ({ email, role }) => `${email}, ${role}`,
}

/** The feed's filter from the flags. Reads the times before it calls the server. */
export async function filterOf(
  options: ActivityOptions,
  connect: () => Promise<ApiClient>
): Promise<Record<string, string | undefined>> {
  const { user, type, targetType, target, since, until, search } = options
  const period = {
    after: since && instantOf('--since', since, { counting: 'back' }),
    before: until && instantOf('--until', until, { counting: 'back' }),
  }
  const userId = user && (await personId(await connect(), user))
  return { userId, eventType: type, entityType: targetType, entityId: target, search, ...period }
}

/** Returns the id of a person: a member of this tenant by address, or anyone by a full id. */
export async function personId(api: ApiClient, typed: string): Promise<string> {
  // A whole id also matches removed people: the feed still lists what they did.
  if (isId(typed)) return typed.toLowerCase()
  const email = typed.toLowerCase()
  const { rows } = await api.page<User>(USERS, { filter: { search: email } }, 0, MAX_CANDIDATES)
  return pick(rows, email, kind).id
}
