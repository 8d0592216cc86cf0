import type { Meta, StoryObj } from '@storybook/react-vite'
import type { User } from '@crossdock/client'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { chooseAction, pick, recordWith } from '../../../../.storybook/play.js'
import { allUsers, person, roles } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const found = ({ query }: FakeRequest) => {
  const filter = JSON.parse(query.get('filter') ?? '{}') as Partial<User> & { search?: string }
  return allUsers.filter(
    ({ status, email, hasSecondFactor }) =>
      (!filter.status || filter.status === status) &&
      (filter.hasSecondFactor ?? hasSecondFactor) === hasSecondFactor &&
      email.includes(filter.search ?? '')
  )
}

const meta: Meta = {
  title: 'Screens/Users',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/users',
    api: {
      'GET /users': found,
      'GET /roles': roles,
      'GET /oauth-configs': [],
      'GET /sessions': [],
      'GET /users/:id': ({ params }: FakeRequest) =>
        allUsers.find(({ id }) => id === params.id) ?? {
          status: 404,
          body: { message: 'There is no user with this id.' },
        },
      'GET /users/:id/belongings': ({ params }: FakeRequest) => ({
        belongings:
          params.id === 'usr_11'
            ? [
                { kind: 'assets', count: 12, label: '12 files and folders' },
                { kind: 'workflows', count: 1, label: '1 workflow that runs with their rights' },
              ]
            : [],
      }),
      'PUT /users/:id': record('update'),
      'DELETE /users/:id': ({ params, query }: FakeRequest) => {
        sent('delete', params.id, query.get('successor'))
        return { status: 204 }
      },
      'POST /users/:id/resend': record('resend'),
      'POST /users/invitations': ({ body }: FakeRequest) => {
        sent('invite', undefined, body)
        return {
          invitations: (body as { emails: string[] }).emails.map((email, at) => ({
            email,
            ...(email.startsWith('taken')
              ? { fate: 'taken', userId: null, message: `${email} is already a user.` }
              : { fate: 'invited', userId: `usr_new_${at}`, message: null }),
          })),
        }
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    const table = within(await canvas.findByRole('table', { name: 'Users' }))
    await expect(await table.findByRole('link', { name: 'Ada Quill' })).toBeVisible()
    await expect(canvas.getByRole('heading', { name: 'User Directory' })).toBeVisible()
    await expect(await table.findByText('Night Shift')).toBeVisible()
    await expect(table.getByText('Never')).toBeVisible()
    for (const status of ['Pending', 'Inactive'])
      await expect(table.getByText(status)).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const FilledInGerman: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Ausstehend')).toBeVisible()
    await expect(canvas.getByRole('heading', { name: 'Benutzerverzeichnis' })).toBeVisible()
  },
}

export const WithoutSecondFactor: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Second factor' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'None' }))
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'Ada Quill' })).toBeNull())
    await expect(canvas.getByRole('link', { name: 'Rey Ode' })).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: { api: { 'GET /users': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No users yet')).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Invite Users' })).toHaveLength(2)
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /users': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /users': () => ({ status: 500, body: { message: 'No connection.' } }) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No connection.')).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'viewer' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

const editor = {
  user: { ...person(1), isSuperAdmin: false },
  tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', logo: null },
  permissions: ['users.read'],
}

