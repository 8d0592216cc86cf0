import type { SyncContract, SyncSide } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { formatRelative } from '../../output/format.js'
import { findRecord } from '../../records/find.js'
import type { RecordKind } from '../../records/kind.js'

/** Phases of a contract that need attention. */
const NEEDS_ATTENTION = new Set(['stopped', 'failed'])

export const contractKind: RecordKind<SyncContract> = {
  noun: 'sync',
  one: 'sync contract',
  path: '/api/sync-contracts',
  columns: [
    { title: 'Name', text: ({ name }) => name },
    { title: 'Source', text: ({ sides }) => endText(sides.source) },
    {
      title: '',
      text: ({ syncRules }) => (syncRules.bidirectional ? '<->' : '->'),
      raw: ({ syncRules }) => (syncRules.bidirectional ? 'both' : 'forward'),
    },
    { title: 'Target', text: ({ sides }) => endText(sides.target) },
    {
      title: 'State',
      text: ({ state }) => state.phase,
      style: ({ state }, colors) => (NEEDS_ATTENTION.has(state.phase) ? colors.red : colors.green),
    },
    { title: 'Conflicts', text: ({ state }) => String(state.openConflicts) },
    { title: 'Skipped', text: ({ state }) => String(state.skipped) },
    {
      title: 'Last sync',
      text: ({ lastSync }) => (lastSync ? formatRelative(lastSync) : 'never'),
      raw: ({ lastSync }) => lastSync ?? '',
    },
    { title: 'Id', text: ({ id }) => id, onlyPiped: true },
  ],
  about: ({ sides }) => `${endText(sides.source)} and ${endText(sides.target)}`,
  loses: () => '; the files on both sides stay',
}

/** A side of a contract as text: `Packing desk:/srv/labels` or `/Arrivals`. */
export const endText = ({ label, path }: SyncSide): string => (label ? `${label}:${path}` : path)

export const findContract = (api: ApiClient, typed: string): Promise<SyncContract> =>
  findRecord(api, contractKind, typed)
