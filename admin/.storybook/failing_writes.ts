import { page, type Session } from '@crossdock/admin/kit'
import { expect, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeApi, FakeRequest } from './fake_api.js'
import { sessions } from './sessions.js'

/** One thing the console writes, and how somebody does it. */
export interface Write {
  /** As the fake server names it: 'POST /tenants'. */
  call: string
  route: string
  session?: 'member' | 'superAdmin'
  api: FakeApi
  /** Up to the last click before the call. */
  prepare?: () => Promise<unknown>
  /** The last click; done again after each failure. */
  submit: () => Promise<unknown>
  /** What was entered is still there. */
  kept?: () => unknown
  /** What only a done thing says. */
  success: RegExp
  /** The page shows this text when the answer has no message. */
  failed?: string
  /** What it says when the person does not sign in again; a toast unless told otherwise. */
  ended?: string
}

type Way = 'done' | 'mute' | 'gone' | 'somebodyElse' | keyof typeof refusals

const refusals = {
  broken: { status: 500, body: { message: 'The database is locked.' } },
  conflict: { status: 409, body: { message: 'Somebody else was faster.' } },
  full: { status: 507, body: { code: 'E_FULL', message: 'The disk of the server is full.' } },
  unsure: {
    status: 503,
    body: { code: 'E_OUTCOME_UNKNOWN', message: 'It is not known whether this was done.' },
  },
}

const unreached = /The server could not be reached/
const CODE = '482913'
const ended = 'Your session has ended'

let way: Way = 'done'
let calls: { way: Way; session: string | null }[] = []
let signIns = 0
let knowsItsSession = false
let reload = spyOn(page, 'reload')

/** A server at which the write goes `way`: no answer of it is a success but the one that was done. */
function server({ call, api, session = 'member' }: Write): FakeApi {
  const write = api[call]
  const named = (id: string) => ({ ...(sessions[session] as Session), session: { id } })
  const other = { ...named('ses_x'), user: { ...named('').user, id: 'usr_2' } }
  return {
    ...api,
    [call]: (request: FakeRequest) => {
      calls.push({ way, session: request.headers.get('X-Session') })
      if (way === 'mute') {
        return { status: 500, body: { status: 500, title: 'Error', message: '', errors: [null] } }
      }
      if (way === 'done') return typeof write === 'function' ? write(request) : write
      if (way === 'gone') return { status: 401, body: { message: 'Sign in first.' } }
      if (way === 'somebodyElse') {
        return { status: 409, body: { code: 'E_SESSION_CHANGED', message: 'Another session.' } }
      }
      return refusals[way]
    },
    'GET /auth/me': () => {
      knowsItsSession = true
      if (way === 'gone') return { status: 401, body: { message: 'Sign in first.' } }
      return way === 'somebodyElse' ? other : named(`ses_${signIns}`)
    },
    'POST /auth/magic-link': { message: 'sent', hasCode: true },
    'POST /auth/verify-code': ({ body }: FakeRequest) => {
      if ((body as { code: string }).code !== CODE) {
        return { status: 401, body: { message: 'This code is wrong or has expired.' } }
      }
      signIns += 1
      way = 'done'
      return { message: 'ok', redirectUrl: '/dashboard' }
    },
  }
}

const base = (write: Write) => ({
  parameters: { route: write.route, session: write.session, api: server(write) },
  beforeEach: () => {
    way = 'done'
    calls = []
    signIns = 1
    knowsItsSession = false
    reload = spyOn(page, 'reload').mockImplementation(() => undefined)
  },
})

/**
 * A story that lets a write fail in every way, and at last lets it be done once, after signing in again:
 * no failure shows a success, each says why, and nothing entered is lost.
 *
 * Red when the page does not name the failed action although the answer has no message. Red when a custom call
 * goes through react-admin's data provider (an ended session resolves). Red when a form closes on a failure, or
 * when the waiting call is not repeated.
 */
export const failsHonestly = (write: Write) => ({
  ...base(write),
  play: async () => {
    way = 'broken'
    await write.prepare?.()
    for (const name of Object.keys(refusals) as (keyof typeof refusals)[]) {
      way = name
      await write.submit()
      await said(refusals[name].body.message)
      await nothingDone(write)
    }
    if (write.failed) {
      way = 'mute'
      await write.submit()
      await said(write.failed)
      await nothingDone(write)
    }

    way = 'gone'
    await write.submit()
    await closeQuestion()
    await said(write.ended ?? 'Nothing was saved. Sign in again and repeat it.')
    await expect(screen.getAllByText('Sign in', { selector: 'button' })[0]).toBeVisible()
    await nothingDone(write)

    calls = []
    await write.submit()
    await nothingDone(write)
    await signInAgain()
    await waitFor(() => expect(screen.getAllByText(write.success)[0]).toBeInTheDocument())
    // The very same call, once more, for the new session.
    await expect(calls).toEqual([
      { way: 'gone', session: 'ses_1' },
      { way: 'done', session: 'ses_2' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: ended })).toBeNull())
    await expect(screen.queryByText(`${ended}.`)).toBeNull()
  },
})

/** A story in which another tab has signed somebody else in: nothing is done, nothing is lost. */
export const staysWithItsOwner = (write: Write) => ({
  ...base(write),
  play: async () => {
    // Else the page would begin with the other session.
    await waitFor(() => expect(knowsItsSession).toBe(true))
    await write.prepare?.()
    way = 'somebodyElse'
    await write.submit()
    const title = 'Another sign-in has replaced yours in this browser'
    const question = within(await screen.findByRole('alertdialog', { name: title }))
    await nothingDone(write)
    await userEvent.click(question.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: title })).toBeNull())

    // The page itself refuses from now on, whatever the server would say.
    const before = calls.length
    way = 'done'
    await write.submit()
    await said(`${title}. Nothing was saved.`)
    await nothingDone(write)
    await expect(calls).toHaveLength(before)
    await expect(reload).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Reload', hidden: true }))
    await expect(reload).toHaveBeenCalledOnce()
  },
})

/** A story without a network for a moment: the write fails, the bar says so and goes away by itself. */
export const failsOffline = (write: Write) => ({
  ...base(write),
  parameters: {
    route: write.route,
    session: write.session,
    api: { ...server(write), [write.call]: 'offline' },
  },
  play: async () => {
    await write.prepare?.()
    await write.submit()
    await said(write.failed ? new RegExp(`^${write.failed}\\. The server could not be`) : unreached)
    await nothingDone(write)
    await waitFor(() => expect(screen.queryByText('Connection lost. Retrying…')).toBeNull())
  },
})

const said = (text: string | RegExp) =>
  waitFor(() => expect(screen.getAllByText(text)[0]).toBeInTheDocument())

async function nothingDone({ success, kept }: Write) {
  await expect(screen.queryByText(success)).toBeNull()
  await kept?.()
}

const question = async () => within(await screen.findByRole('dialog', { name: ended }))

async function closeQuestion() {
  await userEvent.click((await question()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: ended })).toBeNull())
}

/** In the question over the page: ask for the code and enter it. */
export async function signInAgain() {
  const dialog = await question()
  await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
  await userEvent.type(await dialog.findByLabelText('Verification code'), CODE)
  // The field may send by itself once it is full.
  const button = dialog.queryByRole('button', { name: 'Sign in' })
  if (button && !button.hasAttribute('disabled')) await userEvent.click(button)
}
