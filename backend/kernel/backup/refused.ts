/** A backup or a restore that is not done; the message says why, and what to do. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
