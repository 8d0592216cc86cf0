import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { sessions } from '../../.storybook/sessions.js'

type ServerState = 'ok' | 'offline' | 'silent' | 'later' | 'muchLater'
let serverState: ServerState = 'ok'
let asked: number[] = []

const silent = { status: 502 }
const answer = (value: unknown) => () => {
  if (serverState === 'offline') return 'offline'
  if (serverState === 'silent') return silent
  if (serverState === 'muchLater') return { status: 503, headers: { 'Retry-After': '600' } }
  if (serverState === 'later') return { status: 503, headers: { 'Retry-After': '2' } }
  return value
}

const meta: Meta = {
  title: 'Shell/Connection',
  beforeEach: () => {
    serverState = 'ok'
    asked = []
  },
  parameters: {
    route: '/tenants',
    session: 'superAdmin',
    api: {
      'GET /auth/me': () => {
        asked.push(Date.now())
        return answer(sessions.superAdmin)()
      },
      'GET /flow-executions': answer([]),
      'GET /dashboard/metrics': answer({}),
      'GET /dashboard/activity': answer([]),
      'GET /health': answer({ components: {} }),
      'GET /tenants': answer([]),
      'GET /assets': answer([]),
    },
  },
}
export default meta
type Story = StoryObj

const expectRecovery = async () => {
  serverState = 'ok'
  await waitFor(() => expect(screen.queryByRole('alert', { hidden: true })).toBeNull())
}

const start = (at: ServerState) => ({
  beforeEach: () => {
    serverState = at
    asked = []
  },
})

/** Red when the client ignores the wait that a server asks for. */
export const WaitsAsTheServerAsks: Story = {
  ...start('later'),
  play: async ({ canvas }) => {
    await canvas.findByText('Crossdock cannot be reached')
    await waitFor(() => expect(asked.length).toBeGreaterThan(1))
    // Up to a fifth sooner, so that tabs do not retry at the same time.
    await expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(1_500)
  },
}

/** Red when anything but a 401 leads to the sign-in page. */
export const UnreachableAtLoad: Story = {
  ...start('offline'),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Crossdock cannot be reached' })
    ).toBeVisible()
    await waitFor(() => expect(asked.length).toBeGreaterThan(1))
    serverState = 'ok'
    await userEvent.click(canvas.getByRole('button', { name: 'Try now' }))
    await expect(await canvas.findByText('No tenants found')).toBeVisible()
  },
}

export const UnreachableAtLoadDark: Story = {
  ...start('silent'),
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Crossdock cannot be reached')).toBeVisible()
    serverState = 'ok'
    await expect(await canvas.findByText('No tenants found')).toBeVisible()
  },
}

export const Starting: Story = {
  parameters: { api: { 'GET /auth/me': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
    // Red when screen reader users have no landmark.
    await expect(canvas.getByRole('main')).toBeInTheDocument()
    await expect(canvas.getByRole('heading', { level: 1 })).toBeInTheDocument()
  },
}

/** One bar for all failures. It disappears automatically, and the screen loads what it waited for. */
export const LostLater: Story = {
  parameters: { route: '/dashboard' },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Dashboard' })
    serverState = 'offline'
    await userEvent.click(canvas.getByRole('link', { name: 'Tenants' }))
    await expect(await screen.findByText('Connection lost. Retrying…')).toBeVisible()
    await expect(screen.getAllByRole('alert')).toHaveLength(1)
    await expect(canvas.queryByText('This could not be loaded')).toBeNull()
    serverState = 'ok'
    await expect(await canvas.findByText('No tenants found')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  },
}

/** Red when only the next probe removes the bar, and not a call that was answered before. */
export const OverWithTheFirstAnswer: Story = {
  parameters: {
    route: '/dashboard',
    api: {
      'GET /auth/me': () => {
        asked.push(Date.now())
        return answer(sessions.member)()
      },
    },
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Dashboard' })
    serverState = 'muchLater'
    await userEvent.click(canvas.getByRole('link', { name: 'Assets' }))
    await screen.findByText('Crossdock is not answering. Retrying…')
    const before = asked.length
    serverState = 'ok'
    await userEvent.click(await canvas.findByRole('link', { name: 'Trash' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await expect(asked).toHaveLength(before)
  },
}

export const TryNow: Story = {
  parameters: { route: '/dashboard' },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Dashboard' })
    serverState = 'muchLater'
    await userEvent.click(canvas.getByRole('link', { name: 'Tenants' }))
    await screen.findByText('Crossdock is not answering. Retrying…')
    serverState = 'ok'
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
    await expect(await canvas.findByText('No tenants found')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  },
}

export const SilentLater: Story = {
  parameters: { route: '/dashboard' },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Dashboard' })
    serverState = 'silent'
    await userEvent.click(canvas.getByRole('link', { name: 'Tenants' }))
    await expect(await screen.findByText('Crossdock is not answering. Retrying…')).toBeVisible()
    await expectRecovery()
  },
}

export const SilentPhoneDark: Story = {
  ...SilentLater,
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Dashboard' })
    serverState = 'silent'
    await userEvent.click(canvas.getByRole('button', { name: 'Open menu' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Tenants' }))
    await expect(await screen.findByText('Crossdock is not answering. Retrying…')).toBeVisible()
    await expectRecovery()
  },
}
