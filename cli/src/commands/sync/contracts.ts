import type { SyncContract } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { formatBytes, formatRelative } from '../../output/format.js'
import { contractKind, endText, findContract } from './kind.js'

export interface ListContractsOptions {
  search?: string
  active?: boolean
  attention?: boolean
}

export async function listContracts(
  factory: Factory,
  { search, active, attention }: ListContractsOptions
): Promise<void> {
  const filter = {
    search,
    isActive: active ? 'true' : undefined,
    attention: attention ? 'true' : undefined,
  }
  const api = await factory.api()
  const rows = await api.all<SyncContract>(contractKind.path, { filter, sort: ['name', 'ASC'] })
  await factory.printList(rows, contractKind.columns, 'No sync contracts.')
}

export async function showContract(factory: Factory, typed: string): Promise<void> {
  printContract(factory, await findContract(await factory.api(), typed))
}

function printContract(factory: Factory, contract: SyncContract): void {
  if (factory.flags.json) return factory.printJson(contract)
  const { state, sides, syncRules, scheduleConfig } = contract
  const { phase, message, stop, openConflicts, skipped, nextRunAt } = state
  printDetails(factory, [
    ['Name', contract.name],
    ['Description', contract.description],
    ['Source', endLine(sides.source)],
    ['Target', endLine(sides.target)],
    ['Direction', syncRules.bidirectional ? 'both ways' : 'from the source to the target'],
    ['Deletions', syncRules.deletes ? 'are synced' : 'are not synced'],
    ['Conflicts', contract.conflictResolution],
    ['File types', syncRules.fileTypes.join(', ')],
    ['Excluded', syncRules.excludePatterns.join(', ')],
    ['Folders', syncRules.folders.join(', ')],
    ['Runs', scheduleText(scheduleConfig)],
    ['State', [phase, stop?.message ?? message].filter(Boolean).join(': ')],
    ['Open conflicts', openConflicts ? String(openConflicts) : null],
    ['Skipped', skipped ? String(skipped) : null],
    ['Last sync', contract.lastSync && formatRelative(contract.lastSync)],
    ['Next sync', nextRunAt],
    ['Runs with the permissions of', contract.createdBy],
    ['Id', contract.id],
  ])
}

function endLine(end: SyncContract['sides']['source']): string {
  const { files, bytes, isOnline, lastSeenAt } = end
  const size = files === null ? '' : `, ${files} files, ${formatBytes(bytes ?? 0)}`
  const away = lastSeenAt ? ` (offline, last seen ${formatRelative(lastSeenAt)})` : ' (offline)'
  return `${endText(end)}${size}${isOnline ? '' : away}`
}

function scheduleText({ mode, cron, timezone, events }: SyncContract['scheduleConfig']): string {
  const times = cron ? ` (${[cron, timezone].filter(Boolean).join(' ')})` : ''
  const on = events?.length ? `, on ${events.join(', ')}` : ''
  return `${mode}${times}${on}`
}

const done = { pause: 'is paused', resume: 'is resumed', stop: 'is stopped' } as const
export type ContractVerb = keyof typeof done

/** Pauses or resumes a contract, or stops its run. */
export async function changeContract(
  factory: Factory,
  verb: ContractVerb,
  typed: string
): Promise<void> {
  const api = await factory.api()
  const { id, name } = await findContract(api, typed)
  const contract = await api.post<SyncContract>(`${contractKind.path}/${id}/${verb}`, undefined)
  if (factory.flags.json) return factory.printJson(contract)
  factory.say(verb === 'stop' ? `The run of ${name} ${done.stop}.` : `${name} ${done[verb]}.`)
}
