import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { chooseAction, recordWith } from '../../../../admin/.storybook/play.js'
import { contracts, people, getHandlers } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Sync/Contracts',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/sync-contracts',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(),
      'POST /sync-contracts/:id/sync': record('sync', 202),
      'POST /sync-contracts/:id/stop': record('stop', 202),
      'POST /sync-contracts/:id/pause': record('pause'),
      'POST /sync-contracts/:id/resume': record('resume'),
      'DELETE /sync-contracts/:id': record('delete', 204),
    },
  },
}
export default meta
type Story = StoryObj

const card = async (name: string) => within(await screen.findByRole('article', { name }))

// Red when the health thresholds are not 1 and 24 hours, or an inactive contract starts a sync.
export const Filled: Story = {
  play: async ({ canvas }) => {
    for (const [name, badge, truth] of [
      ['Price lists', '2 conflicts', /^2 files were changed on both sides/],
      ['Customs archive', 'Stopped', /^Stopped before deleting 412 of 430 files/],
      ['Scanner inbox', 'Syncing', /^26 of 42 files, 8 MB left/],
      ['Shipping labels', 'Healthy', 'Up to date. Newest wins.'],
      ['Carrier manifests', 'Healthy', 'Up to date. Runs every 15 minutes.'],
      ['Yard photos', 'Delayed', 'Waits for WS-YARD-03. Its disk is full.'],
      ['Training material', 'Overdue', 'Up to date. 1 file skipped.'],
      ['Contracts of 2024', 'Inactive', 'Inactive. Nothing is synced.'],
      ['Driver documents', 'Never synced', 'Not synced yet.'],
      ['Weighbridge', 'Failed', 'Weighbridge SFTP refused the password.'],
    ] as const) {
      const one = await card(name)
      await expect(one.getByText(badge, { exact: true })).toBeVisible()
      await expect(one.getByText(truth)).toBeVisible()
    }
    const sync = (name: string) => screen.getByRole('button', { name: `Sync Now: ${name}` })
    await expect(sync('Contracts of 2024')).toBeDisabled()
    await expect(sync('Shipping labels')).toBeEnabled()
    await expect((await card('Price lists')).getByRole('link', { name: 'Resolve' })).toBeVisible()
    await expect(
      (await card('Customs archive')).getByRole('link', { name: 'Review plan' })
    ).toHaveAttribute('href', expect.stringContaining('/sync-contracts/sc_3'))
    await expect(canvas.getByText('2 open')).toBeVisible()
    for (const chip of [/^All\s*10$/, /^Syncing\s*1$/, /^Needs attention\s*3$/, /^Inactive\s*1$/])
      await expect(await canvas.findByRole('button', { name: chip })).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }
export const OnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }

export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Sync-Verträge' })).toBeVisible()
    await expect((await card('Yard photos')).getByText('Verzögert')).toBeVisible()
  },
  parameters: { language: 'de' },
}

export const AsRows: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Customs archive' })).toBeVisible()
    await chooseAction('Customs archive', 'Pause')
    await expect(await screen.findByText('Sync contract paused')).toBeVisible()
  },
  parameters: { route: '/sync-contracts?layout=table' },
}

export const SyncsStopsPausesAndDeletes: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Sync Now: Shipping labels' }))
    await expect(await screen.findByText('Sync triggered successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('sync', 'sc_4', '')
    await userEvent.click(screen.getByRole('button', { name: 'Stop the sync of Scanner inbox' }))
    await expect(await screen.findByText('Sync stopped')).toBeVisible()
    await chooseAction('Shipping labels', 'Pause')
    await expect(await screen.findByText('Sync contract paused')).toBeVisible()
    await chooseAction('Contracts of 2024', 'Resume')
    await expect(await screen.findByText('Sync contract resumed')).toBeVisible()
    await chooseAction('Contracts of 2024', 'Delete')
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Delete Contracts of 2024?' })
    )
    await expect(sent).not.toHaveBeenCalledWith('delete', 'sc_8', expect.anything())
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    await expect(await screen.findByText('Sync contract deleted')).toBeVisible()
  },
}

export const Filtered: Story = {
  play: async ({ canvas }) => {
    await card('Shipping labels')
    await userEvent.click(canvas.getByRole('button', { name: /^Needs attention/ }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    await userEvent.click(canvas.getByRole('button', { name: /^Inactive/ }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /sync-contracts': 'pending', 'GET /sync-contracts/stats': 'pending' } },
}

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No sync contracts')).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Create contract' })).toHaveLength(2)
  },
  parameters: { api: getHandlers([], []) },
}

export const Failed: Story = {
  play: async ({ canvas }) => {
    await expect(
      (await canvas.findAllByRole('button', { name: 'Try again' })).length
    ).toBeGreaterThan(0)
  },
  parameters: {
    api: {
      'GET /sync-contracts': { status: 500, body: { message: 'The database does not answer.' } },
      'GET /sync-contracts/stats': { status: 500, body: { message: 'It does not answer.' } },
    },
  },
}

// Red when a role sees actions that it may not do.
export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await card('Shipping labels')
    for (const name of [/^Sync Now/, /^Edit/, /^Actions for/, 'Create contract']) {
      await expect(canvas.queryByRole('button', { name })).toBeNull()
    }
    await expect(
      canvas.getByRole('link', { name: 'View Details of Shipping labels' })
    ).toBeVisible()
  },
  parameters: { api: { 'GET /auth/me': people.reader } },
}

export const ForEditors: Story = {
  play: async ({ canvas }) => {
    await card('Shipping labels')
    await expect(canvas.getByRole('button', { name: 'Sync Now: Shipping labels' })).toBeEnabled()
    await expect(canvas.queryByRole('button', { name: 'Edit Shipping labels' })).toBeNull()
  },
  parameters: { api: { 'GET /auth/me': people.editor } },
}

export const NoPermission: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Access Denied')).toBeVisible()
  },
  parameters: { api: { 'GET /auth/me': { ...people.reader, permissions: [] } } },
}

export const Bindings: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('D:\\Photos')).toBeVisible()
    await expect(canvas.getAllByRole('link', { name: 'Yard photos' })).toHaveLength(2)
  },
  parameters: { route: '/sync-contracts?tab=bindings' },
}

export const BindingsDark: Story = { ...Bindings, play: undefined, globals: { theme: 'dark' } }

export const NoBindings: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No folder bindings')).toBeVisible()
  },
  parameters: { route: '/sync-contracts?tab=bindings', api: getHandlers([], []) },
}

export const Conflicts: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'prices-december.csv' })).toHaveAttribute(
      'href',
      expect.stringContaining('/sync-contracts/conflicts/cf_1')
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Resolved' }))
    await expect(await canvas.findByRole('link', { name: 'holiday-rates.csv' })).toBeVisible()
    await expect(canvas.getByText(/^Ines Alvarado, kept both/)).toBeVisible()
  },
  parameters: { route: '/sync-contracts?tab=conflicts' },
}

export const NoConflicts: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No active conflicts')).toBeVisible()
  },
  parameters: { route: '/sync-contracts?tab=conflicts', api: getHandlers(contracts, []) },
}
