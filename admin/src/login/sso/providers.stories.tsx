import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'
import english from './failures.js'

const asked = fn()

const meta: Meta = {
  title: 'Screens/Login/Providers',
  beforeEach: () => {
    asked.mockClear()
    localStorage.removeItem('crossdock.sign-in')
    sessionStorage.removeItem('crossdock.sign-in.sent')
  },
  parameters: {
    route: '/login?next=%2Fassets%3Fq%3D1',
    session: 'anonymous',
    api: {
      'GET /auth/oidc': ({ query }: FakeRequest) => {
        const organization = query.get('organization')
        asked(organization)
        const provider = { id: 'oac_1', name: 'Harbor ID', isOnly: organization === 'strict' }
        return organization === 'harbor' || provider.isOnly ? [provider] : []
      },
    },
  },
}
export default meta
type Story = StoryObj

const organization = () => screen.findByRole('textbox', { name: 'Organization' })

/** Red when each letter causes a request, or the fields move when the button appears. */
export const AppearsWithTheOrganization: Story = {
  play: async () => {
    const field = await organization()
    const send = screen.getByRole('button', { name: 'Send magic link' })
    const before = [field, send].map((part) => part.getBoundingClientRect().top)
    await userEvent.type(field, 'harbor')
    const button = await screen.findByRole('link', { name: 'Continue with Harbor ID' })
    await expect(button).toHaveAttribute('href', '/api/auth/oidc/oac_1?next=%2Fassets%3Fq%3D1')
    await expect([field, send].map((part) => part.getBoundingClientRect().top)).toEqual(before)
    await expect(asked.mock.calls.length).toBeLessThan(4)
    // In Tab order it comes after the button of the form.
    send.focus()
    await userEvent.tab()
    await expect(button).toHaveFocus()
    await userEvent.clear(field)
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Continue with Harbor ID' })).toBeNull()
    )
  },
}

export const AppearsDark: Story = { ...AppearsWithTheOrganization, globals: { theme: 'dark' } }

/** Red when the page offers an email or a passkey that cannot sign the person in. */
export const NoOtherWayIn: Story = {
  parameters: { route: '/login?organization=strict' },
  play: async () => {
    const button = await screen.findByRole('link', { name: 'Continue with Harbor ID' })
    await expect(button).toBeVisible()
    await expect(
      await screen.findByText('Your organization signs in with its identity provider.')
    ).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Send magic link' })).toBeNull()
    await expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull()
    await expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
    const field = await organization()
    await expect(field).toHaveValue('strict')
    // Entering another organization brings the email field back.
    await userEvent.clear(field)
    await expect(await screen.findByRole('button', { name: 'Send magic link' })).toBeVisible()
  },
}

export const NoOtherWayInDark: Story = { ...NoOtherWayIn, globals: { theme: 'dark' } }

export const NothingForOthers: Story = {
  play: async () => {
    await userEvent.type(await organization(), 'quay')
    await waitFor(() => expect(asked).toHaveBeenCalledWith('quay'))
    await expect(screen.queryByRole('link', { name: /Continue with/ })).toBeNull()
  },
}

export const Refused: Story = {
  parameters: { route: '/login?sso=domain' },
  play: async () => {
    await expect(await screen.findByText(english.domain)).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Send magic link' })).toBeVisible()
  },
}

/** Red when the pending code hides the reason of the refusal, or the reason hides the code. */
export const RefusedWhileACodeIsOnItsWay: Story = {
  beforeEach: () =>
    sessionStorage.setItem(
      'crossdock.sign-in.sent',
      JSON.stringify({
        request: { email: 'mara@harbor.example' },
        mail: { message: 'sent', hasCode: true },
        at: Date.now(),
      })
    ),
  parameters: {
    route: '/login?sso=domain',
    api: { 'POST /auth/magic-link': { message: 'sent', hasCode: true } },
  },
  play: async () => {
    await expect(await screen.findByText(english.domain)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send magic link' }))
    await expect(await screen.findByLabelText('Verification code')).toBeVisible()
    await expect(screen.queryByText(english.domain)).toBeNull()
  },
}

/** Red when the text in the address is shown. */
export const SomethingElse: Story = {
  parameters: { route: '/login?sso=Call%20555%200100' },
  play: async () => {
    await expect(await screen.findByText(english.other)).toBeVisible()
    await expect(screen.queryByText(/555/)).toBeNull()
  },
}
