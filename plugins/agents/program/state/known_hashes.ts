import type { BigIntStats } from 'node:fs'
import type { State } from './state.js'

/** A file that changed within this time before it was read may change again without a new modification time. */
const settledMs = 2_000

/** Identifies the state in which a file was hashed. */
export const markOf = ({ size, mtimeNs, ino }: BigIntStats): string => `${size}-${mtimeNs}-${ino}`

/** Caches content ids. If the cache is lost, files are hashed again. */
export class KnownHashes {
  constructor(private readonly state: State) {}

  local(path: string, stats: BigIntStats): string | undefined {
    const row = this.state.database
      .prepare('select hash from local_hashes where path = ? and mark = ?')
      .get(path, markOf(stats))
    return row?.hash as string | undefined
  }

  keepLocal(path: string, stats: BigIntStats, hash: string): void {
    if (Date.now() - Number(stats.mtimeMs) < settledMs) return
    this.state.lightly(
      `insert into local_hashes (path, mark, hash) values (?, ?, ?)
         on conflict (path) do update set mark = excluded.mark, hash = excluded.hash`,
      path,
      markOf(stats),
      hash
    )
  }

  remote(assetId: string, version: number): string | undefined {
    const row = this.state.database
      .prepare('select hash from remote_hashes where asset_id = ? and version = ?')
      .get(assetId, version)
    return row?.hash as string | undefined
  }

  keepRemote(assetId: string, version: number, hash: string): void {
    this.state.lightly(
      `insert into remote_hashes (asset_id, version, hash) values (?, ?, ?)
         on conflict (asset_id, version) do update set hash = excluded.hash`,
      assetId,
      version,
      hash
    )
  }
}
