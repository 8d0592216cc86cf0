import type { AgentEnrolment } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import { deployment, downloads, enrolment, fleet, people, getHandlers } from './fixtures.js'

const sent = fn()
let enrolments: AgentEnrolment[] = []

const meta: Meta = {
  title: 'Agents/Deploy',
  beforeEach: () => {
    sent.mockClear()
    enrolments = [enrolment({})]
  },
  parameters: {
    route: '/desktop-agents?tab=deploy',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(fleet),
      'GET /desktop-agents/enrolments': () => enrolments,
      'POST /desktop-agents/deploy': ({ body }: { body: unknown }) => {
        sent('deploy', body)
        // The computer connects immediately.
        enrolments = [
          enrolment({ id: deployment.id, status: 'used', agentId: 'ag_1' }),
          ...enrolments,
        ]
        return { status: 201, body: deployment }
      },
      'PUT /desktop-agents/rollout': ({ body }: { body: unknown }) => {
        sent('rollout', body)
        return { status: 200, body: {} }
      },
      'DELETE /desktop-agents/enrolments/:id': ({ params }: { params: Record<string, string> }) => {
        sent('revoke', params.id)
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

// Red when the line of another system is shown, or the page does not announce the new agent.
export const Filled: Story = {
  play: async ({ canvas }) => {
    for (const name of ['Windows', 'macOS', 'Linux']) {
      await expect(
        await canvas.findByRole('link', { name: `Download for ${name}` })
      ).toHaveAttribute('href', expect.stringMatching(/^\/api\/desktop-agents\/downloads\//))
    }
    await expect(canvas.getAllByText('9e41f07a2c5d…')).toHaveLength(3)
    await expect(canvas.getByRole('textbox', { name: 'Tenant ID' })).toHaveValue('ten_1')
    await expect(canvas.getByRole('textbox', { name: 'Tenant ID' })).toHaveAttribute('readonly')
    await expect(canvas.getByRole('textbox', { name: 'Environment' })).toHaveValue('Production')
    await expect(canvas.getAllByRole('listitem').length).toBeGreaterThanOrEqual(4)
    await userEvent.click(canvas.getByRole('button', { name: 'Create token' }))
    await expect(await screen.findByText('Agent deployed successfully')).toBeVisible()
    await expect(await canvas.findByText('WS-DOCK-07 is connected')).toBeVisible()
    const systems = within(canvas.getByRole('group', { name: 'System of the computer' }))
    await userEvent.click(systems.getByRole('button', { name: 'macOS' }))
    await expect(canvas.getByRole('region', { name: 'Enroll line for macOS' })).toHaveTextContent(
      deployment.commands.macos
    )
    await userEvent.click(systems.getByRole('button', { name: 'Windows' }))
    await expect(canvas.getByRole('region', { name: 'Enroll line for Windows' })).toHaveTextContent(
      'Invoke-WebRequest'
    )
    await userEvent.click(canvas.getByRole('button', { name: /^Revoke the token/ }))
    await expect(await screen.findByText('Token revoked')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('revoke', 'en_1')
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }
export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Einen Computer einrichten')).toBeVisible()
  },
  parameters: { language: 'de' },
}

// Red when removed hours are sent, or hidden values are changed.
export const SetsTheRollout: Story = {
  play: async ({ canvas }) => {
    const updates = within(await canvas.findByRole('region', { name: 'Updates' }))
    await expect(updates.getByText('6 of 8 agents run version 1.4.2.')).toBeVisible()
    await expect(updates.getByText('1 update failed')).toBeVisible()
    await userEvent.click(updates.getByRole('button', { name: 'Change' }))
    const form = within(await screen.findByRole('dialog', { name: 'Updates of agents' }))
    await userEvent.click(form.getByRole('switch', { name: 'Update at any time' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Updates changed')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('rollout', {
      isActive: true,
      percentage: 25,
      maxFailures: 3,
      updateHours: null,
    })
  },
}

export const NotBuilt: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/npm run build:agents/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Download for Linux' })).toBeDisabled()
  },
  parameters: { api: { 'GET /desktop-agents/downloads': { ...downloads, files: [] } } },
}

export const Failed: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create token' }))
    await expect(await screen.findByText(/limit of 100 desktop agents/)).toBeVisible()
  },
  parameters: {
    api: {
      'POST /desktop-agents/deploy': {
        status: 409,
        body: { message: 'You have reached the limit of 100 desktop agents.' },
      },
    },
  },
}

export const ForSenders: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Ask an administrator for a token/)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Create token' })).toBeNull()
  },
  parameters: { api: { 'GET /auth/me': people.sender } },
}
