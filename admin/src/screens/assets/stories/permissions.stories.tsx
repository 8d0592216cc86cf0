import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { chooseAction } from '../../../../.storybook/play.js'
import { everybody, roles } from '../../users/stories/fixtures.js'
import { demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()
const inherited = [{ id: 'fol_top', name: 'Accounts', everyone: 'read', grants: [] }]
const closed = {
  everyone: 'none',
  mine: 'write',
  grants: [{ kind: 'role', id: 'viewer', name: null, level: 'read' }],
  inherited,
}
let saved: unknown[] = []
let present: typeof closed

const meta: Meta = {
  title: 'Screens/Assets/Permissions',
  beforeEach: () => {
    library.reset(demoAssets())
    saved = []
    present = closed
  },
  parameters: {
    route: '/assets',
    api: {
      ...library.api,
      'GET /users': () => everybody,
      'GET /roles': roles,
      'GET /assets/:id/permissions': () => present,
      'PUT /assets/:id/permissions': ({ body }: FakeRequest) => {
        saved.push(body)
        return closed
      },
    },
  },
}
export default meta
type Story = StoryObj

const open = async () => {
  await screen.findByRole('link', { name: 'Invoices' })
  await chooseAction('Invoices', 'Manage access')
  // The form takes the place of what says that it is read.
  await screen.findByRole('button', { name: 'Save' })
  return within(await screen.findByRole('dialog', { name: 'Manage access to Invoices' }))
}

/** Red when what is sent is not what the dialog shows, or a person cannot be found. */
export const LetsSomebodyIn: Story = {
  play: async () => {
    const dialog = await open()
    await expect(await dialog.findByText(/It lies in Accounts/)).toBeVisible()
    await userEvent.click(dialog.getByRole('combobox', { name: 'Add a person or a role' }))
    await userEvent.keyboard('Tova')
    await userEvent.click(await screen.findByRole('option', { name: /Tova Lind/ }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'What Tova Lind may do' }))
    await userEvent.click(await screen.findByRole('option', { name: 'May change' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Name Viewer no more' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Access to Invoices saved')).toBeVisible()
    await expect(saved).toEqual([
      { everyone: 'none', grants: [{ kind: 'user', id: 'usr_13', level: 'write' }] },
    ])
  },
}

/** An open folder names nobody. Red when the names stay, or are sent. */
export const OpensTheFolder: Story = {
  tags: ['long'],
  play: async () => {
    const dialog = await open()
    await userEvent.click(await dialog.findByRole('combobox', { name: 'Everybody else' }))
    await userEvent.click(await screen.findByRole('option', { name: /open folder/ }))
    await waitFor(() => expect(dialog.queryByText('Viewer')).toBeNull())
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved).toEqual([{ everyone: 'write', grants: [] }]))
  },
}

/** Red when there is a choice that says nothing: the server refuses it. */
export const EverybodyHasALevel: Story = {
  play: async () => {
    const dialog = await open()
    await userEvent.click(await dialog.findByRole('combobox', { name: 'Everybody else' }))
    const list = within(await screen.findByRole('listbox'))
    await expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'may not see it',
      'may read',
      'may read and change (open folder)',
    ])
  },
}

/** Red when nobody can be added to an open folder, or everybody may still change it then. */
export const NamesSomebodyInAnOpenFolder: Story = {
  beforeEach: () => {
    present = { ...closed, everyone: 'write', grants: [], inherited: [] }
  },
  play: async () => {
    const dialog = await open()
    await expect(dialog.getByText(/^Everybody may read and change it now/)).toBeVisible()
    await userEvent.click(dialog.getByRole('combobox', { name: 'Add a person or a role' }))
    await userEvent.keyboard('Tova')
    await userEvent.click(await screen.findByRole('option', { name: /Tova Lind/ }))
    await expect(dialog.getByRole('combobox', { name: 'Everybody else' })).toHaveTextContent(
      'may read'
    )
    await expect(dialog.queryByText(/^Everybody may read and change it now/)).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(saved).toEqual([
        { everyone: 'read', grants: [{ kind: 'user', id: 'usr_13', level: 'write' }] },
      ])
    )
  },
}

/** Red when what somebody else has said meanwhile is replaced unasked, or shown as it was before. */
export const ChangedMeanwhile: Story = {
  tags: ['long'],
  play: async () => {
    const dialog = await open()
    const save = await dialog.findByRole('button', { name: 'Save' })
    present = { ...closed, everyone: 'read', grants: [] }
    await userEvent.click(save)
    await expect(await dialog.findByText(/^Someone else saved this/)).toBeVisible()
    await expect(saved).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const anew = await open()
    await expect(await anew.findByRole('combobox', { name: 'Everybody else' })).toHaveTextContent(
      'may read'
    )
    await expect(anew.queryByText('Viewer')).toBeNull()
  },
}
