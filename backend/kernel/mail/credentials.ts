import { redact } from '../secrets/index.js'

/** Removes the user name and password of SMTP_URL from a message of the mail server. */
export function withoutCredentials(message: string, SMTP_URL: string | undefined): string {
  if (!SMTP_URL) return message
  const { username, password } = new URL(SMTP_URL)
  return redact(message, [username, password].filter(Boolean).map(decodeURIComponent))
}
