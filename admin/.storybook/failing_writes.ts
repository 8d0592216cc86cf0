import { page, type Session } from '@crossdock/admin/kit'
import { expect, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeApi, FakeRequest } from './fake_api.js'
import { sessions } from './sessions.js'

/** One write of the console, and how a person triggers it. */
export interface Write {
  /** The name of the call in the fake server: 'POST /tenants'. */
  call: string
  route: string
  session?: 'member' | 'superAdmin'
  api: FakeApi
  /** Performs all steps of the person up to the last click before the call. */
  prepare?: () => Promise<unknown>
  /** Performs the last click, which is repeated after each failure. */
  submit: () => Promise<unknown>
  /** Asserts that the input is still there. */
  expectKept?: () => unknown
  /** Text that appears only on success. */
  success: RegExp
  /** The page shows this text when the answer has no message. */
  failed?: string
  /** The page shows this text when the person does not sign in again; by default, the text of the toast. */
  ended?: string
}

type Outcome = 'done' | 'mute' | 'gone' | 'somebodyElse' | keyof typeof refusals

const refusals = {
  broken: { status: 500, body: { message: 'The database is locked.' } },
  conflict: { status: 409, body: { message: 'Another person was faster.' } },
  full: { status: 507, body: { code: 'E_FULL', message: 'The disk of the server is full.' } },
  unsure: {
    status: 503,
    body: { code: 'E_OUTCOME_UNKNOWN', message: 'It is not known whether this was done.' },
  },
}

const unreachableText = /The server could not be reached/
const CODE = '482913'
const ended = 'Your session has ended'

let outcome: Outcome = 'done'
let calls: { outcome: Outcome; session: string | null }[] = []
let signIns = 0
let knowsItsSession = false
let reload = spyOn(page, 'reload')

/** Returns a fake server that answers the write as `outcome` says, and all other calls as the story does. */
function fakeServer({ call, api, session = 'member' }: Write): FakeApi {
  const write = api[call]
  const named = (id: string) => ({ ...(sessions[session] as Session), session: { id } })
  const other = { ...named('ses_x'), user: { ...named('').user, id: 'usr_2' } }
  return {
    ...api,
    [call]: (request: FakeRequest) => {
      calls.push({ outcome, session: request.headers.get('X-Session') })
      if (outcome === 'mute') {
        return { status: 500, body: { status: 500, title: 'Error', message: '', errors: [null] } }
      }
      if (outcome === 'done') return typeof write === 'function' ? write(request) : write
      if (outcome === 'gone') return { status: 401, body: { message: 'Sign in first.' } }
      if (outcome === 'somebodyElse') {
        return { status: 409, body: { code: 'E_SESSION_CHANGED', message: 'Another session.' } }
      }
      return refusals[outcome]
    },
    'GET /auth/me': () => {
      knowsItsSession = true
      if (outcome === 'gone') return { status: 401, body: { message: 'Sign in first.' } }
      return outcome === 'somebodyElse' ? other : named(`ses_${signIns}`)
    },
    'POST /auth/magic-link': { message: 'sent', hasCode: true },
    'POST /auth/verify-code': ({ body }: FakeRequest) => {
      if ((body as { code: string }).code !== CODE) {
        return { status: 401, body: { message: 'This code is wrong or has expired.' } }
      }
      signIns += 1
      outcome = 'done'
      return { message: 'ok', redirectUrl: '/dashboard' }
    },
  }
}

const storyOf = (write: Write) => ({
  parameters: { route: write.route, session: write.session, api: fakeServer(write) },
  beforeEach: () => {
    outcome = 'done'
    calls = []
    signIns = 1
    knowsItsSession = false
    reload = spyOn(page, 'reload').mockImplementation(() => undefined)
  },
})

/**
 * A story in which a write fails in every way and finally succeeds after the person signs in again. After each failure,
 * the page shows the reason and no success, and keeps the input.
 *
 * Red when the page does not name the failed action although the answer has no message. Red when a custom call goes
 * through react-admin's data provider, which resolves when the session has ended. Red when a form closes on a failure,
 * or when the waiting call is not repeated.
 */
