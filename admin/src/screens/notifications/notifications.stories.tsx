import type { Notification, NotificationSettings as Settings } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'
import { FakeStream } from '../../../.storybook/fake_stream.js'
import { sample } from '../../../.storybook/sample.js'
import NotificationSettings from './NotificationSettings.js'

const read = fn()
const chosen = fn()
const stream = new FakeStream()
let notifications: Notification[] = []
let unread = 0
let settings: Settings

const notification = (at: number, part: Partial<Notification>) =>
  sample('Notification', {
    id: `not_${at}`,
    count: 1,
    createdAt: new Date(Date.now() - (at + 1) * 3_600_000).toISOString(),
    metadata: {},
    ...part,
  })

const workflowFailed = (at: number, part: Partial<Notification> = {}) =>
  notification(at, {
    kind: 'flows.runFailed',
    label: 'Workflow failed',
    eventType: 'flow_failed',
    text: 'Workflow Invoice intake failed 4 times within an hour',
    entityType: 'flow_execution',
    entityId: 'run_1',
    count: 4,
    ...part,
  })

const kind = (name: string, label: string, description: string, mail: boolean | null) => ({
  kind: name,
  label,
  description,
  console: true,
  mail,
  defaults: { console: true, mail },
})

const meta: Meta = {
  title: 'Screens/Notifications',
  beforeEach: () => {
    read.mockClear()
    chosen.mockClear()
    stream.reset()
    notifications = [
      workflowFailed(0),
      notification(1, {
        label: 'Limit nearly reached',
        eventType: 'quota_warned',
        kind: 'environments.limit',
        text: 'API calls per month in Production: more than 75 % are used (7,512 of 10,000)',
      }),
      notification(2, {
        label: 'Files received by a link',
        kind: 'shares.filesReceived',
        text: 'Uploaded a file by the link Customs papers of the spring season',
        readAt: new Date().toISOString(),
      }),
    ]
    unread = 2
    settings = {
      kinds: [
        kind('flows.runFailed', 'Workflow failed', 'A run of a workflow failed.', true),
        kind('shares.linkUsedUp', 'Link used up', 'A link of yours works no more.', false),
        kind('branding.domainLost', 'Own domain lost', 'The proof of the domain was gone.', null),
      ],
    }
  },
  parameters: {
    route: '/activity',
    api: {
      'GET /events/stream': stream.answer,
      'GET /activity': [],
      'GET /activity-types': [],
      'GET /users': [],
      'GET /notifications': () => notifications,
      'GET /notifications/unread': () => ({ count: Math.min(unread, 100), more: unread > 100 }),
      'POST /notifications/read': ({ body }: FakeRequest) => {
        read(body)
        const { ids } = body as { ids?: string[] }
        const readAt = new Date().toISOString()
        notifications = notifications.map((one) =>
          !ids || ids.includes(one.id) ? { ...one, readAt } : one
        )
        unread = notifications.filter((one) => one.readAt === null).length
        return { count: unread, more: false }
      },
      'GET /notifications/settings': () => settings,
      'PUT /notifications/settings': ({ body }: FakeRequest) => {
        chosen(body)
        const [change] = (body as { kinds: Partial<Settings['kinds'][number]>[] }).kinds
        settings = {
          kinds: settings.kinds.map((one) =>
            one.kind === change!.kind ? { ...one, ...change } : one
          ),
        }
        return settings
      },
    },
  },
}
export default meta
type Story = StoryObj

const bell = (name: string | RegExp) => screen.findByRole('button', { name })
const open = async () => {
  await userEvent.click(await bell(/^Notifications:/))
  return within(await screen.findByRole('dialog', { name: 'Notifications' }))
}

/** The bell shows the unread count and opens with the latest. A press marks one as read and opens its object. */
export const Opened: Story = {
  play: async () => {
    await bell('Notifications: 2 unread')
    const panel = await open()
    const failed = await panel.findByRole('link', { name: /Invoice intake failed 4 times/ })
    await expect(failed).toHaveAttribute('href', expect.stringContaining('run_1'))
    await userEvent.click(panel.getByRole('button', { name: /API calls per month/ }))
    await waitFor(() => expect(read).toHaveBeenCalledWith({ ids: ['not_1'] }))
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Notifications: 1 unread', hidden: true })
      ).toBeVisible()
    )
    await userEvent.keyboard('{Escape}')
    await expect(await bell('Notifications: 1 unread')).toHaveFocus()
  },
}

export const OpenedDark: Story = {
  globals: { theme: 'dark' },
  play: async () => void (await open()),
}

/**
 * Red when a notification about the own account leads an administrator to the list of people, or leads a person without
 * access to that list to no page.
 */
export const OfOnesOwnAccount: Story = {
  beforeEach: () => {
    notifications = [
      notification(0, {
        kind: 'access.newDevice',
        label: 'Sign-in from a new device',
        readAt: null,
        eventType: 'user_signed_in',
        entityType: 'user',
        entityId: 'usr_1',
        text: 'Your account signed in from a new device: Firefox, Linux.',
      }),
    ]
  },
  play: async () => {
    const panel = await open()
    const link = await panel.findByRole('link', { name: /a new device/ })
    await expect(link).toHaveAttribute('href', '/settings?tab=security')
  },
}

