import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { asksBeforeClosing, pick, recordWith } from '../../../../admin/.storybook/play.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { people, getHandlers } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Sync/Contract form',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/sync-contracts?new=contract',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(),
      'POST /sync-contracts': record('create', 201),
      'PUT /sync-contracts/:id': record('change'),
      'POST /sync-contracts/preview': {
        needsAgent: false,
        counts: { created: 318, deleted: 0, conflicts: 0, bytes: 1_288_490_189 },
      },
    },
  },
}
export default meta
type Story = StoryObj

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

// Red when a required field can be empty, commas do not split, or another default is sent.
export const Creates: Story = {
  play: async () => {
    const form = await dialog('Create Sync Contract')
    await userEvent.click(form.getByRole('button', { name: 'Create Contract' }))
    for (const needed of ['Enter a name', 'Enter a source path', 'Enter a target path']) {
      await expect(await form.findByText(needed)).toBeVisible()
    }
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Gate photos')
    await userEvent.type(form.getByRole('textbox', { name: /^Source Path/ }), 'D:\\Gate\\Photos')
    await userEvent.type(form.getByRole('textbox', { name: /^Target Path/ }), 'Claims')
    await userEvent.type(form.getByRole('textbox', { name: /^File Types/ }), ' jpg, png ,')
    await userEvent.type(
      form.getByRole('textbox', { name: /^Exclude Patterns/ }),
      '*.tmp, Thumbs.db'
    )
    await userEvent.click(form.getByRole('button', { name: 'Create Contract' }))
    await expect(await form.findByText(/begins with a slash/)).toBeVisible()
    const target = form.getByRole('textbox', { name: /^Target Path/ })
    await userEvent.clear(target)
    await userEvent.type(target, '/Claims/Gate')
    await userEvent.click(form.getByRole('button', { name: 'Create Contract' }))
    await expect(await screen.findByText('Sync contract created successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('create', undefined, {
      tenantId: 'ten_1',
      name: 'Gate photos',
      description: null,
      isActive: true,
      sourceType: 'local_folder',
      sourceConfig: { path: 'D:\\Gate\\Photos' },
      targetType: 'asset_folder',
      targetConfig: { path: '/Claims/Gate' },
      conflictResolution: 'timestamp',
      syncRules: {
        fileTypes: ['jpg', 'png'],
        excludePatterns: ['*.tmp', 'Thumbs.db'],
        folders: [],
        bidirectional: false,
        deletes: true,
        maxDeletions: 50,
        maxDeletionPercent: 10,
      },
      scheduleConfig: { mode: 'continuous' },
      bandwidth: [],
    })
  },
}

const only = sample('DesktopAgent', {
  id: 'ag_1',
  clientId: 'c1a2b3c4-0000',
  agentName: 'MAC-SALES-01',
  isOnline: true,
  folders: ['/Users/sales/Prices'],
})

// Red when the only computer is not selected automatically.
export const OnlyAgent: Story = {
  parameters: {
    api: { 'GET /desktop-agents': [only], 'GET /desktop-agents/:id': only },
  },
  play: async () => {
    const form = await dialog('Create Sync Contract')
    const computer = await form.findByRole('combobox', { name: /^Computer/ })
    await waitFor(() => expect((computer as HTMLInputElement).value).toContain(only.agentName))
  },
}

export const Previews: Story = {
  play: async () => {
    const form = await dialog('Create Sync Contract')
    await pick(form, /^Source Type/, 'Asset folder')
    await userEvent.type(form.getByRole('textbox', { name: /^Source Path/ }), '/Photos')
    await userEvent.type(form.getByRole('textbox', { name: /^Target Path/ }), '/Claims')
    await userEvent.click(form.getByRole('button', { name: 'Preview' }))
    await expect(
      await form.findByText(
        /^The first sync would add 318 files \(1.2\sGB\). Nothing would be deleted.$/
      )
    ).toBeVisible()
    // A changed field hides the preview, which belongs to the earlier values.
    await userEvent.type(form.getByRole('textbox', { name: /^Target Path/ }), '/Gate')
    await expect(await form.findByText(/^See what the first sync would do/)).toBeVisible()
  },
}

/** The files of a computer cannot be compared before the contract exists, so there is no preview button. */
export const NeedsTheComputer: Story = {
  play: async () => {
    const form = await dialog('Create Sync Contract')
    await expect(form.getByText(/^The files on the computer are compared once/)).toBeVisible()
    await expect(form.queryByRole('button', { name: 'Preview' })).toBeNull()
  },
}

export const More: Story = {
  play: async () => {
    const form = await dialog('Create Sync Contract')
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Nightly')
    await userEvent.type(form.getByRole('textbox', { name: /^Source Path/ }), '/srv')
    await userEvent.type(form.getByRole('textbox', { name: /^Target Path/ }), '/Claims')
    await userEvent.click(form.getByRole('button', { name: /^More/ }))
    await pick(form, /^Schedule/, 'At fixed times')
    const cron = form.getByRole('textbox', { name: /^Cron Expression/ })
    await userEvent.clear(cron)
    await userEvent.type(cron, '0 2 * * *')
    await userEvent.click(form.getByRole('switch', { name: 'Sync Deletions' }))
    await userEvent.type(form.getByRole('textbox', { name: /^Only These/ }), 'Plans/2026, Mail')
    await userEvent.click(form.getByRole('button', { name: 'Add speed limit' }))
    await userEvent.click(form.getByRole('button', { name: 'Create Contract' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent).toHaveBeenCalledWith(
      'create',
      undefined,
      expect.objectContaining({
        scheduleConfig: expect.objectContaining({ mode: 'schedule', cron: '0 2 * * *' }),
        syncRules: expect.objectContaining({ deletes: false, folders: ['Plans/2026', 'Mail'] }),
        bandwidth: [{ from: '08:00', to: '18:00', kbps: 20_000 }],
      })
    )
  },
}

export const Edits: Story = {
  play: async () => {
    // A different dialog element is shown while the contract loads.
    await screen.findByRole('textbox', { name: /^File Types/ })
    const form = await dialog('Edit Sync Contract')
    await expect(form.getByRole('textbox', { name: /^File Types/ })).toHaveValue('pdf, tif, xml')
    const name = form.getByRole('textbox', { name: /^Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Dock scans')
    await userEvent.click(form.getByRole('switch', { name: 'Active' }))
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }))
    await expect(await screen.findByText('Sync contract updated successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'change',
      'sc_1',
      expect.objectContaining({ name: 'Dock scans', isActive: false, tenantId: 'ten_1' })
    )
  },
  parameters: { route: '/sync-contracts?edit=sc_1' },
}

export const Dark: Story = { globals: { theme: 'dark' } }
export const OnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }

export const AsksBeforeClosing: Story = {
  play: async () => {
    const form = await dialog('Create Sync Contract')
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Gate')
    await asksBeforeClosing('Create Sync Contract')
  },
}

// A field shows the server's error for that field.
export const ShowsWhatTheServerRefuses: Story = {
  play: async () => {
    const form = await dialog('Create Sync Contract')
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Gate')
    await userEvent.type(form.getByRole('textbox', { name: /^Source Path/ }), '/etc')
    await userEvent.type(form.getByRole('textbox', { name: /^Target Path/ }), '/Claims')
    await userEvent.click(form.getByRole('button', { name: 'Create Contract' }))
    await expect(await form.findByText('Choose the computer.')).toBeVisible()
  },
  parameters: {
    api: {
      'POST /sync-contracts': {
        status: 422,
        body: { message: 'Refused.', errors: { 'sourceConfig.clientId': 'Choose the computer.' } },
      },
    },
  },
}
