import type { Role } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { asksBeforeClosing, chooseAction, pick } from '../../../../.storybook/play.js'
import { sessions } from '../../../../.storybook/sessions.js'
import { auditor, people, permissions, reasons, roles, spare } from './fixtures.js'

const written = fn()
let stored: Role[] = []

const taken = 'There is a role called "Spare" already. Choose another name.'

const meta: Meta = {
  title: 'Screens/Roles',
  beforeEach: () => {
    written.mockClear()
    stored = [...roles]
  },
  parameters: {
    route: '/roles',
    api: {
      'GET /roles': () => stored,
      'GET /roles/:id': ({ params }: FakeRequest) => stored.find(({ id }) => id === params.id),
      'GET /permissions': permissions,
      'GET /users': ({ query }: FakeRequest) =>
        query.get('filter')?.includes('unknown') ? [] : people,
      'GET /users/:id/permissions': reasons,
      'POST /roles': ({ body }: FakeRequest) => {
        written('POST', body)
        if ((body as Role).name === 'Spare') {
          const errors = [{ field: 'name', rule: 'conflict', message: taken }]
          return { status: 409, body: { code: 'E_NAME_TAKEN', message: taken, errors } }
        }
        const made = { ...spare, ...(body as Role), id: 'rol_3', key: 'new' }
        stored = [...stored, made]
        return { status: 201, body: made }
      },
      'PUT /roles/:id': ({ params, body }: FakeRequest) => {
        written('PUT', params.id, body)
        const changed = { ...auditor, ...(body as Role) }
        stored = stored.map((role) => (role.id === params.id ? changed : role))
        return changed
      },
      'DELETE /roles/:id': ({ params, query }: FakeRequest) => {
        written('DELETE', params.id, query.get('replacement'))
        stored = stored.filter(({ id }) => id !== params.id)
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Matrix: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { level: 1, name: 'Roles & Permissions' })
    ).toBeVisible()
    const table = await canvas.findByRole('table', { name: 'Permissions by role' })
    // Built-in ones first, from most to fewest permissions.
    const heads = within(table).getAllByRole('columnheader')
    await expect(heads.map((head) => head.textContent?.match(/^[A-Z][a-z]+/)?.[0])).toEqual([
      'Permission',
      'Administrator',
      'Editor',
      'Viewer',
      'User',
      'Quay',
      'Spare',
    ])
    await expect(canvas.getByRole('img', { name: 'Editor may: See people' })).toBeVisible()
    await expect(canvas.getByRole('img', { name: 'Viewer may not: See people' })).toBeVisible()
    // The domain of a plugin has no text in the console.
    await expect(canvas.getByRole('rowheader', { name: 'Weather' })).toBeVisible()
    await expect(canvas.getByRole('rowheader', { name: 'Not installed' })).toBeVisible()
    const holders = canvas.getByRole('link', { name: '2 people with the role Quay auditor' })
    await expect(holders).toHaveAttribute(
      'href',
      expect.stringContaining(encodeURIComponent('{"role":"quay-auditor"}'))
    )
    await expect(
      canvas.getByRole('link', { name: '1,240 people with the role Viewer' })
    ).toBeVisible()
  },
}

export const MatrixDark: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await canvas.findByRole('table', { name: 'Permissions by role' })
  },
}

export const InGerman: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Rollen & Berechtigungen' })
    ).toBeVisible()
    await expect(
      await canvas.findByRole('link', { name: '2 Personen mit der Rolle Quay auditor' })
    ).toBeVisible()
  },
}

/** Red when phones show the matrix, where seven columns do not fit. */
export const OnAPhone: Story = {
  tags: ['long'],
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Quay auditor' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Quay auditor' }))
    await expect(canvas.queryByRole('table')).toBeNull()
    const read = await dialog.findByRole('img', {
      name: 'Quay auditor may: See files and folders',
    })
    await waitFor(() => expect(read).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const OnAPhoneDark: Story = {
  globals: { viewport: { value: 'mobile1' }, theme: 'dark' },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Quay auditor' })
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /permissions': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /roles': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'viewer' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

/** Red when actions are offered to people who may only read roles. */
export const MayOnlyRead: Story = {
  parameters: {
    route: '/roles?edit=rol_1',
    api: { 'GET /auth/me': { ...sessions.member, permissions: ['roles.read'] } },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Actions for Quay auditor' }))
    await expect(await screen.findByRole('menuitem', { name: 'Show permissions' })).toBeVisible()
    await expect(screen.getAllByRole('menuitem')).toHaveLength(1)
    await expect(canvas.queryByRole('button', { name: 'Create Role' })).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Check access' })).toBeNull()
    await expect(canvas.queryByRole('link', { name: /with the role/ })).toBeNull()
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

export const Creates: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create Role' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Role' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create Role' }))
    await expect(await dialog.findByText('A role needs a name')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'Spare')
    await expect(dialog.getByText(/Without permissions/)).toBeVisible()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'See people users.read' }))
    await expect(dialog.queryByText(/Without permissions/)).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', { name: /See roles/ }))
    await userEvent.click(dialog.getByRole('checkbox', { name: /See people/ }))
    // People can grant only permissions that they have.
    await expect(dialog.getByRole('checkbox', { name: /external systems/ })).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Create Role' }))
    await expect(await dialog.findByText(taken)).toBeVisible()
    await expect(screen.queryByText('Error')).toBeNull()
    await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), ' shift')
    await userEvent.click(dialog.getByRole('button', { name: 'Create Role' }))
    await expect(await screen.findByText('Role created')).toBeVisible()
    await expect(written).toHaveBeenLastCalledWith('POST', {
      name: 'Spare shift',
      description: null,
      permissions: ['roles.read'],
    })
    await expect(
      await canvas.findByRole('button', { name: 'Actions for Spare shift' })
    ).toBeVisible()
  },
}

