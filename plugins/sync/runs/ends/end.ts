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

/** Maximum number of files and folders of one contract on each side. */
export const mostEntries = 2_000_000

/** An operation that changes its side. */
export type Change = Extract<Operation, { type: 'makeFolder' | 'move' | 'write' | 'remove' }>

export type Write = Extract<Operation, { type: 'write' }>

export const isChange = (operation: PlannedOperation): operation is Change & PlannedOperation =>
  ['makeFolder', 'move', 'write', 'remove'].includes(operation.type)

/** Gives an end the ids of the folders on its side. */
export interface Places {
  /** The id of the target folder of a change; null for the root. */
  parentOf(key: string | null): string | null
}

/** One side of a contract, with the methods by which a pass reads it. */
export interface End {
  readonly side: SideName
  readonly row: SyncSide
  /**
   * Reads everything.
   * @throws PassStopped, PassWaits
   */
  tree(agreed: ReadonlyMap<string, Agreed>): Promise<Tree>
}

/** An end in this database. Its changes and the resulting state are stored in one transaction. */
export interface StoredEnd extends End {
  readonly kind: 'stored'
  /** Content ids of the existing files. */
  readonly hashes: ReadonlySet<string>
  /** Ids of assets closed to the contract's owner. Their names are not shown to any caller. */
  readonly closed: ReadonlySet<string>
  /** Does work that must precede the transaction. */
  prepare(change: Change): Promise<void>
  /**
   * Makes a change, in the caller's transaction.
   * @throws Problem
   */
  apply(change: Change, places: Places): Promise<Result | null>
  /**
   * Writes new files with few statements, in the caller's transaction: all, or none.
   * @throws Problem
   */
  putNew(writes: readonly Write[], places: Places): Promise<Result[]>
}

/** An end on a remote system, which the pass changes itself. The resulting state is stored after the change. */
export interface RemoteEnd extends End {
  readonly kind: 'remote'
  close(): Promise<void>
  apply(change: Change, places: Places): Promise<Result | null>
  /** Copies the bytes of a file into the store. */
  fetch(expected: Expected, size: number, path: string): Promise<{ hash: string }>
}

/** An end whose agent fetches its work and reports the outcome. */
export interface AgentEnd extends End {
  readonly kind: 'agent'
  readonly agentId: string
  isOnline(): Promise<boolean>
}

export type AnyEnd = StoredEnd | RemoteEnd | AgentEnd

export const idOn = (agreed: Agreed, side: SideName): string =>
  side === 'source' ? agreed.sourceId : agreed.targetId

/** Returns the number of files and bytes of a tree. */
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
