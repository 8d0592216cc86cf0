import { page } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import { signInAgain } from '../../.storybook/failing_writes.js'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { sessions } from '../../.storybook/sessions.js'

const sent = fn()
const left = fn()
const asked = fn()
let road = Promise.resolve()
let isBroken = false
let session = 'ses_1'
let isLimited = false
let isFlooded = false
let isGone = false
let isOtherPerson = false
const channel = 'story-tabs'
const tabs = new BroadcastChannel(channel)
let reload = spyOn(page, 'reload')
let open = spyOn(page, 'open')

const flooded = 'Very many mails were asked for to this address. Use the newest link in your email.'
const tooMany = 'Too many attempts. Try again in 9 minutes.'
const gone = { status: 401, body: { message: 'Sign in first.' } }
const guarded = (answer: unknown) => () => (isGone ? gone : answer)
const mine = () => ({
  ...sessions.superAdmin,
  session: { id: session, held: null, ssoOnly: false },
})
const other = { ...sessions.superAdmin, user: { ...sessions.superAdmin!.user, id: 'usr_2' } }

const meta: Meta = {
  title: 'Shell/Session',
  beforeEach: () => {
    sent.mockClear()
    left.mockClear()
    asked.mockClear()
    road = Promise.resolve()
    isBroken = false
    session = 'ses_1'
    isGone = false
    isLimited = false
    isFlooded = false
    isOtherPerson = false
    reload = spyOn(page, 'reload').mockImplementation(() => undefined)
    open = spyOn(page, 'open').mockImplementation(() => undefined)
  },
  parameters: {
    route: '/dashboard',
    session: 'superAdmin',
    channel,
    api: {
      'GET /auth/me': () => (isGone ? gone : isOtherPerson ? other : mine()),
      'GET /flow-executions': [],
      'GET /dashboard/metrics': guarded({}),
      'GET /dashboard/activity': guarded([]),
      'GET /health': { components: {} },
      'GET /tenants': () => {
        asked()
        return guarded([])()
      },
      'POST /auth/magic-link': ({ body }: FakeRequest) => {
        sent(body)
        if (isLimited) return { status: 429, body: { message: tooMany } }
        return isFlooded ? { message: flooded, hasCode: false } : { message: 'sent', hasCode: true }
      },
      'POST /auth/verify-code': ({ body }: FakeRequest) => {
        const { code } = body as { code: string }
        if (code === '246802') return { message: 'Now.', secondFactor: true }
        if (code !== '482913') {
          return { status: 401, body: { message: 'This code is wrong or has expired.' } }
        }
        isGone = false
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
      'POST /auth/second-factor/verify': () => {
        isGone = false
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
      'POST /auth/logout': async ({ headers }: FakeRequest) => {
        left(headers.get('X-Session'))
        await road
        if (isBroken) return { status: 500, body: { message: 'Out of order.' } }
        if (headers.get('X-Session') === session && !isOtherPerson) return { status: 204 }
        return { status: 409, body: { code: 'E_SESSION_CHANGED', message: 'Another session.' } }
      },
    },
  },
}
export default meta
type Story = StoryObj

const ready = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' })
const question = () => screen.findByRole('dialog', { name: 'Your session has ended' })
const visit = (name: string) => userEvent.click(screen.getByRole('link', { name }))

/** Several calls that fail at the same time share one question, and all continue after it. */
export const Ended: Story = {
  play: async () => {
    await ready()
    isGone = true
    await visit('Tenants')
    const dialog = within(await question())
    await expect(dialog.getByText('operator@crossdock.example')).toBeInTheDocument()
    await expect(screen.getAllByRole('dialog')).toHaveLength(1)
    // The page below the question stays.
    await expect(await screen.findByText('Tenant Management')).toBeInTheDocument()
  },
}

const barred = {
  code: 'E_DEACTIVATED',
  message:
    'Your account is deactivated. Ask an administrator of your organization to reactivate it.',
}

/** Red when the page asks a deactivated person to sign in again. */
export const Deactivated: Story = {
  parameters: {
    api: {
      'GET /auth/me': () => (isGone ? { status: 401, body: barred } : mine()),
      'GET /tenants': () => (isGone ? { status: 401, body: barred } : []),
    },
  },
  play: async () => {
    await ready()
    isGone = true
    await visit('Tenants')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'You were signed out' }))
    await expect(dialog.getByText(barred.message)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }))
    await expect((await screen.findByText(barred.message)).closest('[role=alert]')).toBeVisible()
    await expect(screen.queryByText('Your session has ended.')).toBeNull()
  },
}

/** Red when the sign-in page forgets why. */
export const DeactivatedAtSignIn: Story = {
  parameters: { route: '/login', api: { 'GET /auth/me': { status: 401, body: barred } } },
  play: async () => {
    await expect(await screen.findByText(barred.message)).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Send magic link' })).toBeEnabled()
  },
}

