import type { Written } from './files.js'

/** A pack that the copied database names, and how far into it: what lies behind was not named then. */
export interface NamedPack {
  tenant: string
  pack: string
  end: number
}

/** A database as one moment held it. */
export interface Snapshot {
  takenAt: string
  migrations: string[]
  packs: NamedPack[]
  /** Of its file in the backup. */
  file: Written & { path: string }
}

/** What a snapshot is asked, in either kind of SQL. */
export const questions = {
  migrations: 'select name from adonis_schema order by id',
  packs: `select tenant_id as tenant, pack_id as pack, max(pack_offset + size) as "end"
    from content_chunks group by tenant_id, pack_id order by tenant_id, pack_id`,
}

/** So long content is held after the last sign of life of its backup. */
export const holdMs = 30 * 60_000
export const renewMs = 60_000

/** The database of an installation, beside servers that may be working on it. */
export interface Origin {
  /** From now on nobody deletes packs, and the same again before it ends. Nothing on a database that knows no holds yet. */
  hold(): Promise<void>
  /** Copies it into the folder. @throws BackupRefused */
  copy(folder: string): Promise<Snapshot>
  close(): Promise<void>
}