/** Red when actions are offered to people who may only read. */
export const ReadOnly: Story = {
  parameters: { api: { 'GET /auth/me': () => editor } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('link', { name: 'Ada Quill' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ada Quill' }))
    await expect(await dialog.findByText('ada.quill@harbor.example')).toBeVisible()
    await expect(dialog.queryByRole('textbox')).toBeNull()
    for (const name of ['Invite Users', 'Import', 'Actions for Ada Quill']) {
      await expect(canvas.queryByRole('button', { name })).toBeNull()
    }
    await expect(canvas.getByRole('button', { name: 'Export', hidden: true })).toBeInTheDocument()
  },
}

export const Edits: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('link', { name: 'Rey Ode' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rey Ode' }))
    const name = await dialog.findByRole('textbox', { name: /First Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Reyna')
    await pick(dialog, /Role/, 'Night Shift')
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await expect(await screen.findByText('User changed')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('update', 'usr_11', {
      firstName: 'Reyna',
      lastName: 'Ode',
      role: 'night-shift',
    })
  },
}

export const SomebodyWhoIsGone: Story = {
  parameters: { route: '/users?user=usr_nobody' },
  play: async () => {
    await expect(await screen.findByText('There is no user with this id.')).toBeVisible()
  },
}

export const InvitesSeveral: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Invite Users' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite Users' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send Invitations' }))
    await expect(await dialog.findByText('At least one address is required')).toBeVisible()
    await userEvent.type(
      dialog.getByRole('textbox', { name: /Email Addresses/ }),
      'a@harbor.example, b@harbor.example\na@harbor.example'
    )
    // People are not invited to a role without knowing what it allows.
    await expect(dialog.getByText('Same permissions as Viewer.')).toBeVisible()
    await pick(dialog, /Role/, 'Viewer')
    await expect(dialog.getByText('Sees files and workflows.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Send 2 Invitations' }))
    await expect(await screen.findByText('2 invitations sent')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(sent).toHaveBeenCalledWith('invite', undefined, {
      emails: ['a@harbor.example', 'b@harbor.example'],
      role: 'viewer',
    })
  },
}

const pasted = [
  '"Müller, Jörg" <joerg@a.example>; Anna Ray <ANNA@a.example>, bob@a.example <carl@a.example>',
  'Dora (Sales) <dora@a.example>, Berg, Ida <ida@a.example>, pier@gate, taken@a.example notmail',
].join('\n')

/** Red when a list is split at every comma and space: names would then be invited. */
export const ReadsWhatMailProgramsCopy: Story = {
  parameters: { route: '/users?new=people' },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite Users' }))
    await userEvent.click(dialog.getByRole('textbox', { name: /Email Addresses/ }))
    await userEvent.paste(pasted)
    const list = within(await dialog.findByRole('list', { name: 'Who will be invited' }))
    await expect(list.getByText(/joerg@a\.example/)).toHaveTextContent('· Müller, Jörg')
    await expect(list.getByText(/^carl@a\.example/)).toHaveTextContent('· bob@a.example')
    const wrong = list.getByText('notmail').closest('li')!
    await expect(wrong).toHaveTextContent('This is not an email address.Not invited')
    await expect(list.getByText('pier@gate').closest('li')).toHaveTextContent('no dot after the @')
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Send 7 Invitations' }))
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    const [, , body] = sent.mock.calls[0] as [string, undefined, { emails: string[] }]
    await expect(body.emails).toEqual([
      'joerg@a.example',
      'ANNA@a.example',
      'carl@a.example',
      'dora@a.example',
      'ida@a.example',
      'pier@gate',
      'taken@a.example',
    ])
  },
}

export const ReadsThemInGerman: Story = {
  parameters: { language: 'de', route: '/users?new=people' },
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Benutzer einladen' }))
    await userEvent.click(dialog.getByRole('textbox', { name: /E-Mail-Adressen/ }))
    await userEvent.paste(pasted)
    await expect(await dialog.findByText('Das ist keine E-Mail-Adresse.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: '7 Einladungen senden' })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

/** Red when the dialog closes although some addresses were not invited, or forgets them. */
export const LeavesWhomItDidNotInvite: Story = {
  tags: ['long'],
  parameters: { route: '/users?new=people' },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite Users' }))
    const field = dialog.getByRole('textbox', { name: /Email Addresses/ })
    await userEvent.type(field, 'a@harbor.example taken@harbor.example notmail')
    await userEvent.click(dialog.getByRole('button', { name: 'Send 2 Invitations' }))
    await expect(await dialog.findByText('1 invitation sent')).toBeVisible()
    await expect(dialog.getByText('a@harbor.example')).toBeVisible()
    await waitFor(() => expect(field).toHaveValue('taken@harbor.example\nnotmail'))
    await expect(dialog.getByText(/is already a user/)).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, 'b@harbor.example')
    await userEvent.click(dialog.getByRole('button', { name: 'Send 1 Invitation' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const Resends: Story = {
  play: async () => {
    await chooseAction('night-desk@harbor.example', 'Resend invitation')
    await expect(await screen.findByText('Invitation sent again')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('resend', 'usr_12', expect.anything())
  },
}

/** Related screens of a person are one click away. */
export const LooksFurther: Story = {
  play: async () => {
    await chooseAction('Rey Ode', 'Sessions')
    await expect(await screen.findByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  },
}

export const Deactivates: Story = {
  play: async () => {
    await chooseAction('Rey Ode', 'Deactivate')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate Rey Ode?' }))
    await expect(dialog.getByText(/signed out everywhere immediately/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await expect(await screen.findByText('User deactivated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('update', 'usr_11', { isActive: false })
  },
}

export const Reactivates: Story = {
  play: async () => {
    await chooseAction('Tova Lind', 'Reactivate')
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Reactivate' }))
    await expect(await screen.findByText('User reactivated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('update', 'usr_13', { isActive: true })
  },
}

/** Red when a person who owns something is deleted without a new owner. */
export const DeletesAndHandsOver: Story = {
  play: async () => {
    await chooseAction('Rey Ode', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Rey Ode?' }))
    await expect(await dialog.findByText('12 files and folders')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await expect(await dialog.findByText('Choose a new owner')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.type(dialog.getByRole('combobox', { name: /New owner/ }), 'ada')
    await userEvent.click(await screen.findByRole('option', { name: /Ada Quill/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await expect(await screen.findByText('User deleted')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('delete', 'usr_11', 'usr_10')
  },
}

export const DeletesWhoOwnsNothing: Story = {
  play: async () => {
    await chooseAction('Tova Lind', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Tova Lind?' }))
    await waitFor(() => expect(dialog.queryByRole('status')).toBeNull())
    await expect(dialog.queryByRole('combobox')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await expect(await screen.findByText('User deleted')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('delete', 'usr_13', null)
  },
}

/** The dialog says that single sign-on lets a deleted person in again. */
export const DeletedMayComeBack: Story = {
  parameters: { api: { 'GET /oauth-configs': [{ id: 'sso_1' }] } },
  play: async () => {
    await chooseAction('Tova Lind', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Tova Lind?' }))
    await expect(await dialog.findByText(/With single sign-on they can come back/)).toBeVisible()
  },
}

/** Red when an offered action affects no one, or is sent for people it does not apply to. */
export const ChangesSeveral: Story = {
  play: async ({ canvas }) => {
    const table = within(await canvas.findByRole('table', { name: 'Users' }))
    await table.findByRole('link', { name: 'Rey Ode' })
    const boxes = table.getAllByRole('checkbox', { name: /^Select this row/ })
    await userEvent.click(boxes[1]!)
    await userEvent.click(boxes[2]!)
    await expect(canvas.queryByRole('button', { name: 'Reactivate' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Resend invitation' }))
    await expect(await screen.findByText('1 invitation sent again')).toBeVisible()
    await expect(sent.mock.calls).toEqual([['resend', 'usr_12', expect.anything()]])
    await userEvent.click(boxes[1]!)
    await userEvent.click(boxes[2]!)
    await userEvent.click(boxes[3]!)
    await expect(canvas.getByRole('button', { name: 'Reactivate' })).toBeVisible()
    sent.mockClear()
    await userEvent.click(canvas.getByRole('button', { name: 'Deactivate' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate 2 users?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await expect(await screen.findByText('2 users deactivated')).toBeVisible()
    await expect(sent).toHaveBeenCalledTimes(2)
  },
}

export const OnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await canvas.findByText('ada.quill@harbor.example')
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
