import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { chooseAction, pick, recordWith } from '../../../../admin/.storybook/play.js'
import { agent, fleet, manyAgents, people, getHandlers } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Agents/Agents',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/desktop-agents',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(fleet),
      'POST /desktop-agents/commands': record('send', 201),
      'POST /desktop-agents/:id/pause': record('pause'),
      'POST /desktop-agents/:id/resume': record('resume'),
      'POST /desktop-agents/:id/retire': record('retire'),
      'POST /desktop-agents/:id/take-over': record('takeOver'),
      'PUT /desktop-agents/:id': record('change'),
    },
  },
}
export default meta
type Story = StoryObj

const card = async (name: string) => within(await screen.findByRole('article', { name }))

// Red when the health thresholds are not 5 and 15 minutes, or an offline agent takes commands.
export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('7 / 1')).toBeVisible()
    await expect(canvas.getByText('7 online')).toBeVisible()
    await expect((await card('WS-DOCK-07')).getByText('3f9c21ab')).toBeVisible()
    for (const [name, badge, health] of [
      ['WS-DOCK-07', 'Online', /^Healthy/],
      ['WS-YARD-03', 'Online', /^Late/],
      ['WS-GATE-01', 'Online', /^No heartbeat yet/],
      ['WS-GATE-02', 'Online', /^No sign of life/],
      ['WS-DOCK-12', 'Offline', /^Offline ·/],
    ] as const) {
      await expect((await card(name)).getByText(badge, { exact: true })).toBeVisible()
      await expect((await card(name)).getByText(health)).toBeVisible()
    }
    const send = (name: string) => screen.getByRole('button', { name: `Send Command to ${name}` })
    await expect(send('WS-DOCK-12')).toBeDisabled()
    await expect(send('WS-DOCK-07')).toBeEnabled()
    await expect(canvas.getByRole('button', { name: 'Send Command' })).toBeEnabled()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Desktop-Agenten' })).toBeVisible()
    await expect(await canvas.findByText('Ausstehende Befehle')).toBeVisible()
    await expect((await card('WS-YARD-03')).getByText(/^Verspätet/)).toBeVisible()
  },
  parameters: { language: 'de' },
}

// Red when the dialog sends without a type or a path, or sends empty fields.
export const SendsACommand: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send Command to WS-DOCK-07' }))
    const form = within(await screen.findByRole('dialog', { name: 'Send Command' }))
    await waitFor(() =>
      expect(form.getByRole('combobox', { name: /^Agent/ })).toHaveValue('WS-DOCK-07 (3f9c21ab)')
    )
    await userEvent.click(form.getByRole('button', { name: 'Send Command' }))
    await expect(await form.findByText('Choose a command')).toBeVisible()
    await expect(form.getByText('Enter a target path')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await pick(form, /^Command Type/, 'Upload files')
    await userEvent.type(form.getByRole('textbox', { name: /^Target Path/ }), 'C:\\Scans\\Out')
    await userEvent.type(form.getByRole('textbox', { name: 'Asset folder' }), '/Arrivals')
    await userEvent.click(form.getByRole('button', { name: 'Send Command' }))
    await expect(await screen.findByText('Command sent successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('send', undefined, {
      clientId: fleet[0]!.clientId,
      commandType: 'upload_files',
      priority: 5,
      maxRetries: 3,
      parameters: { path: 'C:\\Scans\\Out', folder: '/Arrivals' },
    })
  },
}

export const SendDialogDark: Story = {
  globals: { theme: 'dark' },
  play: async () => {
    const form = within(await screen.findByRole('dialog', { name: 'Send Command' }))
    await userEvent.click(form.getByRole('button', { name: /Schedule and retries/ }))
    await expect(form.getByRole('spinbutton', { name: /Priority/ })).toHaveValue(5)
  },
  parameters: { route: '/desktop-agents?send=ag_1' },
}

// A command about the machine needs no path; a server error appears at its field.
export const ShowsWhatTheServerRefuses: Story = {
  play: async () => {
    const form = within(await screen.findByRole('dialog', { name: 'Send Command' }))
    await pick(form, /^Command Type/, 'System info')
    await expect(form.getByText('This command needs no path.')).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Send Command' }))
    await expect(await form.findByText('This is no folder.')).toBeVisible()
  },
  parameters: {
    route: '/desktop-agents?send=ag_1',
    api: {
      'POST /desktop-agents/commands': {
        status: 422,
        body: { message: 'Refused.', errors: { 'parameters.path': 'This is no folder.' } },
      },
    },
  },
}

