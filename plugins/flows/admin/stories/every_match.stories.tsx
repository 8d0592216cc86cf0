import type { BulkRuns } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { reads } from './fixtures.js'
import { run } from './run_fixtures.js'

const sent = fn()
const totals: Record<string, number> = { retry: 1204, cancel: 0, replay: 1 }
let bulk: BulkRuns = sample('BulkRuns', {})

interface Asked {
  action: 'retry' | 'cancel' | 'replay'
  confirm?: number
}

const conflict = (code: string, message: string) => ({ status: 409, body: { code, message } })

const meta: Meta = {
  title: 'Flows/Every run that matches',
  beforeEach: () => {
    sent.mockClear()
    totals.retry = 1204
  },
  parameters: {
    route: `/flow-execution?filter=${encodeURIComponent('{"status":"failed"}')}`,
    api: {
      ...reads,
      'GET /flow-executions/stats': {},
      'GET /flow-executions': [run('failed')],
      'POST /flow-executions/bulk': ({ body }: FakeRequest) => {
        sent(body)
        const { action, confirm } = body as Asked
        const total = totals[action]!
        if (confirm === undefined) return sample('BulkRuns', { id: null, action, total })
        if (confirm !== total) {
          return conflict(
            'E_CHANGED',
            `${total} executions match now, and ${confirm} were confirmed.`
          )
        }
        bulk = sample('BulkRuns', { id: 'bulk_1', action, total, done: 300 })
        return bulk
      },
      'GET /flow-executions/bulk/:id': () => bulk,
    },
  },
}
export default meta
type Story = StoryObj

const opened = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'All that match...' }))
  return within(await screen.findByRole('dialog', { name: 'All executions that match' }))
}

// Red when an action starts before its count is confirmed, or the dialog hides what was refused.
export const CountsThenFollows: Story = {
  play: async () => {
    const dialog = await opened()
    await expect(
      dialog.getByText(/every execution that the filters of the list match/)
    ).toBeVisible()
    await expect(await dialog.findByText('1,204 executions match.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect(await dialog.findByText('No matching execution allows this.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel 0' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Replay' }))
    await expect(await dialog.findByText('1 execution matches.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
    await expect(sent.mock.calls.every(([body]) => (body as Asked).confirm === undefined)).toBe(
      true
    )
    await userEvent.click(await dialog.findByRole('button', { name: 'Retry 1,204' }))
    await expect(await dialog.findByText('300 of 1,204 done')).toBeVisible()
    const filter = { status: 'failed' }
    await expect(sent).toHaveBeenLastCalledWith({ action: 'retry', filter, confirm: 1204 })
    bulk = { ...bulk, done: 1202, refused: 2, firstRefusal: 'Workflow Intake is paused.' }
    await expect(await dialog.findByText('1,204 of 1,204 done')).toBeVisible()
    await expect(dialog.getByText('2 refused: Workflow Intake is paused.')).toBeVisible()
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

// Red when a new confirmation would again have the old count.
export const MoreMatchByNow: Story = {
  play: async () => {
    const dialog = await opened()
    const submit = await dialog.findByRole('button', { name: 'Retry 1,204' })
    totals.retry = 1300
    await userEvent.click(submit)
    await expect(await screen.findByText(/1300 executions match now/)).toBeVisible()
    await userEvent.click(await dialog.findByRole('button', { name: 'Retry 1,300' }))
    await expect(await dialog.findByText('300 of 1,300 done')).toBeVisible()
  },
}

// Red when too many matching runs are reported as none.
export const TooMany: Story = {
  parameters: {
    api: {
      'POST /flow-executions/bulk': () =>
        conflict('E_TOO_MANY', 'More than 10000 executions match. Narrow the filter.'),
    },
  },
  play: async () => {
    const dialog = await opened()
    await expect(await dialog.findByText(/More than 10000 executions match/)).toBeVisible()
    await expect(dialog.queryByText('No matching execution allows this.')).toBeNull()
    await expect(dialog.getByRole('button', { name: 'Retry 0' })).toBeDisabled()
  },
}

export const DarkOnAPhone: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async () => {
    const dialog = await opened()
    await expect(await dialog.findByText('1,204 executions match.')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
