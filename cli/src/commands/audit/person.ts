import type { AuditEntry } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { CliError, ExitCode } from '../../errors.js'
import { isId } from '../../ids.js'
import { personId } from '../activity/filter.js'

/** The audit has no filter by address, so this many of its newest entries are searched. */
const MOST = 5_000
const PAGE = 1_000

/** Finds a person in the audit: a member, or a removed person or operator whose address an entry names. */
export async function personInAudit(
  api: ApiClient,
  typed: string,
  chain: string | undefined
): Promise<string> {
  if (isId(typed)) return typed.toLowerCase()
  try {
    // Most questions are about current members.
    if (chain === undefined) return await personId(api, typed)
  } catch (error) {
    if (!isNobody(error) || !typed.includes('@')) throw error
  }
  return personNamed(api, typed, chain)
}

const isNobody = (error: unknown) =>
  error instanceof CliError && error.exitCode === ExitCode.notFound

async function personNamed(
  api: ApiClient,
  typed: string,
  chain: string | undefined
): Promise<string> {
  const email = typed.toLowerCase()
  const ids = new Set<string>()
  let looked = 0
  for (let full = true; full && looked < MOST;) {
    const { rows } = await api.page<AuditEntry>('/api/audit', { filter: { chain } }, looked, PAGE)
    for (const entry of rows) for (const id of idsIn(entry, email)) ids.add(id)
    looked += rows.length
    full = rows.length === PAGE
  }
  const [id, ...more] = ids
  if (id === undefined) {
    throw new CliError(
      ExitCode.notFound,
      `No member has the address "${typed}", and none of the newest ${looked} audit entries contains it.`,
      {
        hint: 'Give the id of the person instead: see userId, or targetId for actions on the person, in "crossdock audit list --json".',
      }
    )
  }
  if (more.length > 0) {
    throw new CliError(ExitCode.refused, `${ids.size} people had the address "${typed}".`, {
      details: [...ids],
      hint: 'Give the id of the person.',
    })
  }
  return id
}

/** The ids of the people whose address in an entry is the given one. */
function idsIn({ person, userId, targetType, targetId, details }: AuditEntry, email: string) {
  const isSame = (one: unknown) => typeof one === 'string' && one.toLowerCase() === email
  return [
    ...(userId && isSame(person?.email) ? [userId] : []),
    ...(targetId && targetType === 'user' && isSame(details?.email) ? [targetId] : []),
  ]
}
