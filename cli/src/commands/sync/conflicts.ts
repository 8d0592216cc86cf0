import type { SyncConflict } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'
import { textOf } from '../../local_file.js'
import { formatBytes, formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { contractKind, findContract } from './kind.js'

const path = `${contractKind.path}/conflicts`
const MOST = 1000
const KEEPS = ['source', 'target', 'both', 'merged'] as const

export interface ListConflictsOptions {
  contract?: string
  all?: boolean
  search?: string
  limit: string
}

export async function listConflicts(
  factory: Factory,
  { contract, all, search, limit: given }: ListConflictsOptions
): Promise<void> {
  const limit = wholeNumber('--limit', given, MOST)
  const api = await factory.api()
  const contractId = contract === undefined ? undefined : (await findContract(api, contract)).id
  const filter = { contractId, search, state: all ? undefined : 'open' }
  const { rows, total } = await api.page<SyncConflict>(path, { filter }, 0, limit)
  await factory.printList(
    rows,
    [
      { title: 'Id', text: ({ id }) => id, whole: true },
      { title: 'Contract', text: ({ contractName }) => contractName ?? '' },
      { title: 'Path', text: (conflict) => conflict.path },
      { title: 'Cause', text: ({ cause }) => cause },
      { title: 'Source', text: ({ source }) => versionText(source) },
      { title: 'Target', text: ({ target }) => versionText(target) },
      { title: 'State', text: ({ state, resolution }) => resolution ?? state },
      {
        title: 'Since',
        text: ({ openedAt }) => formatRelative(openedAt),
        raw: ({ openedAt }) => openedAt,
      },
    ],
    all ? 'No conflicts.' : 'No open conflicts.'
  )
  noteTruncation(factory, rows.length, total, 'conflicts')
}

function versionText(version: SyncConflict['source']): string {
  if (!version) return 'deleted'
  const { size, modifiedAt, by } = version
  const parts = [formatBytes(size), modifiedAt && formatRelative(modifiedAt), by && `by ${by}`]
  return parts.filter(Boolean).join(', ')
}

export interface ResolveOptions {
  keep?: string
  file?: string
}

/** Resolves a conflict by choosing which version is kept. */
export async function resolveConflict(
  factory: Factory,
  typed: string,
  { keep: typedKeep, file }: ResolveOptions
): Promise<void> {
  const api = await factory.api()
  const id = isId(typed) ? typed.toLowerCase() : await openConflict(api, typed)
  const isOne = (one: string) => (KEEPS as readonly string[]).includes(one)
  const keep = await factory.prompter.valueOrAsk(typedKeep ?? (file ? 'merged' : undefined), {
    message: 'Which version to keep: source, target or both?',
    flag: '--keep',
    validate: (one) => (isOne(one) ? true : `One of: ${KEEPS.join(', ')}.`),
  })
  if ((keep === 'merged') !== (file !== undefined)) {
    throw new UsageError(
      '--keep merged and --file need each other.',
      'The file contains the merged text.'
    )
  }
  const text = file === undefined ? {} : { text: await textOf(factory, file) }
  const conflict = await api.post<SyncConflict>(`${path}/${id}/resolve`, { keep, ...text })
  if (factory.flags.json) return factory.printJson(conflict)
  factory.say(`Resolved ${conflict.path}: ${said[keep] ?? keep}. The next run carries it out.`)
}

const said: Record<string, string> = {
  source: 'the version of the source is kept',
  target: 'the version of the target is kept',
  both: 'both versions are kept',
  merged: 'the merged text is kept',
}

async function openConflict(api: ApiClient, typed: string): Promise<string> {
  const { rows } = await api.page<SyncConflict>(path, { filter: { state: 'open' } }, 0, MOST)
  const found = pick(rows, typed, {
    one: 'open conflict',
    list: 'crossdock sync conflicts list',
    ids: ({ id }) => [id],
    name: (conflict) => conflict.path,
    about: (conflict) => `${conflict.path} of ${conflict.contractName ?? 'a contract'}`,
  })
  return found.id
}
