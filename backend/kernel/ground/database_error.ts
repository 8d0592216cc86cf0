/** Whether the database raised an error. Its text names tables and values, so it belongs only in the log. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return String(error.code).startsWith('SQLITE_') || ('severity' in error && 'routine' in error)
}
