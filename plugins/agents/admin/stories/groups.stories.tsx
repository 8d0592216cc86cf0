import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import { chooseAction, recordWith } from '../../../../admin/.storybook/play.js'
import { fleet, groups, people, getHandlers } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Agents/Groups',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/desktop-agents/groups',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(fleet),
      'GET /desktop-agents/groups/:id': groups[0]!,
      'POST /desktop-agents/groups': record('create', 201),
      'PUT /desktop-agents/groups/:id': record('update'),
      'DELETE /desktop-agents/groups/:id': record('delete'),
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('2,000 kbit/s up')).toBeVisible()
    await expect(canvas.getByText(/Mon, Tue, Wed, Thu, Fri 06:00–20:00/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'New Group' }))
    const form = within(await screen.findByRole('dialog', { name: 'New agent group' }))
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Yard')
    await userEvent.click(form.getByRole('switch', { name: 'Transfer files at any time' }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Sat' }))
    await userEvent.click(form.getByRole('button', { name: 'Create Group' }))
    await expect(await screen.findByText('Group created')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('create', undefined, {
      name: 'Yard',
      profile: {
        uploadKbps: null,
        downloadKbps: null,
        allowedCommands: null,
        activeHours: { days: [1, 2, 3, 4, 5, 6], from: '08:00', to: '18:00' },
      },
    })
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const EditsAndDeletes: Story = {
  play: async () => {
    await chooseAction('Dock scanners', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit Dock scanners' }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Download files' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Group saved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'update',
      'gr_1',
      expect.objectContaining({
        profile: expect.objectContaining({
          allowedCommands: ['upload_files', 'system_info', 'download_files'],
          activeHours: { days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' },
        }),
      })
    )
    await chooseAction('Office', 'Delete')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Office?' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    await expect(await screen.findByText('Group deleted')).toBeVisible()
  },
}

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No groups yet')).toBeVisible()
  },
  parameters: { api: { 'GET /desktop-agents/groups': [] } },
}

export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Dock scanners')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'New Group' })).toBeNull()
  },
  parameters: { api: { 'GET /auth/me': people.reader }, language: 'en' },
}
