/** A backup or restore that is not possible. The message says why, and what to do. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
