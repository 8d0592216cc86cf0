import type { AuditEntry } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { CliError, ExitCode } from '../../errors.js'
import { isId } from '../../ids.js'
import { personId } from '../activity/filter.js'

/** The audit is asked for no address, so its newest entries are looked through. */
const MOST = 5_000
const PAGE = 1_000

/** Somebody the audit tells of: who is here, and by an address that an entry names also who was removed or works for the operator. */
export async function personInAudit(
  api: ApiClient,
  typed: string,
  chain: string | undefined
): Promise<string> {
  if (isId(typed)) return typed.toLowerCase()
  try {
    // The people one asks for are those of here.
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
      `Nobody here has the address "${typed}", and none of the newest ${looked} entries of the audit names it.`,
      {
        hint: 'Give the id of the person instead: "crossdock audit list --json" has it as userId, and as targetId where something was done to them.',
      }
    )
  }
  if (more.length > 0) {
    throw new CliError(ExitCode.refused, `${ids.size} people had the address "${typed}".`, {
      details: [...ids],
      hint: 'Give the id of the one you mean.',
    })
  }
  return id
}

/** Whose address an entry names, where that is the one. */
function idsIn({ person, userId, targetType, targetId, details }: AuditEntry, email: string) {
  const isSame = (one: unknown) => typeof one === 'string' && one.toLowerCase() === email
  return [
    ...(userId && isSame(person?.email) ? [userId] : []),
    ...(targetId && targetType === 'user' && isSame(details?.email) ? [targetId] : []),
  ]
}