export const writeFails = (write: Write) => ({
  ...storyOf(write),
  play: async () => {
    outcome = 'broken'
    await write.prepare?.()
    for (const name of Object.keys(refusals) as (keyof typeof refusals)[]) {
      outcome = name
      await write.submit()
      await expectText(refusals[name].body.message)
      await expectNothingDone(write)
    }
    if (write.failed) {
      outcome = 'mute'
      await write.submit()
      await expectText(write.failed)
      await expectNothingDone(write)
    }

    outcome = 'gone'
    await write.submit()
    await closeSignInDialog()
    await expectText(write.ended ?? 'Nothing was saved. Sign in and try again.')
    await expect(screen.getAllByText('Sign in', { selector: 'button' })[0]).toBeVisible()
    await expectNothingDone(write)

    calls = []
    await write.submit()
    await expectNothingDone(write)
    await signInAgain()
    await waitFor(() => expect(screen.getAllByText(write.success)[0]).toBeInTheDocument())
    // The same call again, for the new session.
    await expect(calls).toEqual([
      { outcome: 'gone', session: 'ses_1' },
      { outcome: 'done', session: 'ses_2' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: ended })).toBeNull())
    await expect(screen.queryByText(`${ended}.`)).toBeNull()
  },
})

/** A story in which another person signs in from another tab. The write is not sent, and the input stays. */
export const anotherPersonSignsIn = (write: Write) => ({
  ...storyOf(write),
  play: async () => {
    // Otherwise the page would start with the other session.
    await waitFor(() => expect(knowsItsSession).toBe(true))
    await write.prepare?.()
    outcome = 'somebodyElse'
    await write.submit()
    const title = 'Another sign-in has replaced yours in this browser'
    const dialog = within(await screen.findByRole('alertdialog', { name: title }))
    await expectNothingDone(write)
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: title })).toBeNull())

    // From now on the page itself refuses, whatever the server answers.
    const before = calls.length
    outcome = 'done'
    await write.submit()
    await expectText(`${title}. Nothing was saved.`)
    await expectNothingDone(write)
    await expect(calls).toHaveLength(before)
    await expect(reload).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Reload', hidden: true }))
    await expect(reload).toHaveBeenCalledOnce()
  },
})

/** A story in which the network is down for a moment. The write fails, and the outage bar appears and disappears. */
export const writeFailsOffline = (write: Write) => ({
  ...storyOf(write),
  parameters: {
    route: write.route,
    session: write.session,
    api: { ...fakeServer(write), [write.call]: 'offline' } satisfies FakeApi,
  },
  play: async () => {
    await write.prepare?.()
    await write.submit()
    await expectText(
      write.failed ? new RegExp(`^${write.failed}\\. The server could not be`) : unreachableText
    )
    await expectNothingDone(write)
    await waitFor(() => expect(screen.queryByText('Connection lost. Retrying…')).toBeNull())
  },
})

const expectText = (text: string | RegExp) =>
  waitFor(() => expect(screen.getAllByText(text)[0]).toBeInTheDocument())

async function expectNothingDone({ success, expectKept }: Write) {
  await expect(screen.queryByText(success)).toBeNull()
  await expectKept?.()
}

const findSignInDialog = async () => within(await screen.findByRole('dialog', { name: ended }))

async function closeSignInDialog() {
  await userEvent.click((await findSignInDialog()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: ended })).toBeNull())
}

/** Requests the code in the dialog over the page, and enters it. */
export async function signInAgain() {
  const dialog = await findSignInDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
  await userEvent.type(await dialog.findByLabelText('Verification code'), CODE)
  // The field may submit itself once it is full.
  const button = dialog.queryByRole('button', { name: 'Sign in' })
  if (button && !button.hasAttribute('disabled')) await userEvent.click(button)
}