export const PausesEditsAndRetires: Story = {
  play: async () => {
    await card('WS-DOCK-07')
    await chooseAction('WS-DOCK-07', 'Pause')
    await expect(await screen.findByText('Agent paused')).toBeVisible()
    await chooseAction('WS-DOCK-07', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit WS-DOCK-07' }))
    const name = form.getByRole('textbox', { name: /^Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Dock 7')
    await pick(form, /^Group/, 'Office')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Agent changed')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('change', 'ag_1', {
      agentName: 'Dock 7',
      groupId: 'gr_2',
    })
    await chooseAction('SRV-ARCHIVE', 'Resume')
    await expect(await screen.findByText('Agent resumed')).toBeVisible()
    await chooseAction('WS-DOCK-07', 'Retire')
    const question = within(await screen.findByRole('alertdialog', { name: 'Retire WS-DOCK-07?' }))
    await expect(sent).not.toHaveBeenCalledWith('retire', 'ag_1', expect.anything())
    await userEvent.click(question.getByRole('button', { name: 'Retire' }))
    await expect(await screen.findByText('Agent retired')).toBeVisible()
  },
}

/** 2,000 agents: the page has the visible ones, with the offline ones above them. */
export const Fleet: Story = {
  play: async ({ canvas }) => {
    const attention = within(await canvas.findByRole('region', { name: 'Needs attention' }))
    await expect(attention.getAllByRole('article')).toHaveLength(3)
    await expect(attention.getByRole('link', { name: 'Show 247 more' })).toBeVisible()
    await expect(await canvas.findByRole('link', { name: 'WS-0001' })).toBeVisible()
    await expect(canvas.getAllByRole('row').length).toBeLessThan(80)
    const rows = canvas.getAllByRole('checkbox', { name: /WS-000/ })
    await userEvent.click(rows[0]!)
    await userEvent.click(rows[1]!)
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    await expect(await screen.findByText('2 agents paused')).toBeVisible()
    await expect(sent).toHaveBeenCalledTimes(2)
  },
  parameters: { api: getHandlers(manyAgents) },
}

export const FleetDark: Story = { ...Fleet, play: undefined, globals: { theme: 'dark' } }

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No agents deployed')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Send Command' })).toBeDisabled()
  },
  parameters: { api: getHandlers([], []) },
}

// Red when the page-level button is enabled although no agent could take a command.
export const NoneOnline: Story = {
  play: async ({ canvas }) => {
    await card('WS-DOCK-12')
    await expect(canvas.getByRole('button', { name: 'Send Command' })).toBeDisabled()
    await expect(canvas.getByTitle('No agent is online')).toBeInTheDocument()
  },
  parameters: { api: getHandlers([fleet[1]!]) },
}

export const OfAnotherVersion: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('1.3.9')).toBeVisible()
  },
  parameters: {
    route: '/desktop-agents?layout=table',
    api: getHandlers([agent({ version: '1.3.9' }), ...fleet.slice(1)]),
  },
}

export const Failed: Story = {
  play: async ({ canvas }) => {
    await expect(
      (await canvas.findAllByRole('button', { name: 'Try again' })).length
    ).toBeGreaterThan(0)
  },
  parameters: {
    api: {
      'GET /desktop-agents': { status: 500, body: { message: 'The database does not answer.' } },
      'GET /desktop-agents/stats': {
        status: 500,
        body: { message: 'The database does not answer.' },
      },
    },
  },
}

/** Red when the palette's command opens a form without an agent to send to. */
export const NoAgentToSendTo: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('tab', { name: 'Deploy', selected: true })).toBeVisible()
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
  parameters: {
    route: '/desktop-agents?send=any',
    api: {
      'GET /desktop-agents/stats': {
        totalAgents: 0,
        onlineAgents: 0,
        pendingCommands: 0,
        completedToday: 0,
      },
    },
  },
}

// Red when a role sees actions that it may not do.
export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await card('WS-DOCK-07')
    await expect(canvas.queryByRole('button', { name: /Send/ })).toBeNull()
    await expect(canvas.queryByRole('button', { name: /^Actions for/ })).toBeNull()
    await expect(canvas.queryByRole('checkbox')).toBeNull()
    await expect(canvas.queryByRole('link', { name: 'Deploy agent' })).toBeNull()
  },
  parameters: { api: { 'GET /auth/me': people.reader } },
}

export const NoPermission: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Access Denied')).toBeVisible()
  },
  parameters: { api: { 'GET /auth/me': { ...people.reader, permissions: [] } } },
}
