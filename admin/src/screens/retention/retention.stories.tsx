import type { Retention } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'
import RetentionTab from './RetentionTab.js'

const saved = fn()

type Kept = Retention['records'][number]

const kept = (kind: string, label: string, more: Partial<Kept> = {}): Kept => ({
  kind,
  label,
  description: `What is kept of ${label.toLowerCase()}.`,
  belongsTo: 'tenant',
  days: null,
  defaultDays: null,
  keptDays: null,
  environments: [],
  least: null,
  warnDays: null,
  ...more,
})

let records: Kept[] = []

const answer = () => ({
  rules: [],
  records,
  lastRuns: [
    {
      kind: 'activity',
      startedAt: '2026-11-25T00:50:00.000Z',
      failed: false,
      endedAt: '2026-11-25T00:58:00.000Z',
      deleted: 48_210,
    },
    {
      kind: 'runs',
      startedAt: '2026-11-25T00:58:00.000Z',
      failed: true,
      endedAt: '2026-11-25T00:59:00.000Z',
      deleted: 0,
    },
  ],
  due: [{ kind: 'parkedEvents', at: '2026-12-03T00:50:00.000Z', count: 17 }],
})

const meta: Meta<typeof RetentionTab> = {
  title: 'Screens/Retention',
  component: RetentionTab,
  beforeEach: () => {
    saved.mockClear()
    records = [
      kept('activity', 'Activity', { days: 365, keptDays: 365 }),
      kept('events', 'Event log', {
        least: { days: 7, reason: 'What failed is tried again for days.' },
      }),
      kept('parkedEvents', 'Parked events', {
        defaultDays: 90,
        keptDays: 90,
        warnDays: 7,
      }),
      kept('runs', 'Runs', {
        belongsTo: 'environment',
        environments: [
          { id: 'env_1', name: 'production', logsRetentionDays: 90, keptDays: 90 },
          { id: 'env_2', name: 'development', logsRetentionDays: 14, keptDays: 14 },
        ],
      }),
    ]
  },
  parameters: {
    session: 'member',
    api: {
      'GET /tenant/retention': answer,
      'PUT /tenant/retention': ({ body }: FakeRequest) => {
        saved(body)
        const { rules, confirm } = body as {
          rules: { kind: string; days: number | null }[]
          confirm?: boolean
        }
        if (!confirm && rules.some(({ days }) => days !== null && days < 100)) {
          const message = 'Of "activity" 812 are older than that and would be deleted permanently.'
          const errors = [{ field: 'activity', rule: 'deletes', message }]
          return { status: 409, body: { code: 'E_DELETES', message, errors } }
        }
        records = records.map((one) => {
          const rule = rules.find(({ kind }) => kind === one.kind)
          return rule ? { ...one, days: rule.days } : one
        })
        return answer()
      },
    },
  },
}
export default meta

type Story = StoryObj<typeof RetentionTab>

/** Returns the field once it is enabled, which happens when the permissions are known. */
async function field(label: string) {
  await screen.findByRole('button', { name: 'Save retention' })
  return screen.findByRole('textbox', { name: `Days to keep "${label}"` })
}
const save = () => screen.getByRole('button', { name: 'Save retention' })

export const Kinds: Story = {
  play: async () => {
    await expect(await field('Activity')).toHaveValue('365')
    const runs = within(screen.getByRole('group', { name: 'Runs' }))
    await expect(runs.getByText(/production: 90 days · development: 14 days/)).toBeVisible()
    await expect(runs.getByRole('alert')).toHaveTextContent('The last deletion failed')
    await expect(screen.getByText(/48,210 deleted/)).toBeVisible()
    await expect(screen.getByText(/17 will be deleted after/)).toBeVisible()
    await expect(screen.getByText(/At least 7 days\. What failed/)).toBeVisible()
    await expect(save()).toBeDisabled()
  },
}

export const WhatMustBeKeptLonger: Story = {
  play: async () => {
    await userEvent.type(await field('Event log'), '6')
    await expect(screen.getByText('Enter a whole number of days from 7 to 36500.')).toBeVisible()
    await expect(save()).toBeDisabled()
  },
}

/** A shorter time asks for confirmation with the server's text, and stores nothing before the answer. */
export const Shorter: Story = {
  play: async () => {
    const activity = await field('Activity')
    await userEvent.clear(activity)
    await userEvent.type(activity, '30')
    await userEvent.click(save())
    const dialog = within(await screen.findByRole('alertdialog'))
    await expect(dialog.getByText(/812 are older/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Save and delete' }))
    const rules = [{ kind: 'activity', days: 30 }]
    await waitFor(() => expect(saved).toHaveBeenLastCalledWith({ rules, confirm: true }))
    await expect(await screen.findByText('Retention saved')).toBeVisible()
    await waitFor(() => expect(save()).toBeDisabled())
  },
}

export const German: Story = {
  parameters: { language: 'de' },
  play: async () => {
    await expect(
      await screen.findByRole('heading', { name: 'Wie lange Aufzeichnungen aufbewahrt werden' })
    ).toBeVisible()
  },
}
