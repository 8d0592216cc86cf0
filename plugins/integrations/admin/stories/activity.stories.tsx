import type { Meta, StoryObj } from '@storybook/react-vite'
import { shortId } from '@crossdock/admin/kit'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { sessions } from '../../../../admin/.storybook/sessions.js'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { csvFileName } from '../activity/export_csv.js'
import { log, logs, reads } from './fixtures.js'

const asked = fn()
const repeated = fn()

const meta: Meta = {
  title: 'Integrations/Activity',
  beforeEach: () => {
    asked.mockClear()
  },
  parameters: {
    route: '/integrations?tab=activity',
    api: {
      ...reads,
      'GET /integrations/logs': (call: FakeRequest) => {
        asked(call.query.get('filter'), call.query.get('range'))
        return reads['GET /integrations/logs'](call)
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    const id = shortId(logs[3]?.executionId ?? '')
    await expect(await canvas.findByText(id)).toBeVisible()
    const row = within(canvas.getByText(id).closest('tr') as HTMLElement)
    await expect(row.getByText('Error')).toBeVisible()
    await expect(row.getByText('847 ms')).toBeVisible()
    await expect(await row.findByText('Zeta WMS')).toBeVisible()
  },
}

/** Red when a long error widens its column. */
export const ALongErrorIsCut: Story = {
  parameters: {
    api: {
      'GET /integrations/logs': logs.map((one) => ({
        ...one,
        errorMessage: 'The warehouse answered 503 Service Unavailable, and says why. '.repeat(4),
      })),
    },
  },
  play: async ({ canvas }) => {
    const table = await canvas.findByRole('table')
    const frame = table.parentElement as HTMLElement
    const [error] = canvas.getAllByText(/^The warehouse answered/)
    const cell = error!.closest('td')!
    await expect(cell.scrollWidth).toBeGreaterThan(cell.clientWidth)
    await expect(cell.clientWidth).toBeGreaterThan(40)
    await userEvent.hover(error!)
    await expect(cell.title).toMatch(/^The warehouse answered/)
    await expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth)
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const FiltersAndSearches: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText(shortId(logs[0]?.executionId ?? ''))
    // Without a selection, the chip is visible and has no remove button.
    await expect(canvas.queryByRole('button', { name: 'Remove filter Status' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Status All' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Timeout' }))
    await waitFor(() => expect(canvas.queryByText('Success')).toBeNull())
    await userEvent.type(canvas.getByRole('searchbox'), 'zzz')
    await expect(await canvas.findByText('No logs match your filters')).toBeVisible()
    await expect(asked).toHaveBeenCalledWith('{"status":"timeout","search":"zzz"}', '[0,24]')
    await userEvent.click(canvas.getByRole('button', { name: 'Clear filters' }))
    await expect(await canvas.findByText(shortId(logs[0]?.executionId ?? ''))).toBeVisible()
  },
}

const filterAsked = () => JSON.parse(String(asked.mock.lastCall?.[0])) as Record<string, string>

/** "The last 7 days" stays relative in the address; the server receives instants. */
export const NarrowedToAPeriod: Story = {
  tags: ['long'],
  play: async ({ canvas }) => {
    await canvas.findByText(shortId(logs[0]?.executionId ?? ''))
    await userEvent.click(canvas.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Created At' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Last 7 days' }))
    const chip = await canvas.findByRole('button', { name: 'Created At Last 7 days' })
    await waitFor(() => expect(filterAsked().after).toMatch(/^\d{4}-.*Z$/))
    const days = (Date.now() - Date.parse(filterAsked().after ?? '')) / 86_400_000
    await expect(Math.round(days)).toBe(7)

    await userEvent.click(chip)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Between...' }))
    const between = within(await screen.findByRole('dialog', { name: 'Created At' }))
    await userEvent.type(between.getByLabelText('From'), '2026-11-02T08:00')
    await userEvent.type(between.getByLabelText('To'), '2026-11-01T08:00')
    await expect(between.getByText('The end must be later than the start.')).toBeVisible()
    await expect(between.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await userEvent.clear(between.getByLabelText('To'))
    await userEvent.type(between.getByLabelText('To'), '2026-11-03T08:00')
    await userEvent.click(between.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(filterAsked()).toEqual({
        after: new Date('2026-11-02T08:00').toISOString(),
        before: new Date('2026-11-03T08:00').toISOString(),
      })
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Remove filter Created At' }))
    await waitFor(() => expect(filterAsked()).toEqual({}))
  },
}

export const Refreshes: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText(shortId(logs[0]?.executionId ?? ''))
    const before = asked.mock.calls.length
    await userEvent.click(canvas.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before))
  },
}

