import { setTimeout as delay } from 'node:timers/promises'
import { accounts } from '@crossdock/backend/users'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Limit, Problem, text } from '@crossdock/kernel/http'
import { drawLetter, mailer, withoutCredentials } from '@crossdock/kernel/mail'
import { productVersion } from '@crossdock/kernel/plugin'
import { settings } from '@crossdock/kernel/settings'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { mailTested } from '../event_types.js'

const perPerson = new Limit({ name: 'system.mail-test', points: 5, seconds: 10 * 60 })
const patienceMs = 20_000
const longest = 500

/**
 * Sends the super administrator a mail, to their own address and nobody else's, and waits for what the server says.
 * @throws Problem 403 for who has no address, 429
 */
export async function testMail() {
  const { actor } = currentContext()
  const account = actor.userId ? await accounts.use().find(actor.userId) : null
  if (!account) {
    throw new Problem(
      403,
      'E_NO_PERSON',
      text('{actor} acts for nobody, so there is no address to send a mail to.', {
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
    ...{ to, accepted, message: failure },
    server: SMTP_URL ? new URL(SMTP_URL).host : null,
    writtenTo: accepted && !SMTP_URL ? 'DATA_DIR/mail' : null,
    tookMs: Math.round(performance.now() - begun),
  }
}

/** What went wrong, without what signs in at the server; null when the mail was accepted. */
async function send(to: string): Promise<string | null> {
  const timer = new AbortController()
  const late = delay(patienceMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`No answer within ${patienceMs / 1_000} seconds.`)
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
      `This mail was sent from the system page of Crossdock ${productVersion()}. Sign-in codes, invitations and alerts take the same way.`,
    ],
    footer: [`Sent to ${to}, because somebody signed in as this super administrator asked for it.`],
  }),
})
