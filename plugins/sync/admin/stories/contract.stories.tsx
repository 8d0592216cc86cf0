import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import {
  contract,
  neitherThere,
  offline,
  people,
  plan,
  getHandlers,
  transfers,
} from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Sync/Contract',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/sync-contracts/sc_1',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(),
      'GET /sync-contracts/:id/transfers': transfers,
      'GET /sync-contracts/:id/explain': {
        path: 'Thumbs.db',
        state: 'skipped',
        sentence: 'The pattern Thumbs.db of this contract leaves it out.',
      },
      'POST /sync-contracts/:id/plan': record('plan', 202),
      'POST /sync-contracts/:id/release': record('release'),
      'POST /sync-contracts/:id/sync': record('sync', 202),
      'POST /sync-contracts/:id/stop': record('stop', 202),
    },
  },
}
export default meta
type Story = StoryObj

export const Syncing: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Scanner inbox' })).toBeVisible()
    await expect(canvas.getAllByText(/Syncs whenever a file changes/)[0]).toBeVisible()
    await expect(canvas.getByText('26 of 42 files')).toBeVisible()
    await expect(await canvas.findByText(/Links are not followed/)).toBeVisible()
    await expect(await canvas.findByText('42 new')).toBeVisible()
    await expect(canvas.getByText('Late/scan-5502.pdf → Done/scan-5502.pdf')).toBeVisible()
    await expect(canvas.getByText('kept 30 days')).toBeVisible()
    await expect((await canvas.findAllByText('18 new, 1 changed'))[0]).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Sync Now' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Show 43 more' }))
    await userEvent.type(
      canvas.getByRole('textbox', { name: /^Why is a file not in sync/ }),
      'Thumbs.db{Enter}'
    )
    await expect(
      await canvas.findByText('The pattern Thumbs.db of this contract leaves it out.')
    ).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Stop' }))
    await expect(await screen.findByText('Sync stopped')).toBeVisible()
  },
}

export const SyncingDark: Story = { globals: { theme: 'dark' } }
export const OnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }
export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('42 neu')).toBeVisible()
  },
  parameters: { language: 'de' },
}

// Red when a stopped contract continues without a review of its plan.
export const Stopped: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(/^Stopped before deleting 412 of 430 files. Look at the plan/)
    ).toBeVisible()
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Continue with 48 operations' })
    )
    await expect(await screen.findByText('The sync continues')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('release', 'sc_3', {
      runId: 'run_3',
      code: 'many_deletions',
      side: 'target',
      count: 412,
    })
  },
  parameters: { route: '/sync-contracts/sc_3' },
}

export const StoppedUnseen: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Press Preview to see the plan/)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Continue/ })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith('plan', 'sc_3', ''))
  },
  parameters: {
    route: '/sync-contracts/sc_3',
    api: {
      'GET /sync-contracts/:id/plan': {
        status: 200,
        body: { ...plan, state: 'none', counts: null, operations: [], total: 0, madeAt: null },
      },
    },
  },
}

export const FolderGone: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(
        /^Stopped because the folder C:\\Scans\\Inbox is missing or not allowed on WS-DOCK-07/
      )
    ).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Continue/ })).toBeNull()
  },
  parameters: {
    api: getHandlers([
      contract({
        state: {
          phase: 'stopped',
          runId: 'run_1',
          stop: { code: 'root_missing', side: 'source' },
        },
      }),
    ]),
  },
}

export const New: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No sync has run yet')).toBeVisible()
    await expect(canvas.getByText('No file is skipped')).toBeVisible()
    await expect(canvas.getByText(/^Preview shows what the next sync/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Sync Now' }))
    await expect(await screen.findByText('Sync triggered successfully')).toBeVisible()
  },
  parameters: {
    api: {
      ...getHandlers([contract({ lastSync: null })]),
      'GET /sync-contracts/:id/transfers': [],
      'GET /sync-contracts/:id/runs': [],
      'GET /sync-contracts/:id/skipped': [],
      'GET /sync-contracts/:id/plan': {
        status: 200,
        body: { ...plan, state: 'none', counts: null, operations: [], total: 0, madeAt: null },
      },
    },
  },
}

/** An offline computer is reported, even when there is nothing to sync. */
export const Offline: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(/^WS-DOCK-07 is offline, last seen 3 hours ago\. Changes are synced/)
    ).toBeVisible()
    await expect(canvas.getByRole('img', { name: 'Offline' })).toBeVisible()
  },
  parameters: { api: getHandlers([offline]) },
}

/** An agent that never connected, and an inactive system. */
export const NeitherEndThere: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(
        'WS-DOCK-07 has not connected yet. Carrier SFTP is inactive. Activate the system to sync.'
      )
    ).toBeVisible()
  },
  parameters: { api: getHandlers([neitherThere]) },
}

export const Inactive: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Resume' })).toBeEnabled()
    await expect(canvas.getByRole('button', { name: 'Sync Now' })).toBeDisabled()
  },
  parameters: { route: '/sync-contracts/sc_8' },
}

export const Missing: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There is no such sync contract')).toBeVisible()
  },
  parameters: { route: '/sync-contracts/gone' },
}

export const Failed: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
  parameters: {
    api: { 'GET /sync-contracts/:id': { status: 500, body: { message: 'It does not answer.' } } },
  },
}

export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Scanner inbox' })).toBeVisible()
    for (const name of ['Sync Now', 'Pause', 'Edit', 'Stop', 'Preview']) {
      await expect(canvas.queryByRole('button', { name })).toBeNull()
    }
  },
  parameters: { api: { 'GET /auth/me': people.reader } },
}
