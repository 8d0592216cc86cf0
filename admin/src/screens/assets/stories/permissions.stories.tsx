import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { chooseAction } from '../../../../.storybook/play.js'
import { rule } from '../../shares/stories/fixtures.js'
import { allUsers, roles } from '../../users/stories/fixtures.js'
import { demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()
const closed = {
  everyone: 'none',
  mine: 'write',
  grants: [{ kind: 'role', id: 'viewer', name: null as string | null, level: 'read' }],
  inherited: [{ id: 'fol_top', name: 'Accounts', everyone: 'read', grants: [] as unknown[] }],
}
let saved: Pick<typeof closed, 'everyone' | 'grants'>[] = []
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
      'GET /users': () => allUsers,
      'GET /roles': roles,
      'GET /shares': [],
      'GET /sharing-rule': rule,
      'GET /assets/:id/permissions': () => present,
      'PUT /assets/:id/permissions': ({ body }: FakeRequest) => {
        const { everyone, grants } = body as typeof closed
        saved.push({ everyone, grants })
        const named = grants.map((grant) => ({
          ...grant,
          name: grant.kind === 'user' ? 'Tova Lind' : null,
        }))
        present = { ...present, everyone, grants: named }
        return present
      },
    },
  },
}
export default meta
type Story = StoryObj

const open = async () => {
  await screen.findByRole('link', { name: 'Invoices' })
  await chooseAction('Invoices', 'Manage access')
  const dialog = within(await screen.findByRole('dialog', { name: 'Share "Invoices"' }))
  await dialog.findByRole('group', { name: 'People with access' })
  return dialog
}

async function pick(dialog: ReturnType<typeof within>, whose: string, level: string) {
  await userEvent.click(await dialog.findByRole('combobox', { name: `Access of ${whose}` }))
  await userEvent.click(await screen.findByRole('option', { name: level }))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
}

const add = async (dialog: ReturnType<typeof within>, name: string) => {
  await userEvent.click(dialog.getByRole('combobox', { name: 'Add people or a role' }))
  await userEvent.keyboard(name)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
}

/** Each choice is saved. Red when the request differs from the display, or a person cannot be found. */
export const LetsPeopleIn: Story = {
  play: async () => {
    const dialog = await open()
    await expect(dialog.getByText(/Only people with access to Accounts/)).toBeVisible()
    await add(dialog, 'Tova')
    await waitFor(() => expect(saved).toHaveLength(1))
    await dialog.findByText('Tova Lind')
    await pick(dialog, 'Tova Lind', 'Can edit')
    await waitFor(() => expect(saved).toHaveLength(2))
    await waitFor(() =>
      expect(dialog.getByRole('combobox', { name: 'Access of Tova Lind' })).toHaveTextContent(
        'Can edit'
      )
    )
    await pick(dialog, 'Viewer', 'Remove')
    await waitFor(() =>
      expect(saved.at(-1)).toEqual({
        everyone: 'none',
        grants: [{ kind: 'user', id: 'usr_13', level: 'write' }],
      })
    )
  },
}

/** An open folder has no entries. Red when the entries stay, or are sent. */
export const OpensTheFolder: Story = {
  play: async () => {
    const dialog = await open()
    await pick(dialog, 'Everyone else', 'Can edit')
    await waitFor(() => expect(dialog.queryByText('Viewer')).toBeNull())
    await expect(saved).toEqual([{ everyone: 'write', grants: [] }])
  },
}

/** Red when people cannot be added to an open folder, or everyone can still edit it afterwards. */
export const NamesPeopleInAnOpenFolder: Story = {
  beforeEach: () => {
    present = { ...closed, everyone: 'write', grants: [], inherited: [] }
  },
  play: async () => {
    const dialog = await open()
    await expect(dialog.getByText(/^Everyone can edit now/)).toBeVisible()
    await add(dialog, 'Tova')
    await waitFor(() =>
      expect(saved).toEqual([
        { everyone: 'read', grants: [{ kind: 'user', id: 'usr_13', level: 'write' }] },
      ])
    )
    await waitFor(() => expect(dialog.queryByText(/^Everyone can edit now/)).toBeNull())
  },
}

/** Red when people without permission are offered a choice. */
export const WhoOnlyShares: Story = {
  parameters: { session: 'sharer' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Share Invoices' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Share "Invoices"' }))
    await expect(
      await dialog.findByRole('combobox', { name: 'Access of Everyone else' })
    ).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog.queryByRole('combobox', { name: 'Add people or a role' })).toBeNull()
  },
}
