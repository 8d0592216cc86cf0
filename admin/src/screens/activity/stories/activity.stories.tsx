import type { ActivityEntry } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { sample } from '../../../../.storybook/sample.js'

const asked = fn()
const people = [
  sample('User', { id: 'usr_1', firstName: 'Ada', lastName: 'Quay', email: 'ada@quay.example' }),
  sample('User', { id: 'usr_2', email: 'ops@quay.example' }),
]

const entry = (at: number, part: Partial<ActivityEntry>) =>
  sample('ActivityEntry', {
    id: `act_${at}`,
    createdAt: new Date(Date.now() - (at + 1) * 3_600_000).toISOString(),
    metadata: { eventType: part.eventType, type: 'file', parentId: null },
    ...part,
  })

const entries = [
  entry(0, {
    action: 'Uploaded CMR-02211.pdf',
    eventType: 'file_upload',
    entityType: 'asset',
    entityId: 'cmr',
    userId: 'usr_1',
    userName: 'Ada Quay',
  }),
  entry(1, {
    action: 'Activated workflow Invoice intake',
    eventType: 'workflow_updated',
    entityType: 'workflow',
    entityId: 'wf_1',
    userId: 'usr_2',
    userName: 'ops@quay.example',
  }),
  entry(2, {
    action: 'Weighed container 17',
    eventType: 'scale_read',
    entityType: 'scale_reading',
    entityId: 'r_17',
  }),
  entry(3, {
    action: 'Deleted workflow Old intake',
    eventType: 'workflow_deleted',
    entityType: 'workflow',
    entityId: 'wf_2',
    userId: 'usr_1',
    userName: 'Ada Quay',
  }),
]

type Filter = Partial<Record<keyof ActivityEntry | 'search' | 'partOf', string>>

const listed = ({ query }: FakeRequest) => {
  const filter = JSON.parse(query.get('filter') ?? '{}') as Filter
  asked(filter)
  return entries.filter(
    (one) =>
      (!filter.search || one.action.includes(filter.search)) &&
      (['userId', 'entityType', 'entityId', 'eventType'] as const).every(
        (name) => !filter[name] || filter[name] === one[name]
      )
  )
}

const meta: Meta = {
  title: 'Screens/Activity',
  beforeEach: () => {
    asked.mockClear()
  },
  parameters: {
    route: '/activity',
    api: {
      'GET /activity': listed,
      'GET /activity-types': [
        { name: 'file_upload', description: 'A new file was uploaded' },
        { name: 'scale_read', description: 'A scale was read' },
      ],
      'GET /users': people,
    },
  },
}
export default meta
type Story = StoryObj

const row = async (action: string) =>
  within((await screen.findByText(action)).closest('tr') as HTMLElement)

/** Red when a group renders as single entries, or does not load its entries page by page. */
export const OneGesture: Story = {
  parameters: {
    api: {
      'GET /activity': ({ query }: FakeRequest) => {
        const filter = JSON.parse(query.get('filter') ?? '{}') as Filter
        const moved = { eventType: 'file_update', entityType: 'asset', userName: 'Ada Quay' }
        if (filter.partOf !== 'act_0') {
          return [entry(0, { ...moved, action: 'Moved 45 files to Invoices 2026', count: 45 })]
        }
        return Array.from({ length: 45 }, (_, at) =>
          entry(at, { ...moved, entityId: 'cmr', action: `Moved invoice ${at}.pdf` })
        )
      },
    },
  },
  play: async ({ canvas }) => {
    const line = await canvas.findByRole('button', { name: 'Moved 45 files to Invoices 2026' })
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(line)
    await expect(await canvas.findByRole('link', { name: 'Moved invoice 19.pdf' })).toHaveAttribute(
      'href',
      '/assets/cmr'
    )
    await expect(canvas.queryByText('Moved invoice 20.pdf')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Show more (25 left)' }))
    await canvas.findByText('Moved invoice 39.pdf')
    await userEvent.click(canvas.getByRole('button', { name: 'Show more (5 left)' }))
    await canvas.findByText('Moved invoice 44.pdf')
    await expect(canvas.queryByRole('button', { name: /^Show more/ })).toBeNull()
    await userEvent.click(line)
    await expect(canvas.queryByText('Moved invoice 0.pdf')).toBeNull()
  },
}

export const OneGestureDark: Story = { ...OneGesture, globals: { theme: 'dark' } }

/** Each entry names its actor and links to its object if there is a screen for it. */
export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
    const upload = await row('Uploaded CMR-02211.pdf')
    await expect(upload.getByRole('link', { name: 'Uploaded CMR-02211.pdf' })).toHaveAttribute(
      'href',
      '/assets/cmr'
    )
    await expect(upload.getByText('File or folder')).toBeVisible()
    await expect(upload.getByText('1 hour ago')).toBeVisible()
    const weighed = await row('Weighed container 17')
    await expect(weighed.getByText('scale reading')).toBeVisible()
    await expect(weighed.queryByRole('link')).toBeNull()
    // A deleted object has no link.
    const deleted = await row('Deleted workflow Old intake')
    await expect(deleted.queryByRole('link', { name: /Old intake/ })).toBeNull()
    await expect(canvas.getByRole('link', { name: 'Activity' })).toHaveAttribute(
      'aria-current',
      'page'
    )
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const NarrowedByWhatHappened: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Weighed container 17')
    await userEvent.click(canvas.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Event' }))
    // The server describes types of plugins.
    await expect(
      await screen.findByRole('menuitemradio', { name: 'A scale was read' })
    ).toBeVisible()
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'File uploaded' }))
    await waitFor(() => expect(canvas.queryByText('Weighed container 17')).toBeNull())
    await expect(asked).toHaveBeenLastCalledWith({ eventType: 'file_upload', gathered: true })
    await userEvent.type(canvas.getByRole('searchbox'), 'zzz')
    await expect(await canvas.findByText('No activity matches your filters')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Clear filters' }))
    await expect(await canvas.findByText('Weighed container 17')).toBeVisible()
  },
}