/** All listed notifications are marked as read, but none that arrived later. */
export const AllRead: Story = {
  play: async () => {
    const panel = await open()
    await userEvent.click(await panel.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(read).toHaveBeenCalledWith({ upTo: notifications[0]!.createdAt }))
    await waitFor(() =>
      expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
    )
  },
}

/** Red without the plugin's `live`. */
export const ArrivesWhileOpen: Story = {
  play: async () => {
    await bell('Notifications: 2 unread')
    await waitFor(() => expect(stream.isHeard).toBe(true))
    unread = 240
    stream.send('notification_added')
    await bell('Notifications: 99+ unread')
    await expect(screen.getByText('99+')).toBeVisible()
  },
}

export const Nothing: Story = {
  beforeEach: () => {
    notifications = []
    unread = 0
  },
  play: async () => {
    await bell('Notifications: nothing unread')
    const panel = await open()
    await expect(await panel.findByText('No notifications')).toBeVisible()
  },
}

export const Failing: Story = {
  parameters: {
    api: { 'GET /notifications': { status: 500, body: { message: 'The database is away.' } } },
  },
  play: async () => {
    const panel = await open()
    await expect(await panel.findByText('The database is away.')).toBeVisible()
  },
}

export const Page: Story = {
  parameters: { route: '/notifications' },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { level: 1, name: 'Notifications' })
    const row = await canvas.findByText(/API calls per month/)
    const line = within(row.closest('tr') as HTMLElement)
    await userEvent.click(line.getByRole('button', { name: 'Mark as read' }))
    await waitFor(() => expect(read).toHaveBeenCalledWith({ ids: ['not_1'] }))
    await waitFor(() =>
      expect(canvas.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1)
    )
  },
}

export const NothingToMark: Story = {
  parameters: { route: '/notifications' },
  beforeEach: () => {
    notifications = []
    unread = 0
  },
  play: async ({ canvas }) => {
    await canvas.findByText('No notifications')
    await expect(canvas.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  },
}

/** A notification about a condition leads to the screen where operators act, and says when the condition is over. */
export const OfTheOperator: Story = {
  parameters: { route: '/notifications', session: 'superAdmin' },
  beforeEach: () => {
    notifications = [
      notification(0, {
        kind: 'system.failedJobs',
        label: 'Failed jobs',
        text: '12 jobs have failed',
        eventType: 'system.failedJobs',
        place: '/system?tab=jobs',
        readAt: null,
      }),
      notification(1, {
        kind: 'system.lowDisk',
        label: 'Low disk space',
        text: 'The disk has 1.4 GB left',
        eventType: 'system.lowDisk',
        place: '/system',
        readAt: new Date().toISOString(),
        endedAt: new Date().toISOString(),
      }),
    ]
    unread = 1
  },
  play: async ({ canvas }) => {
    await bell('Notifications: 1 unread')
    const failed = await canvas.findByRole('link', { name: '12 jobs have failed' })
    await expect(failed).toHaveAttribute('href', '/system?tab=jobs')
    const disk = within((await canvas.findByText(/1\.4 GB left/)).closest('tr') as HTMLElement)
    await expect(disk.getByText('Resolved')).toBeVisible()
    const panel = await open()
    await expect(await panel.findByText(/Low disk space · .* · Resolved|Resolved/)).toBeVisible()
  },
}

/** A switch for each kind and channel. Switches that cannot be changed say so. */
export const Choosing: Story = {
  parameters: { route: '' },
  render: () => <NotificationSettings />,
  play: async ({ canvas }) => {
    const mail = await canvas.findByRole('switch', { name: 'Workflow failed: Email' })
    await expect(mail).toBeChecked()
    await userEvent.click(mail)
    await waitFor(() =>
      expect(chosen).toHaveBeenCalledWith({ kinds: [{ kind: 'flows.runFailed', mail: false }] })
    )
    await waitFor(() => expect(mail).not.toBeChecked())
    await expect(canvas.getByText('Always')).toBeVisible()
  },
}

/** Red when the used switch loses the focus while it is saved. */
export const TheSwitchKeepsTheFocus: Story = {
  parameters: { route: '', api: { 'PUT /notifications/settings': 'pending' } },
  render: () => <NotificationSettings />,
  play: async ({ canvas }) => {
    const mail = await canvas.findByRole('switch', { name: 'Workflow failed: Email' })
    mail.focus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(mail).toHaveAttribute('aria-disabled', 'true'))
    await expect(mail).not.toBeChecked()
    await expect(mail).toHaveFocus()
  },
}

export const ChoosingDark: Story = { ...Choosing, globals: { theme: 'dark' }, play: undefined }

/** Red when a failed choice stays visible. */
export const ChoiceNotSaved: Story = {
  parameters: {
    route: '',
    api: { 'PUT /notifications/settings': { status: 503, body: { message: 'Try again.' } } },
  },
  render: () => <NotificationSettings />,
  play: async ({ canvas }) => {
    const mail = await canvas.findByRole('switch', { name: 'Workflow failed: Email' })
    await userEvent.click(mail)
    await expect(await screen.findByText('Try again.')).toBeVisible()
    await waitFor(() => expect(mail).toBeChecked())
  },
}