export const EndedDark: Story = { tags: ['long'], ...Ended, globals: { theme: 'dark' } }

export const GoesOnAfterSigningIn: Story = {
  play: async ({ canvas }) => {
    await ready()
    isGone = true
    await visit('Tenants')
    await question()
    await signInAgain()
    await expect(await canvas.findByText('No tenants found')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith({ email: 'operator@crossdock.example' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(reload).not.toHaveBeenCalled()
  },
}

/** Red when a call is repeated endlessly that the server refuses although it knows the session. */
export const RefusedAllTheSame: Story = {
  parameters: {
    api: {
      'GET /tenants': () => {
        asked()
        return gone
      },
    },
  },
  play: async ({ canvas }) => {
    await ready()
    await visit('Tenants')
    await expect(await canvas.findByText('Sign in first.')).toBeVisible()
    await expect(asked).toHaveBeenCalledTimes(2)
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

/** Red when the emailed code alone is accepted as a sign-in. */
export const SecondFactor: Story = {
  play: async ({ canvas }) => {
    await ready()
    isGone = true
    await visit('Tenants')
    const dialog = within(await question())
    await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
    await userEvent.type(await dialog.findByLabelText('Verification code'), '246802')
    const step = within(await screen.findByRole('dialog', { name: 'One more step' }))
    await userEvent.type(step.getByRole('textbox', { name: /Recovery code/ }), 'abcde-fghjk')
    await userEvent.click(step.getByRole('button', { name: 'Use the recovery code' }))
    await expect(await canvas.findByText('No tenants found')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const WrongCode: Story = {
  play: async () => {
    await ready()
    isGone = true
    await visit('Tenants')
    const dialog = within(await question())
    await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
    const field = await dialog.findByLabelText('Verification code')
    await userEvent.type(field, '000000')
    await expect(await dialog.findByText('This code is wrong or has expired.')).toBeVisible()
    await expect(field).toHaveValue('')
    await expect(field).toHaveFocus()
  },
}

/** Red when the button for another code does not wait, or when a refusal removes the field. */
export const AnotherCodeRefused: Story = {
  tags: ['long'],
  play: async () => {
    await ready()
    isGone = true
    await visit('Tenants')
    const dialog = within(await question())
    await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
    await expect(
      await dialog.findByRole('button', { name: /^Send another code in \d\d s$/ })
    ).toBeDisabled()
    isLimited = true
    const { now } = Date
    Date.now = () => now() + 31_000
    try {
      await userEvent.click(await dialog.findByRole('button', { name: 'Send another code' }))
      await expect(await dialog.findByText(tooMany)).toBeVisible()
    } finally {
      Date.now = now
    }
    await expect(sent).toHaveBeenCalledTimes(2)
    await userEvent.type(dialog.getByLabelText('Verification code'), '482913')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

/** Red when a field waits for a code that was not sent. */
export const LinkOnly: Story = {
  play: async () => {
    await ready()
    isGone = true
    isFlooded = true
    await visit('Tenants')
    const dialog = within(await question())
    await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
    await expect(await dialog.findByText(flooded)).toBeVisible()
    await expect(dialog.queryByLabelText('Verification code')).toBeNull()
    await expect(dialog.getByRole('button', { name: 'Email me a code' })).toBeEnabled()
  },
}

/** Closing the question keeps the page. A bar stays and can ask again. */
export const Later: Story = {
  play: async () => {
    await ready()
    isGone = true
    await visit('Tenants')
    const dialog = within(await question())
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const bar = within(await screen.findByRole('alert'))
    await expect(bar.getByText('Your session has ended.')).toBeVisible()
    await userEvent.click(bar.getByRole('button', { name: 'Sign in' }))
    await question()
  },
}

/** Red when the question covers the page it is about. */
export const EndedPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    await ready()
    isGone = true
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Tenants' }))
    const { height } = (await question()).getBoundingClientRect()
    await expect(height).toBeLessThan(window.innerHeight)
  },
}

/** Signing out keeps the address for the next sign-in. */
export const SignsOut: Story = {
  play: async () => {
    await ready()
    isGone = true
    await visit('Tenants')
    const dialog = within(await question())
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out' }))
    await expect(open).toHaveBeenCalledWith('/login?next=%2Ftenants')
  },
}

const typeTenant = async () => {
  await visit('Tenants')
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add Tenant' }))[0]!)
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Quay Four')
}
const typedIsThere = () =>
  expect(screen.getByRole('textbox', { name: /Name/, hidden: true })).toHaveValue('Quay Four')

/** Red when the question leaves the page immediately. */
export const SignsOutWhileTyping: Story = {
  play: async () => {
    await ready()
    await typeTenant()
    isGone = true
    tabs.postMessage('signed-out')
    const dialog = within(await question())
    const discard = async (answer: string) => {
      await userEvent.click(dialog.getByRole('button', { name: 'Sign out', hidden: true }))
      const asked = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }))
      await userEvent.click(asked.getByRole('button', { name: answer }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await discard('Keep editing')
    await expect(open).not.toHaveBeenCalled()
    await typedIsThere()
    await discard('Discard')
    await expect(open).toHaveBeenCalledWith('/login?next=%2Ftenants%3Fnew%3Dtenant')
  },
}

const signOut = async () => {
  await userEvent.click(screen.getByRole('button', { name: /user menu/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

/** Red when signing out names no session: it would end another person's. */
export const SignOutDuringAnotherSession: Story = {
  tags: ['long'],
  play: async () => {
    await ready()
    isOtherPerson = true
    const title = 'Another sign-in has replaced yours in this browser'
    for (let turn = 0; turn < 2; turn++) {
      await signOut()
      const asked = within(await screen.findByRole('alertdialog', { name: title }))
      await userEvent.click(asked.getByRole('button', { name: 'Not now' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    // The second time the page itself refuses.
    await expect(left.mock.calls).toEqual([['ses_1']])
    await ready()
    await expect(screen.getByText(`${title}.`)).toBeVisible()
  },
}

/** Signs out, and opens another screen before the answer. */
async function signOutAndLook(): Promise<() => void> {
  await ready()
  // With its code loaded, the screen sends its calls immediately.
  await import('../screens/tenants/TenantList.js')
  const way = Promise.withResolvers<void>()
  road = way.promise
  await signOut()
  await waitFor(() => expect(left).toHaveBeenCalled())
  await visit('Tenants')
  const link = screen.getByRole('link', { name: 'Tenants' })
  await waitFor(() => expect(link).toHaveAttribute('aria-current', 'page'))
  return way.resolve
}

/** Red when screens keep sending calls while the session ends: each would be refused. */
export const AsksNothingWhileLeaving: Story = {
  play: async ({ canvas }) => {
    const arrive = await signOutAndLook()
    arrive()
    await expect(await canvas.findByRole('heading', { name: 'Sign in to Crossdock' })).toBeVisible()
    await expect(asked).not.toHaveBeenCalled()
  },
}

/** Red when waiting calls fail although the person stays. */
export const AsksAgainWhenSigningOutFails: Story = {
  play: async () => {
    isBroken = true
    const arrive = await signOutAndLook()
    await expect(asked).not.toHaveBeenCalled()
    arrive()
    await screen.findByText('Error')
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await expect(await screen.findByText(/No tenants/)).toBeVisible()
  },
}

/** The same person signed in again: the page adopts the new session and ends it. */
export const SignOutAfterSigningInElsewhere: Story = {
  play: async ({ canvas }) => {
    await ready()
    session = 'ses_2'
    await signOut()
    await expect(await canvas.findByRole('heading', { name: 'Sign in to Crossdock' })).toBeVisible()
    await expect(left.mock.calls).toEqual([['ses_1'], ['ses_2']])
  },
}

export const SignedOutInAnotherTab: Story = {
  play: async ({ canvas }) => {
    await ready()
    isGone = true
    tabs.postMessage('signed-out')
    await expect(await canvas.findByRole('heading', { name: 'Sign in to Crossdock' })).toBeVisible()
  },
}

/** Red when a message of the other tab discards input here. */
export const SignedOutInAnotherTabWhileTyping: Story = {
  play: async () => {
    await ready()
    await typeTenant()
    isGone = true
    tabs.postMessage('signed-out')
    await question()
    await typedIsThere()
  },
}

export const SomebodyElseInAnotherTab: Story = {
  play: async () => {
    await ready()
    isOtherPerson = true
    tabs.postMessage('signed-in')
    await waitFor(() => expect(reload).toHaveBeenCalled())
  },
}

export const SomebodyElseWhileTyping: Story = {
  play: async () => {
    await ready()
    await typeTenant()
    isOtherPerson = true
    tabs.postMessage('signed-in')
    await screen.findByRole('alertdialog', {
      name: 'Another sign-in has replaced yours in this browser',
    })
    await typedIsThere()
    await expect(reload).not.toHaveBeenCalled()
  },
}

/** The same person signed in again in another tab: this tab continues automatically. */
export const SignedInAgainInAnotherTab: Story = {
  play: async ({ canvas }) => {
    await ready()
    isGone = true
    await visit('Tenants')
    await question()
    isGone = false
    tabs.postMessage('signed-in')
    await expect(await canvas.findByText('No tenants found')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