/** Red when a copy includes permissions the person lacks, which the server refuses. */
export const Copies: Story = {
  play: async () => {
    await chooseAction('Administrator', 'Copy role')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Role' }))
    await expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('Copy of Administrator')
    await expect(dialog.getByRole('checkbox', { name: /See people/ })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: /external systems/ })).not.toBeChecked()
    await userEvent.click(dialog.getByRole('button', { name: 'Create Role' }))
    await screen.findByText('Role created')
    const [, made] = written.mock.lastCall as [string, Role]
    await expect(made.permissions).toContain('users.write')
    await expect(made.permissions).not.toContain('integrations.use')
  },
}

export const Edits: Story = {
  play: async ({ canvas }) => {
    await chooseAction('Quay auditor', 'Edit role')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Role' }))
    await expect(dialog.getByRole('checkbox', { name: /customs.read/ })).toBeChecked()
    await userEvent.click(dialog.getByRole('checkbox', { name: /See people/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save Role' }))
    await expect(await screen.findByText('Role saved')).toBeVisible()
    await expect(written).toHaveBeenCalledWith('PUT', 'rol_1', {
      name: auditor.name,
      description: auditor.description,
      permissions: ['assets.read', 'flows.read', 'customs.read', 'users.read'],
    })
    await expect(
      await canvas.findByRole('img', { name: 'Quay auditor may: See people' })
    ).toBeVisible()
  },
}

export const AsksBeforeItIsLost: Story = {
  tags: ['long'],
  play: async () => {
    await chooseAction('Quay auditor', 'Edit role')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Role' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: /See people/ }))
    await asksBeforeClosing('Edit Role')
    await expect(written).not.toHaveBeenCalled()
  },
}

/** Red when an assigned role can be deleted without a replacement. */
export const DeletesWithReplacement: Story = {
  play: async ({ canvas }) => {
    await chooseAction('Quay auditor', 'Delete role')
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Delete the role Quay auditor?' })
    )
    await expect(dialog.getByText(/2 people have this role/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Delete role' })).toHaveClass(/Error/)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete role' }))
    await expect(await dialog.findByText('Choose the role they get instead')).toBeVisible()
    await pick(dialog, /Replacement role/, 'Viewer')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete role' }))
    await expect(await screen.findByText('Role deleted')).toBeVisible()
    await expect(written).toHaveBeenCalledWith('DELETE', 'rol_1', 'viewer')
    await waitFor(() => expect(canvas.queryByText('Quay auditor')).toBeNull())
  },
}

export const DeletesAnUnusedRole: Story = {
  play: async () => {
    await chooseAction('Spare', 'Delete role')
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Delete the role Spare?' })
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Delete role' }))
    await expect(await screen.findByText('Role deleted')).toBeVisible()
    await expect(written).toHaveBeenCalledWith('DELETE', 'rol_2', null)
  },
}

/** Red when the question does not change after the role was assigned in the meantime. */
export const HeldMeanwhile: Story = {
  parameters: {
    api: {
      'DELETE /roles/:id': () => {
        stored = stored.map((role) => (role.id === spare.id ? { ...role, holders: 1 } : role))
        const message = 'One person holds the role "Spare".'
        return { status: 409, body: { code: 'E_ROLE_HELD', message, errors: [] } }
      },
    },
  },
  play: async () => {
    await chooseAction('Spare', 'Delete role')
    const asked = within(await screen.findByRole('alertdialog', { name: 'Delete the role Spare?' }))
    await userEvent.click(asked.getByRole('button', { name: 'Delete role' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the role Spare?' }))
    await expect(await dialog.findByText(/1 person has this role/)).toBeVisible()
  },
}

export const WhySomebodyMay: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Check access' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Check access' }))
    const find = dialog.getByRole('searchbox', { name: 'Find a person' })
    await userEvent.type(find, 'unknown')
    await expect(await dialog.findByText('No one with that name')).toBeVisible()
    await userEvent.clear(find)
    await userEvent.click(await dialog.findByRole('button', { name: /Quay Desk/ }))
    await expect(await dialog.findByText('Role: Quay auditor')).toBeVisible()
    const people = within(dialog.getByRole('list', { name: 'People' }))
    await expect(people.getAllByRole('img', { name: 'Not granted' })).toHaveLength(2)
    await expect(people.getByText('Granted by Administrator, Editor')).toBeVisible()
    const files = within(dialog.getByRole('list', { name: 'Assets' }))
    await expect(files.getByRole('img', { name: 'Granted' })).toBeVisible()
    await expect(files.getByText(/own role "Quay auditor" holds it/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Another person' }))
    await expect(await dialog.findByRole('button', { name: /gate@/ })).toBeVisible()
  },
}

/** Red when the same sentence appears below each permission. */
export const SwitchedOff: Story = {
  parameters: {
    route: '/roles?person=usr_7',
    api: {
      'GET /users/:id/permissions': {
        ...reasons,
        mayEnter: false,
        permissions: reasons.permissions.map((one) => ({
          ...one,
          isHeld: false,
          reason: 'Deactivated people have no permissions.',
        })),
      },
    },
  },
  play: async () => {
    await expect(
      await screen.findAllByText('Deactivated people have no permissions.')
    ).toHaveLength(1)
  },
}

/** A link on a person's page leads here. */
export const WhyByAddress: Story = {
  parameters: { route: '/roles?person=usr_7' },
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    await expect(await screen.findByText('Role: Quay auditor')).toBeVisible()
  },
}
