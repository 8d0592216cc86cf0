import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { PasskeyAnswer } from '../../.storybook/passkey_answer.js'
import { sessions } from '../../.storybook/sessions.js'
import { browser } from '../data/passkeys.js'

const sent = fn()
let signedIn = false

const organizations = [
  { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor' },
  { id: 'ten_2', name: 'Quay Nine', subdomain: 'quay' },
]

const meta: Meta = {
  title: 'Screens/Login',
  beforeEach: () => {
    sent.mockClear()
    localStorage.removeItem('crossdock.sign-in')
    sessionStorage.removeItem('crossdock.sign-in.sent')
    signedIn = false
  },
  parameters: {
    route: '/login',
    api: {
      'GET /auth/me': () => (signedIn ? sessions.member : { status: 401, body: {} }),
      'GET /auth/oidc': [],
      'POST /auth/magic-link': ({ body, headers }: FakeRequest) => {
        sent(body, headers.get('X-XSRF-TOKEN'))
        return { message: 'If the address is known, a mail is on its way.', hasCode: true }
      },
      'POST /auth/verify-code': ({ body }: FakeRequest) => {
        const { code, tenantId, next } = body as Record<string, string | undefined>
        if (code === '246802') return { message: 'Now.', secondFactor: true }
        if (code === '777777' && !tenantId) return { message: 'Choose.', organizations }
        if (code !== '482913' && tenantId !== organizations[1]!.id) {
          return { status: 401, body: { message: 'This code is wrong or has expired.' } }
        }
        signedIn = true
        return { message: 'ok', redirectUrl: next ?? '/dashboard' }
      },
      'POST /auth/second-factor/options': { options: { challenge: 'AAAA', rpId: 'localhost' } },
      'POST /auth/second-factor/verify': ({ body }: FakeRequest) => {
        sent(body)
        const { recoveryCode } = body as { recoveryCode?: string }
        if (recoveryCode === 'wrong') {
          return { status: 401, body: { message: 'That recovery code is wrong.' } }
        }
        signedIn = true
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
      'POST /auth/passkey/options': { options: { challenge: 'AAAA', rpId: 'localhost' } },
      'POST /auth/passkey/verify': ({ body }: FakeRequest) => {
        sent(body)
        signedIn = true
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
      'GET /flow-executions': [],
      'GET /dashboard/metrics': {},
      'GET /dashboard/activity': [],
      'GET /health': { components: {} },
    },
  },
}
export default meta
type Story = StoryObj

export const Email: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Send magic link' })).toBeVisible()
    await expect(canvas.getByText('Leave empty for admin access')).toBeVisible()
  },
}

export const EmailDark: Story = { ...Email, globals: { theme: 'dark' } }

const requestCode = async (email = 'mara@harbor.example') => {
  await userEvent.type(await screen.findByRole('textbox', { name: /Email/ }), email)
  await userEvent.click(screen.getByRole('button', { name: 'Send magic link' }))
}

export const Invalid: Story = {
  play: async () => {
    await requestCode('not-an-address')
    await expect(await screen.findByText('Valid email address is required')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

export const CodeEntry: Story = {
  play: async () => {
    await screen.findByRole('textbox', { name: /Email/ })
    await userEvent.type(screen.getByRole('textbox', { name: 'Organization' }), 'harbor')
    await requestCode()
    await expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
    await waitFor(() => expect(screen.getByText('Magic link sent')).toBeVisible())
    const request = { email: 'mara@harbor.example', tenantId: 'harbor' }
    await expect(sent).toHaveBeenCalledWith(request, 'story-token')

    const verify = screen.getByRole('button', { name: 'Verify code' })
    const code = screen.getByRole('textbox', { name: 'Verification code' })
    await userEvent.type(code, '48-29 1')
    await expect(code).toHaveValue('48291')
    await expect(verify).toBeDisabled()
    // Red when the sixth digit does not submit the code.
    await userEvent.type(code, '39')
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}

/** Red when the digits stay, or the focus is lost. */
export const WrongCode: Story = {
  play: async () => {
    await requestCode()
    await userEvent.type(await screen.findByLabelText('Verification code'), '000000')
    await waitFor(() =>
      expect(screen.getAllByText('This code is wrong or has expired.')).toHaveLength(2)
    )
    await expect(screen.getByText('Verification failed')).toBeVisible()
    const field = screen.getByLabelText('Verification code')
    await expect(field).toHaveValue('')
    await expect(field).toHaveFocus()
    await userEvent.type(field, '482913')
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}

export const AnotherCode: Story = {
  tags: ['long'],
  play: async () => {
    await requestCode()
    await expect(
      await screen.findByRole('button', { name: /^Send another code in \d\d s$/ })
    ).toBeDisabled()
    const { now } = Date
    Date.now = () => now() + 31_000
    try {
      const again = await screen.findByRole('button', { name: 'Send another code' })
      await userEvent.click(again)
      await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
      await expect(again).toBeDisabled()
      await expect(screen.getByLabelText('Verification code')).toHaveFocus()
    } finally {
      Date.now = now
    }
  },
}

export const SeveralOrganizations: Story = {
  play: async () => {
    await requestCode()
    await userEvent.type(await screen.findByLabelText('Verification code'), '777777')
    await expect(await screen.findByText('Which organization?')).toBeVisible()
    await expect(screen.queryByText('Success!')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /Quay Nine/ }))
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}

/** Red when input is remembered before the sign-in has worked. */
export const RemembersWhatWorked: Story = {
  tags: ['long'],
  play: async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Organization' }), 'typo-org')
    await requestCode()
    const field = await screen.findByLabelText('Verification code')
    await expect(localStorage.getItem('crossdock.sign-in')).toBeNull()
    await userEvent.type(field, '482913')
    await screen.findByRole('heading', { name: 'Dashboard' })
    await expect(JSON.parse(localStorage.getItem('crossdock.sign-in')!)).toEqual({
      email: sessions.member!.user.email,
      tenantId: 'harbor',
    })
    await expect(sessionStorage.getItem('crossdock.sign-in.sent')).toBe('{}')
  },
}

const sentMinutesAgo = (minutes: number) => () =>
  sessionStorage.setItem(
    'crossdock.sign-in.sent',
    JSON.stringify({
      request: { email: 'mara@harbor.example', tenantId: 'harbor' },
      mail: { message: 'sent', hasCode: true },
      at: Date.now() - minutes * 60_000,
    })
  )

/** Red when a reload removes the field for the emailed code. */
export const ReloadedWithACodePending: Story = {
  beforeEach: sentMinutesAgo(9),
  play: async () => {
    await expect(await screen.findByText('mara@harbor.example')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Verification code'), '482913')
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}

export const LoadedAnewTooLate: Story = {
  beforeEach: sentMinutesAgo(11),
  play: async () => {
    await expect(await screen.findByRole('textbox', { name: /Email/ })).toHaveValue('')
    await expect(screen.queryByLabelText('Verification code')).toBeNull()
  },
}

/** The last input is filled in. */
export const Remembered: Story = {
  beforeEach: () =>
    localStorage.setItem(
      'crossdock.sign-in',
      '{"email":"mara@harbor.example","tenantId":"harbor"}'
    ),
  play: async () => {
    const email = await screen.findByRole('textbox', { name: /Email/ })
    await expect(email).toHaveValue('mara@harbor.example')
    await expect(screen.getByRole('textbox', { name: 'Organization' })).toHaveValue('harbor')
  },
}

/** Red when the target path is not requested, not sent with the code, or may lead to another site. */
export const DeepLink: Story = {
  parameters: { route: '/login?next=%2Fmissing%3Fpage%3D2' },
  play: async () => {
    await requestCode()
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]![0]).toMatchObject({ next: '/missing?page=2' })
    await userEvent.type(await screen.findByLabelText('Verification code'), '482913')
    await expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  },
}

export const ForeignLinkInAddress: Story = {
  parameters: { route: '/login?next=%2F%2Fevil.example' },
  play: async () => {
    await requestCode()
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]![0]).not.toHaveProperty('next')
  },
}

export const BackToEmail: Story = {
  play: async () => {
    await requestCode()
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await expect(await screen.findByRole('textbox', { name: /Email/ })).toHaveValue(
      'mara@harbor.example'
    )
  },
}

export const SignsIn: Story = {
  play: async () => {
    await requestCode()
    await userEvent.type(await screen.findByLabelText('Verification code'), '482913')
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(screen.getByText("You've been signed in successfully.")).toBeVisible()
  },
}

export const LinkFails: Story = {
  parameters: {
    route: '/login?token=spent',
    api: {
      'POST /auth/verify-link': {
        status: 401,
        body: { message: 'This sign-in link has been used. Ask for a new one.' },
      },
    },
  },
  play: async () => {
    await waitFor(() =>
      expect(
        screen.getAllByText('This sign-in link has been used. Ask for a new one.')
      ).toHaveLength(2)
    )
    await expect(screen.getByRole('button', { name: 'Send magic link' })).toBeVisible()
  },
}

export const LinkSignsIn: Story = {
  parameters: {
    route: '/login?token=fresh',
    api: {
      'POST /auth/verify-link': ({ body }: FakeRequest) => {
        signedIn = (body as { token: string }).token === 'fresh'
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
    },
  },
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}

const confirmation = {
  status: 409,
  body: { code: 'E_CONFIRM_SIGN_IN', message: 'Confirm it.' },
}

/** Red when a link signs in without a click, or does not say who signs in where. */
export const LinkWaits: Story = {
  parameters: {
    route: '/login?token=foreign',
    api: {
      'POST /auth/link': {
        email: 'dana@quay.example',
        organization: 'Quay Nine',
        needsConfirmation: true,
        signedInAs: null,
      },
      'POST /auth/verify-link': ({ body }: FakeRequest) => {
        if (!(body as { confirm?: boolean }).confirm) return confirmation
        signedIn = true
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
    },
  },
  play: async () => {
    await expect(await screen.findByText('dana@quay.example')).toBeVisible()
    await expect(screen.getByText('Quay Nine')).toBeVisible()
    await expect(screen.queryByText('Verification failed')).toBeNull()
    await expect(signedIn).toBe(false)
    // With the keyboard it takes one press.
    await expect(screen.getByRole('button', { name: 'Sign in' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}

/** The same address may be signed in to another organization. Red when that is not named. */
export const LinkReplaces: Story = {
  beforeEach: () => {
    signedIn = true
  },
  parameters: {
    route: '/login?token=foreign',
    api: {
      'POST /auth/link': {
        email: 'dana@quay.example',
        organization: 'Quay Nine',
        needsConfirmation: true,
        signedInAs: 'dana@quay.example',
      },
      'POST /auth/verify-link': confirmation,
    },
  },
  play: async () => {
    const text =
      'You are signed in to Harbor Logistics as dana@quay.example. Signing in here ends that session.'
    await expect(await screen.findByText(text)).toBeVisible()
    // People should read what they lose before they confirm.
    await expect(screen.getByRole('button', { name: 'Sign in' })).not.toHaveFocus()
  },
}

export const LinkNotWanted: Story = {
  parameters: LinkWaits.parameters,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
    await expect(await screen.findByRole('button', { name: 'Send magic link' })).toBeVisible()
    await expect(signedIn).toBe(false)
  },
}

export const SendingFails: Story = {
  parameters: { api: { 'POST /auth/magic-link': 'offline' } },
  play: async () => {
    await requestCode()
    await expect(
      await screen.findByText('Failed to send magic link. Please try again.')
    ).toBeVisible()
  },
}

const flooded = 'Very many mails were asked for to this address. Use the newest link in your email.'

/** Red when a field waits for a code that was not sent. */
export const LinkOnly: Story = {
  parameters: { api: { 'POST /auth/magic-link': { message: flooded, hasCode: false } } },
  play: async () => {
    await requestCode()
    await expect(await screen.findByText('We sent a sign-in link to')).toBeVisible()
    await waitFor(() => expect(screen.getAllByText(flooded)).toHaveLength(2))
    await expect(screen.queryByLabelText('Verification code')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await expect(await screen.findByRole('button', { name: 'Send magic link' })).toBeVisible()
  },
}

export const TooManyTries: Story = {
  parameters: {
    api: {
      'POST /auth/magic-link': {
        status: 429,
        body: { message: 'Too many sign-in mails for this address. Try again in 8 minutes.' },
      },
    },
  },
  play: async () => {
    await requestCode()
    await expect(await screen.findByText(/Try again in 8 minutes/)).toBeVisible()
  },
}

const byPasskey = () => screen.findByRole('button', { name: 'Sign in with a passkey' })

export const ByPasskey: Story = {
  beforeEach: () => {
    spyOn(browser, 'canUsePasskeys').mockReturnValue(true)
    spyOn(navigator.credentials, 'get').mockImplementation(() =>
      Promise.resolve(new PasskeyAnswer() as unknown as Credential)
    )
  },
  play: async () => {
    await userEvent.click(await byPasskey())
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(sent).toHaveBeenCalledWith({
      passkey: expect.objectContaining({ id: 'AQID', type: 'public-key' }) as object,
    })
  },
}

export const PasskeyRefused: Story = {
  beforeEach: ByPasskey.beforeEach,
  parameters: {
    api: {
      'POST /auth/passkey/verify': {
        status: 401,
        body: { message: 'This passkey is unknown.' },
      },
    },
  },
  play: async () => {
    await userEvent.click(await byPasskey())
    await expect(await screen.findByText('This passkey is unknown.')).toBeVisible()
    await expect(await byPasskey()).toBeEnabled()
  },
}

/** No error when the person closes the browser's prompt. */
export const PasskeyGivenUp: Story = {
  beforeEach: () => {
    spyOn(browser, 'canUsePasskeys').mockReturnValue(true)
    spyOn(navigator.credentials, 'get').mockImplementation(() =>
      Promise.reject(new DOMException('The person closed it.', 'NotAllowedError'))
    )
  },
  play: async () => {
    await userEvent.click(await byPasskey())
    await waitFor(async () => expect(await byPasskey()).toBeEnabled())
    await expect(screen.queryByText('Verification failed')).toBeNull()
  },
}

/** Red when the button ignores what the browser supports. */
export const BrowserWithoutPasskeys: Story = {
  beforeEach: () => void spyOn(browser, 'canUsePasskeys').mockReturnValue(false),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Send magic link' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  },
}

const toSecondStep = async () => {
  await requestCode()
  await userEvent.type(await screen.findByLabelText('Verification code'), '246802')
  await screen.findByRole('heading', { name: 'One more step' })
}

export const SecondStepByPasskey: Story = {
  beforeEach: ByPasskey.beforeEach,
  play: async () => {
    await toSecondStep()
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(sent).toHaveBeenLastCalledWith({
      passkey: expect.objectContaining({ id: 'AQID' }) as object,
    })
  },
}

/** Red when the screen accepts the emailed code alone as a sign-in. */
export const SecondStepByRecoveryCode: Story = {
  beforeEach: () => void spyOn(browser, 'canUsePasskeys').mockReturnValue(false),
  play: async () => {
    await toSecondStep()
    await expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
    const field = screen.getByRole('textbox', { name: /Recovery code/ })
    await userEvent.type(field, 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'Use the recovery code' }))
    await expect(await screen.findByText('That recovery code is wrong.')).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, 'abcde-fghjk')
    await userEvent.click(screen.getByRole('button', { name: 'Use the recovery code' }))
    await expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}
