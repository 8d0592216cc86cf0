import { redact } from '../secrets/index.js'

/** A text of a mail server without the user and the password that SMTP_URL holds. */
export function withoutCredentials(said: string, SMTP_URL: string | undefined): string {
  if (!SMTP_URL) return said
  const { username, password } = new URL(SMTP_URL)
  return redact(said, [username, password].filter(Boolean).map(decodeURIComponent))
}
