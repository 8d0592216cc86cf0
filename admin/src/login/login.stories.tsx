import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { sessions } from '../../.storybook/sessions.js'

const sent = fn()
let signedIn = false

const meta: Meta = {
  title: 'Screens/Login',
  beforeEach: () => {
    sent.mockClear()
    signedIn = false
  },
  parameters: {
    route: '/login',
    api: {
      'GET /auth/me': () => (signedIn ? sessions.member : { status: 401, body: {} }),
      'POST /auth/magic-link': ({ body, headers }: FakeRequest) => {
        sent(body, headers.get('X-XSRF-TOKEN'))
        return { message: 'If the address is known, a mail is on its way.' }
      },
      'POST /auth/verify-code': ({ body }: FakeRequest) => {
        if ((body as { code: string }).code !== '482913') {
          return { status: 401, body: { message: 'This code is wrong or has expired.' } }
        }
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
    await userEvent.type(code, '39')
    await expect(code).toHaveValue('482913')
    await expect(verify).toBeEnabled()
  },
}

export const WrongCode: Story = {
  play: async () => {
    await requestCode()
    await userEvent.type(await screen.findByLabelText('Verification code'), '000000')
    await userEvent.click(screen.getByRole('button', { name: 'Verify code' }))
    const shown = await screen.findAllByText('This code is wrong or has expired.')
    await expect(shown).toHaveLength(2)
    await expect(screen.getByText('Verification failed')).toBeVisible()
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
    await userEvent.click(screen.getByRole('button', { name: 'Verify code' }))
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

export const SendingFails: Story = {
  parameters: { api: { 'POST /auth/magic-link': 'offline' } },
  play: async () => {
    await requestCode()
    await expect(
      await screen.findByText('Failed to send magic link. Please try again.')
    ).toBeVisible()
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
