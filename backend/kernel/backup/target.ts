import type { Manifest } from './manifest.js'

/** The database of an installation into which a backup is restored. */
export interface Target {
  kind: Manifest['database']['kind']
  /** What is already in use, as text for the message; null if nothing is. */
  inUse(): Promise<string | null>
  /** Whether a restore into this installation began and did not finish. */
  wasInterrupted(): Promise<boolean>
  /** Removes the remains of an interrupted restore. */
  clear(): Promise<void>
  /** Marks the installation as incomplete: no server starts on it until `finish`. */
  begin(): Promise<void>
  /**
   * @param path of the database file in the backup
   * @throws BackupRefused
   */
  restore(path: string, file: Manifest['database']): Promise<void>
  /** Removes the mark: servers can start again. */
  finish(): Promise<void>
  close(): Promise<void>
}
