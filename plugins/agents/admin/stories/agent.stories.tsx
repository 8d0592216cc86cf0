import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { agent, ago, details, fleet, people, getHandlers } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Agents/Agent',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/desktop-agents/ag_1',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(fleet),
      'POST /desktop-agents/:id/pause': record('pause'),
      'POST /desktop-agents/:id/diagnostics': record('diagnostics', 202),
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'WS-DOCK-07' })).toBeVisible()
    // The first quarter hour is not the gap.
    await expect(
      await canvas.findByText(/^Not connected for (\d+ minutes|1 hour) from/)
    ).toBeVisible()
    await expect(await canvas.findByText('26 of 42')).toBeVisible()
    await expect(canvas.getByRole('log', { name: 'Log' })).toHaveTextContent('scan-5521.pdf')
    await expect(canvas.getByText('C:\\Labels', { selector: 'li > span' })).toBeVisible()
    await expect(await canvas.findByText('1.4.2, up to date')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Get diagnostics' }))
    await expect(await screen.findByText('The agent was asked for diagnostics')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Pause' }))
    await expect(await screen.findByText('Agent paused')).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }
export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Zustand, letzte 24 Stunden')).toBeVisible()
    await expect(await canvas.findByText(/(Minuten|Stunde) nicht verbunden/)).toBeVisible()
  },
  parameters: { language: 'de' },
}

/** Offline, paused, copied, outdated, with diagnostics. */
export const InTrouble: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/A copy of this agent runs on WS-COPY/)).toBeVisible()
    await expect(canvas.getByText(/New commands wait until you resume it/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Send Command' })).toBeDisabled()
    await expect(canvas.getByRole('button', { name: 'Resume' })).toBeEnabled()
    await expect(await canvas.findByText('1.3.9, version 1.4.2 is available')).toBeVisible()
    await expect(await canvas.findByText(/node v24/)).toBeVisible()
    await expect(canvas.getByText('To 1.4.2, rolled back')).toBeVisible()
  },
  parameters: {
    api: {
      ...getHandlers([
        agent({
          isOnline: false,
          lastHeartbeat: ago(130),
          isPaused: true,
          version: '1.3.9',
          connectedAt: null,
          folders: [],
          agentConfig: {
            update: { version: '1.4.2', outcome: 'rolled_back', message: 'It sent no heartbeat.' },
          },
          copies: [{ instanceId: 'i', machineName: 'WS-COPY', at: ago(9) }],
        }),
      ]),
      'GET /desktop-agents/:id/details': {
        ...details,
        diagnosticsState: 'there',
        diagnosticsAt: ago(3),
        diagnostics: 'node v24\nstate ok',
      },
    },
  },
}

export const New: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No commands yet')).toBeVisible()
    await expect(await canvas.findByText('The agent has sent no log lines yet.')).toBeVisible()
    await expect(canvas.getByText(/The first report comes ten minutes/)).toBeVisible()
  },
  parameters: {
    api: {
      ...getHandlers([agent({ createdAt: ago(2), connectedAt: ago(2) })], []),
      'GET /desktop-agents/:id/details': { ...details, health: [], log: [] },
    },
  },
}

export const Retired: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/This agent was retired/)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Send Command' })).toBeNull()
  },
  parameters: {
    api: getHandlers([agent({ retiredAt: ago(60), isOnline: false, connectedAt: null })]),
  },
}

export const Missing: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There is no such agent')).toBeVisible()
  },
  parameters: { route: '/desktop-agents/gone' },
}

export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'WS-DOCK-07' })).toBeVisible()
    await expect(await canvas.findByText('26 of 42')).toBeVisible()
    for (const name of ['Send Command', 'Pause', 'Get diagnostics']) {
      await expect(canvas.queryByRole('button', { name })).toBeNull()
    }
  },
  parameters: { api: { 'GET /auth/me': people.reader } },
}
