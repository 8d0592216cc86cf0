import type { UserImport, UserImportRow } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { FakeStream } from '../../../../.storybook/fake_stream.js'
import { sessions } from '../../../../.storybook/sessions.js'
import { allUsers, roles } from './fixtures.js'

const sent = fn()
let state: UserImport['state'] = 'checked'

const file = (): UserImport => ({
  id: 'imp_1',
  state,
  invite: true,
  total: 4,
  invites: 1,
  changes: 1,
  unchanged: 1,
  errors: 1,
  done: state === 'done' ? 4 : 2,
  mailed: state === 'done' ? 1 : 0,
  message: null,
  createdAt: '2026-05-02T08:00:00.000Z',
  finishedAt: null,
})

const row = (line: number, outcome: string, more: Partial<UserImportRow> = {}): UserImportRow => ({
  id: `row_${line}`,
  line,
  outcome,
  email: `person-${line}@harbor.example`,
  changes: [],
  firstName: null,
  lastName: null,
  role: null,
  isActive: null,
  field: null,
  message: null,
  ...more,
})

const rows = [
  row(2, 'invite'),
  row(3, 'change', { role: 'viewer', changes: ['role', 'lastName'] }),
  row(4, 'unchanged'),
  row(5, 'error', {
    email: 'notmail',
    field: 'email',
    message: 'The email field must be an e-mail address.',
  }),
]

const meta: Meta = {
  title: 'Screens/Users/Imports',
  beforeEach: () => {
    sent.mockClear()
    state = 'checked'
  },
  parameters: {
    route: '/users',
    api: {
      'GET /users': allUsers,
      'GET /roles': roles,
      'POST /users/import': async ({ body, query }: FakeRequest) => {
        const given = (body as FormData).get('file') as File
        sent('read', query.get('dryRun'), query.get('invite'), given.name)
        return { status: 201, body: file() }
      },
      'GET /users/imports/:id': () => file(),
      'GET /users/imports/:id/rows': ({ query }: FakeRequest) => {
        const filter = JSON.parse(query.get('filter') ?? '{}') as { outcome?: string }
        return rows.filter(({ outcome }) => !filter.outcome || outcome === filter.outcome)
      },
      'POST /users/imports/:id/run': () => {
        sent('run')
        state = 'done'
        return file()
      },
    },
  },
}
export default meta
type Story = StoryObj

const choose = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import Users' })
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(
    input,
    new File(['email\nx@y.example'], 'people.csv', { type: 'text/csv' })
  )
}

/** Red when the import starts before the preview. */
export const ShowsWhatItWillDo: Story = {
  play: async () => {
    await choose()
    const preview = within(await screen.findByRole('dialog', { name: 'Preview of the import' }))
    await expect(sent).toHaveBeenCalledWith('read', 'true', 'true', 'people.csv')
    await expect(sent).not.toHaveBeenCalledWith('run')
    await expect(await preview.findByText('Role: Viewer, Last Name')).toBeVisible()
    await expect(preview.getByText(/^Address: The email field/)).toBeVisible()
    await userEvent.click(preview.getByRole('button', { name: '1 error' }))
    await expect(await preview.findByText('notmail')).toBeVisible()
    await userEvent.click(preview.getByRole('button', { name: 'Import 2 Users' }))
    await expect(sent).toHaveBeenCalledWith('run')
    const done = within(await screen.findByRole('dialog', { name: 'Import of users' }))
    await expect(
      await done.findByText('The import is done. 1 row could not be imported.')
    ).toBeVisible()
    let saved: Blob | undefined
    spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved = file as Blob
      return 'data:text/csv,'
    })
    await userEvent.click(done.getByRole('button', { name: 'Download Rejected Rows' }))
    await waitFor(() => expect(saved).toBeDefined())
    await expect((await saved!.text()).trim()).toBe(
      'line,email,reason\r\n5,notmail,The email field must be an e-mail address.'
    )
  },
}

export const Unreadable: Story = {
  parameters: {
    api: {
      'POST /users/import': {
        status: 422,
        body: { message: 'There is no column "captain" here.' },
      },
    },
  },
  play: async () => {
    await choose()
    await expect(await screen.findByText('There is no column "captain" here.')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Choose File' })).toBeEnabled()
  },
}

const stream = new FakeStream()

/** Red when only some of the file's rows are shown, or the progress stops while the event stream is connected. */
export const Reading: Story = {
  parameters: {
    route: '/users?import=imp_1',
    api: {
      'GET /auth/me': { ...sessions.member, eventsFrom: '1' },
      'GET /events/stream': stream.answer,
    },
  },
  beforeEach: () => {
    state = 'reading'
    stream.reset()
  },
  play: async () => {
    await waitFor(() => expect(stream.isHeard).toBe(true))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import of users' }))
    await expect(await dialog.findByText('4 rows read')).toBeVisible()
    await expect(dialog.queryByRole('button', { name: '1 error' })).toBeNull()
    state = 'checked'
    await expect(await dialog.findByText('notmail', {}, { timeout: 5_000 })).toBeVisible()
  },
}

export const Running: Story = {
  parameters: { route: '/users?import=imp_1' },
  beforeEach: () => {
    state = 'running'
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Import of users' }))
    await expect(await dialog.findByText('2 of 4 rows')).toBeVisible()
    await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  },
}

export const Gone: Story = {
  parameters: {
    route: '/users?import=imp_none',
    api: {
      'GET /users/imports/:id': { status: 404, body: { message: 'There is no such import.' } },
    },
  },
  play: async () => {
    await expect(await screen.findByText('There is no such import.')).toBeVisible()
  },
}
