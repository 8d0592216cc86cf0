import type { Manifest } from './manifest.js'

/** The database of an installation into which a backup is restored. */
export interface Target {
  kind: Manifest['database']['kind']
  /** What is there already, null when nothing is. */
  inUse(): Promise<string | null>
  /** Whether a restore has begun here and not come to its end. */
  wasCut(): Promise<boolean>
  /** Takes away what a restore that was cut off has left. */
  clear(): Promise<void>
  /** From here on no server starts on it. */
  begin(): Promise<void>
  /** @param path of the file in the backup @throws BackupRefused */
  restore(path: string, file: Manifest['database']): Promise<void>
  /** From here on servers start on it. */
  finish(): Promise<void>
  close(): Promise<void>
}
