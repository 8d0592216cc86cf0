import type { BigIntStats } from 'node:fs'
import type { State } from './state.js'

/** A file that was changed so shortly before it was read may change once more with the same time. */
const settledMs = 2_000

/** What tells that a file is still the one that was hashed. */
export const markOf = ({ size, mtimeNs, ino }: BigIntStats): string => `${size}-${mtimeNs}-${ino}`

/** Content ids that were computed or told before. Nothing is lost without them but time. */
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
