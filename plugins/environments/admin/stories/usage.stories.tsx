import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'

const asked = fn()

const dayMs = 24 * 60 * 60_000
const days = Array.from({ length: 12 }, (_, at) => ({
  environmentId: 'env_1',
  date: new Date(Date.now() - at * 2 * dayMs).toISOString().slice(0, 10),
  apiCalls: 200 + ((at * 97) % 140),
  successfulCalls: 190,
  errorCalls: at % 4 === 0 ? 12 : 0,
  averageResponseTime: 12,
  storageUsed: 61_000_000_000 - at * 400_000_000,
  filesUploaded: 12,
  filesDownloaded: 3,
  workflowExecutions: 40,
  webhookTriggers: 0,
  syncOperations: 0,
  meters: {},
}))

const meter = (name: string, label: string, unit: string, used: number, limit: number) => ({
  name,
  label,
  unit,
  used,
  limit,
  resetsAt: name === 'apiCallsPerMonth' ? '2026-12-01T00:00:00.000Z' : null,
})

const meta: Meta = {
  title: 'Screens/Usage',
  beforeEach: () => void asked.mockClear(),
  parameters: {
    route: '/usage',
    api: {
      'GET /tenant/environments': [
        { id: 'env_1', name: 'production', displayName: 'Production', isActive: true },
      ],
      'GET /tenant/usage': () => ({
        environments: [
          {
            environmentId: 'env_1',
            name: 'production',
            displayName: 'Production',
            meters: [
              meter('maxWorkflows', 'Workflows', 'workflows', 4, 20),
              meter('apiCallsPerMonth', 'API calls per month', 'calls', 48_100, 50_000),
              meter('storageQuotaGB', 'Storage', 'GB', 57.2, 100),
            ],
          },
        ],
        days,
      }),
      'GET /tenant/usage/people': () => ({
        people: [
          { userId: 'usr_1', name: 'Mara Lindqvist', files: 12_480, bytes: 42_000_000_000 },
          { userId: 'usr_2', name: 'Tomas Berg', files: 310, bytes: 9_000_000_000 },
        ],
      }),
      'POST /tenant/usage/request': ({ body }: FakeRequest) => {
        asked(body)
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    const limits = within(await canvas.findByRole('region', { name: 'Limits' }))
    // The limit closest to its maximum comes first.
    const [first] = limits.getAllByRole('meter')
    await expect(first).toHaveAttribute('aria-valuetext', '48,100 / 50,000')
    await expect(limits.getByText('Resets Dec 1, 2026')).toBeVisible()
    const people = within(canvas.getByRole('region', { name: 'Largest users' }))
    await expect(await people.findByRole('link', { name: 'Mara Lindqvist' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Storage' }))
    await expect(await canvas.findByRole('img', { name: 'Storage' })).toBeVisible()
  },
}

/** Red when the request names another limit than the one that was pressed. */
export const AsksForMore: Story = {
  play: async ({ canvas }) => {
    const limits = within(await canvas.findByRole('region', { name: 'Limits' }))
    await userEvent.click(limits.getByRole('button', { name: 'Ask for more' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for more' }))
    await userEvent.type(dialog.getByRole('textbox', { name: /Message/ }), 'A second site opens.')
    await userEvent.click(dialog.getByRole('button', { name: 'Send request' }))
    await waitFor(() =>
      expect(asked).toHaveBeenCalledWith({
        environmentId: 'env_1',
        meter: 'apiCallsPerMonth',
        message: 'A second site opens.',
      })
    )
    await expect(await screen.findByText('Request sent')).toBeVisible()
  },
}

export const PhoneDark: Story = {
  globals: { viewport: { value: 'mobile1' }, theme: 'dark' },
  play: async ({ canvas }) => {
    await canvas.findByRole('region', { name: 'Limits' })
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const NotForEditors: Story = {
  parameters: { session: 'onlooker' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}