/** People are found by name, and the chip shows the name. */
export const NarrowedToAPerson: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Weighed container 17')
    await userEvent.click(canvas.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Who' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Ada Quay' }))
    await expect(await canvas.findByRole('button', { name: 'Who Ada Quay' })).toBeVisible()
    await waitFor(() => expect(canvas.queryByText('Weighed container 17')).toBeNull())
    await userEvent.click(canvas.getByRole('button', { name: 'Remove filter Who' }))
    await expect(await canvas.findByText('Weighed container 17')).toBeVisible()
    await userEvent.click(canvas.getByRole('link', { name: 'Activity of ops@quay.example' }))
    await expect(await canvas.findByRole('button', { name: 'Who ops@quay.example' })).toBeVisible()
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ userId: 'usr_2', gathered: true }))
  },
}

/** Screens of objects link to the feed with this filter. */
export const OfOneThing: Story = {
  parameters: { route: '/activity?entityType=workflow&entityId=wf_2' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Deleted workflow Old intake')).toBeVisible()
    await expect(canvas.queryByText('Weighed container 17')).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Type Workflow' })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'One item wf_2' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Remove filter One item' }))
    await expect(await canvas.findByText('Activated workflow Invoice intake')).toBeVisible()
  },
}

/** The export has the rows of the list in the same order. A period is sent as instants. */
export const Exports: Story = {
  parameters: { route: '/activity?filter={"eventType":"file_upload","after":"-P7D"}' },
  play: async ({ canvas }) => {
    const saved = fn()
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function () {
      saved(this.getAttribute('href'))
    }
    try {
      await canvas.findByText('Uploaded CMR-02211.pdf')
      await userEvent.click(canvas.getByRole('button', { name: 'Export to CSV' }))
      await waitFor(() => expect(saved).toHaveBeenCalled())
    } finally {
      HTMLAnchorElement.prototype.click = click
    }
    const url = new URL(String(saved.mock.lastCall?.[0]), window.location.href)
    await expect(url.pathname).toBe('/api/activity/export')
    const filter = JSON.parse(url.searchParams.get('filter') ?? '') as Record<string, string>
    await expect(filter.eventType).toBe('file_upload')
    await expect(filter.after).toMatch(/^\d{4}-.*Z$/)
    await expect(url.searchParams.get('sort')).toBe('["createdAt","DESC"]')
    await expect(url.searchParams.has('range')).toBe(false)
  },
}

export const MoreThanAFileHolds: Story = {
  parameters: {
    api: {
      'GET /activity': {
        status: 200,
        body: entries,
        headers: { 'Content-Range': 'activity 0-3/60000' },
      },
    },
  },
  play: async ({ canvas }) => {
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = () => undefined
    try {
      await canvas.findByText('Uploaded CMR-02211.pdf')
      await userEvent.click(canvas.getByRole('button', { name: 'Export to CSV' }))
      await expect(await screen.findByText('The file ends after 50,000 entries')).toBeVisible()
    } finally {
      HTMLAnchorElement.prototype.click = click
    }
  },
}

/**
 * The operator sees the entries of all organizations, and can open those without one. Red when useEntityAddress
 * does not check whether there is an organization.
 */
export const OfAllOrganizations: Story = {
  parameters: { session: 'superAdmin' },
  play: async () => {
    const upload = await row('Uploaded CMR-02211.pdf')
    await expect(upload.queryByRole('link', { name: 'Uploaded CMR-02211.pdf' })).toBeNull()
    await userEvent.click(upload.getByRole('link', { name: 'Activity of Ada Quay' }))
    await expect(await screen.findByRole('button', { name: 'Who usr_1' })).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: { api: { 'GET /activity': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Nothing has happened yet')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Export to CSV' })).toBeDisabled()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /activity': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /activity': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'reader' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(asked).not.toHaveBeenCalled()
  },
}

export const InGerman: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { level: 1, name: 'Aktivitäten' })
    ).toBeVisible()
    const upload = await row('Uploaded CMR-02211.pdf')
    await expect(upload.getByText('Datei oder Ordner')).toBeVisible()
  },
}

/** With the keyboard alone: down to an entry, and into it. */
export const ByKeyboard: Story = {
  play: async ({ canvas }) => {
    const first = (await canvas.findByText('Activated workflow Invoice intake')).closest('tr')!
    first.focus()
    await expect(first).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect(canvas.getByText('Uploaded CMR-02211.pdf').closest('tr')).toHaveFocus()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Uploaded CMR-02211.pdf')).toBeVisible()
    await expect(canvas.getAllByText('Ada Quay')[0]).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
