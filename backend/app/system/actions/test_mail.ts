import { setTimeout as delay } from 'node:timers/promises'
import { accounts } from '@crossdock/backend/users'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Limit } from '@crossdock/kernel/limits'
import { Problem, text } from '@crossdock/kernel/ground'
import { drawLetter, mailer, withoutCredentials } from '@crossdock/kernel/mail'
import { productVersion } from '@crossdock/kernel/plugin'
import { settings } from '@crossdock/kernel/settings'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { mailTested } from '../event_types.js'

const perPerson = new Limit({ name: 'system.mail-test', points: 5, seconds: 10 * 60 })
const timeoutMs = 20_000
const longest = 500

/**
 * Sends a mail to the super administrator's own address only, and waits for the answer of the server.
 * @throws Problem 403 for a caller without an address, 429
 */
export async function testMail() {
  const { actor } = currentContext()
  const account = actor.userId ? await accounts.use().find(actor.userId) : null
  if (!account) {
    throw new Problem(
      403,
      'E_NO_PERSON',
      text('{actor} acts for no person, so there is no address to send a mail to.', {
        actor: actor.label,
      })
    )
  }
  await perPerson.use(account.id)
  const { email: to } = account
  const begun = performance.now()
  const failure = await send(to)
  const accepted = failure === null
  await asOperator('the mail server is the installation’s', () =>
    transaction(() => recordEvent(mailTested, { payload: { to, accepted } }))
  )
  const { SMTP_URL } = settings.use()
  return {
    to,
    accepted,
    message: failure,
    server: SMTP_URL ? new URL(SMTP_URL).host : null,
    writtenTo: accepted && !SMTP_URL ? 'DATA_DIR/mail' : null,
    tookMs: Math.round(performance.now() - begun),
  }
}

/** The error without the credentials for the server; null when the mail was accepted. */
async function send(to: string): Promise<string | null> {
  const timer = new AbortController()
  const late = delay(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`No answer within ${timeoutMs / 1_000} seconds.`)
  })
  late.catch(() => undefined)
  try {
    await Promise.race([mailer.use().send({ to, ...letter(to) }), late])
    return null
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return withoutCredentials(said, settings.use().SMTP_URL).slice(0, longest)
  } finally {
    timer.abort()
  }
}

const letter = (to: string) => ({
  subject: 'Crossdock can send mail',
  ...drawLetter({
    title: 'Mail works',
    paragraphs: [
      `This mail was sent from the system page of Crossdock ${productVersion()}. Sign-in codes, invitations and alerts are sent the same way.`,
    ],
    footer: [`Sent to ${to}, because a person signed in as this super administrator requested it.`],
  }),
})
