import type { User } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick, type Named } from '../../find.js'
import { beginningOf, isId } from '../../ids.js'

export const USERS = '/api/users'
const MAX_CANDIDATES = 100

const kind: Named<User> = {
  one: 'user',
  list: 'crossdock users list',
  ids: ({ id }) => [id],
  name: ({ email }) => email,
  about: ({ email, role, status }) => `${email}, ${role}, ${status}`,
}

/** Finds a person by address (ignoring case) or by any part of the id. */
export async function findUser(api: ApiClient, typed: string): Promise<User> {
  if (isId(typed)) return api.get<User>(`${USERS}/${typed.toLowerCase()}`)
  const id = beginningOf(typed)
  const filter = id ? { id } : { search: typed }
  const { rows } = await api.page<User>(USERS, { filter }, 0, MAX_CANDIDATES)
  return pick(rows, typed.trim().toLowerCase(), kind)
}
