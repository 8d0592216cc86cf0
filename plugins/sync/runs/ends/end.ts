import type {
  Agreed,
  Expected,
  Operation,
  PlannedOperation,
  Result,
  SideName,
  Tree,
} from '@crossdock/sync-engine'
import type { SyncSide } from '../../models/sync_side.js'

/** Files and folders of one contract are at most so many on each side. */
export const mostEntries = 2_000_000

/** An operation that changes its side. */
export type Change = Extract<Operation, { type: 'makeFolder' | 'move' | 'write' | 'remove' }>

export const isChange = (operation: PlannedOperation): operation is Change & PlannedOperation =>
  ['makeFolder', 'move', 'write', 'remove'].includes(operation.type)

/** What an end does needs of the pass: ids of pairs on this side. */
export interface Places {
  /** The id of the folder that a change goes into; null for the root. */
  parentOf(key: string | null): string | null
}

/** A side of a contract as a pass reads and changes it. */
export interface End {
  readonly side: SideName
  readonly row: SyncSide
  /** Reads everything. @throws PassStopped, PassWaits */
  tree(agreed: ReadonlyMap<string, Agreed>): Promise<Tree>
}

/** An end whose changes are rows of this database: they and what they make true are one transaction. */
export interface StoredEnd extends End {
  readonly kind: 'stored'
  /** Content ids of the files that are there. */
  readonly hashes: ReadonlySet<string>
  /** Ids of assets closed to the person of the contract. Their names are shown to no caller. */
  readonly closed: ReadonlySet<string>
  /** What must happen outside of the transaction. */
  prepare(change: Change): Promise<void>
  /** In the caller's transaction. @throws Problem */
  apply(change: Change, places: Places): Promise<Result | null>
}

/** An end that is changed elsewhere while the pass waits. What became true is kept behind the change. */
export interface RemoteEnd extends End {
  readonly kind: 'remote'
  close(): Promise<void>
  apply(change: Change, places: Places): Promise<Result | null>
  /** Brings the bytes of a file into the store. */
  fetch(expected: Expected, size: number, path: string): Promise<{ hash: string }>
}

/** An end whose agent fetches work and reports the outcome. */
export interface AgentEnd extends End {
  readonly kind: 'agent'
  readonly agentId: string
  isOnline(): Promise<boolean>
}

export type AnyEnd = StoredEnd | RemoteEnd | AgentEnd

export const idOn = (agreed: Agreed, side: SideName): string =>
  side === 'source' ? agreed.sourceId : agreed.targetId

/** Files and bytes of a tree. */
export function figuresOf({ entries }: Tree): { files: number; bytes: number } {
  let files = 0
  let bytes = 0
  for (const { kind, size } of entries.values()) {
    if (kind !== 'file') continue
    files++
    bytes += size
  }
  return { files, bytes: Math.min(bytes, Number.MAX_SAFE_INTEGER) }
}
