import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { fleet, people, getHandlers } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Agents/Commands',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/desktop-agents?tab=commands',
    api: {
      'GET /auth/me': people.sender,
      ...getHandlers(fleet),
      'POST /desktop-agents/commands/:id/cancel': record('cancel'),
      'POST /desktop-agents/commands/:id/retry': record('retry'),
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('26 of 42')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel Sync folder on WS-DOCK-07' }))
    await expect(await screen.findByText('Command cancelled')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('cancel', 'cmd_new', expect.anything())
    const [retry] = canvas.getAllByRole('button', { name: 'Retry Upload files on WS-DOCK-07' })
    await userEvent.click(retry!)
    await expect(await screen.findByText('The command is sent again')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('retry', 'cmd_bad', expect.anything())
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }
export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('26 von 42')).toBeVisible()
  },
  parameters: { language: 'de' },
}

export const Details: Story = {
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload files' }))
    await expect(await dialog.findByText(/is in no folder that this computer allows/)).toBeVisible()
    await expect(dialog.getByText('3 of 3')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Retry/ })).toBeVisible()
  },
  parameters: { route: '/desktop-agents?tab=commands&command=cmd_bad' },
}

export const Result: Story = {
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'System info' }))
    await expect(await dialog.findByRole('region', { name: 'Result' })).toHaveTextContent('cores')
  },
  parameters: { route: '/desktop-agents?tab=commands&command=cmd_info' },
}

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No commands in queue')).toBeVisible()
  },
  parameters: { api: getHandlers(fleet, []) },
}

export const Failed: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The queue does not answer.')).toBeVisible()
  },
  parameters: {
    api: {
      'GET /desktop-agents/commands': {
        status: 500,
        body: { message: 'The queue does not answer.' },
      },
    },
  },
}

export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('26 of 42')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^(Cancel|Retry)/ })).toBeNull()
  },
  parameters: { api: { 'GET /auth/me': people.reader } },
}
