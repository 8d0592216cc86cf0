import { setTimeout as delay } from 'node:timers/promises'
import { accounts } from '@crossdock/backend/users'
import { signInLinks } from '@crossdock/backend/access'
import { isPassing } from '@crossdock/kernel/database'
import { settings } from '@crossdock/kernel/settings'

const linkLifetimeMs = 24 * 60 * 60 * 1000
const againMs = 1_000

/**
 * Prints the address of Crossdock. Until the super administrator has signed in, also prints a one-time sign-in
 * link. Written to the terminal, never to the log.
 */
export async function welcome(): Promise<void> {
  const { APP_URL, ADMIN_EMAIL } = settings.use()
  warnWithoutMailServer()
  console.log(`\nCrossdock is ready at ${APP_URL}`)
  const link = await retryDuringOutage(async () => {
    const admin = await accounts.use().ensureSuperAdministrator(ADMIN_EMAIL)
    return admin.lastLoginAt ? null : signInLinks.use().create(admin.id, linkLifetimeMs)
  })
  if (link) console.log(`Sign in once as ${ADMIN_EMAIL}:\n  ${link}\n`)
}

/** The server is already running: a short database outage must not end it. */
async function retryDuringOutage<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      await delay(againMs)
    }
  }
}

function warnWithoutMailServer(): void {
  const { NODE_ENV, SMTP_URL, DATA_DIR } = settings.use()
  if (NODE_ENV !== 'production' || SMTP_URL) return
  console.warn(
    `\nWARNING: There is no mail server, so people cannot sign in by mail.\n` +
      `Set SMTP_URL to your mail server. Until then mails are stored in ${DATA_DIR}/mail. Their links sign\n` +
      `in anyone who has them, so they are not printed here.`
  )
}