export const Empty: Story = {
  parameters: { api: { 'GET /integrations/logs': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No integration executions yet')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Export to CSV' })).toBeDisabled()
  },
}

export const Details: Story = {
  play: async ({ canvas }) => {
    const entry = log(3)
    await userEvent.click(
      await canvas.findByRole('button', { name: `View details of ${shortId(entry.executionId)}` })
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Execution details' }))
    await expect(await dialog.findByText(entry.executionId)).toBeInTheDocument()
    await expect(dialog.getByText(entry.errorMessage ?? '')).toBeInTheDocument()
    await expect(await dialog.findByText('Invoice intake')).toBeInTheDocument()
    await expect(dialog.getByRole('region', { name: 'Request data' })).toHaveTextContent('POST')
    await expect(dialog.getByRole('link', { name: 'View run' })).toHaveAttribute(
      'href',
      `/flow-execution/${entry.executionId}`
    )
    await waitFor(() => expect(dialog.getByText('Status code')).toBeVisible())
  },
}

/** An entry has its own address, which can be sent to others. */
export const SentLink: Story = {
  parameters: { route: '/integrations?tab=activity&log=log_3' },
  play: async ({ canvas }) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Execution details' }))
    await expect(await dialog.findByText(log(3).executionId)).toBeInTheDocument()
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(await canvas.findByRole('table', { name: 'Executions' })).toBeVisible()
  },
}

/** A long body can be downloaded completely. A call is repeated after confirmation. */
export const CalledAgain: Story = {
  parameters: {
    route: '/integrations?tab=activity&log=log_3',
    api: {
      'GET /integrations/logs': [{ ...log(3), storedBodies: ['response'], replayOf: 'log_9' }],
      'POST /integrations/logs/:id/replay': () => {
        repeated()
        return { ...log(0), status: 'success', replayOf: 'log_3' }
      },
    },
  },
  play: async () => {
    repeated.mockClear()
    const dialog = within(await screen.findByRole('dialog', { name: 'Execution details' }))
    const body = await dialog.findByRole('link', { name: 'Download the whole response body' })
    await expect(body).toHaveAttribute('href', '/api/integrations/logs/log_3/bodies/response')
    await expect(dialog.queryByRole('link', { name: /request body/ })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Call again' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Make this call again?' }))
    await expect(asks.getByText(/^Zeta WMS gets the POST request again/)).toBeInTheDocument()
    await expect(repeated).not.toHaveBeenCalled()
    await userEvent.click(asks.getByRole('button', { name: 'Call again' }))
    await expect(await screen.findByText('The call was made again')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(repeated).toHaveBeenCalledOnce()
  },
}

export const NotCalledAgain: Story = {
  parameters: {
    route: '/integrations?tab=activity&log=log_3',
    api: { 'GET /auth/me': { ...sessions.member, permissions: ['integrations.read'] } },
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Execution details' }))
    await expect(await dialog.findByText(log(3).executionId)).toBeInTheDocument()
    await expect(dialog.queryByRole('button', { name: 'Call again' })).toBeNull()
  },
}

let saved: { name: string; content: Blob } | undefined

export const ExportsEveryMatchingRow: Story = {
  beforeEach: () => {
    const { createObjectURL } = URL
    const { click } = HTMLAnchorElement.prototype
    let content = new Blob()
    URL.createObjectURL = (blob) => createObjectURL((content = blob as Blob))
    HTMLAnchorElement.prototype.click = function () {
      saved = { name: this.download, content }
    }
    return () => {
      URL.createObjectURL = createObjectURL
      HTMLAnchorElement.prototype.click = click
    }
  },
  play: async ({ canvas }) => {
    await canvas.findByText(shortId(logs[0]?.executionId ?? ''))
    await userEvent.click(canvas.getByRole('button', { name: 'Export to CSV' }))
    await expect(await screen.findByText('Exported 30 rows')).toBeVisible()
    await expect(saved?.name).toBe(csvFileName())
    const lines = (await saved?.content.text())?.trim().split('\r\n')
    await expect(lines).toHaveLength(31)
    await expect(lines?.[0]).toMatch(/Execution ID,Status,Duration,Created At,Error$/)
  },
}
