/** A backup or a restore that cannot be done. The message says why, and what to do. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
