import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { pick, recordWith } from '../../../../admin/.storybook/play.js'
import { reads } from './fixtures.js'

const sent = fn()

const meta: Meta = {
  title: 'Flows/Schedule',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations?tab=workflows&new=workflow',
    api: { ...reads, 'POST /integrations/workflows': recordWith(sent)('create', 201) },
  },
}
export default meta
type Story = StoryObj

const choose = async () => {
  // The form replaces a placeholder dialog that waits for the trigger types.
  await screen.findByRole('combobox', { name: /Trigger Type/ })
  const dialog = within(screen.getByRole('dialog'))
  await pick(dialog, /Trigger Type/, 'Scheduled')
  await dialog.findByRole('group', { name: 'When' })
  return dialog
}

export const Weekdays: Story = {
  play: async () => {
    const dialog = await choose()
    await userEvent.click(dialog.getByRole('button', { name: 'Weekdays' }))
    await expect(dialog.getByRole('textbox', { name: /^Schedule/ })).toHaveValue('45 6 * * 1-5')
    await expect(await dialog.findByText(/Monday through Friday/)).toBeVisible()
    const next = await dialog.findByRole('list', { name: 'Next five runs' })
    await expect(within(next).getAllByRole('listitem')).toHaveLength(5)
    await expect(dialog.getByText(/^When clocks change/)).toBeVisible()
  },
}

export const Dark: Story = { ...Weekdays, globals: { theme: 'dark' } }

export const German: Story = {
  parameters: {
    language: 'de',
    // The server answers in the language of the reader.
    api: {
      'GET /flows/schedule-times': {
        timeZone: 'UTC',
        sentence: 'Um 06:45 Uhr, Montag bis Freitag',
        times: ['2026-12-03T05:45:00.000Z'],
      },
    },
  },
  play: async () => {
    await screen.findByRole('combobox', { name: /Auslöser/ })
    const dialog = within(screen.getByRole('dialog'))
    await pick(dialog, /Auslöser|Trigger/, 'Zeitplan')
    await userEvent.click(await dialog.findByRole('button', { name: 'Werktags' }))
    await expect(await dialog.findByText(/Montag bis Freitag/)).toBeVisible()
  },
}

export const NeverComes: Story = {
  play: async () => {
    const dialog = await choose()
    await userEvent.type(dialog.getByRole('textbox', { name: /^Schedule/ }), '0 0 30 2 *')
    await expect(await dialog.findByText(/names a date that never comes/)).toBeVisible()
  },
}

// Red when a workflow without a schedule is sent.
export const WithoutASchedule: Story = {
  play: async () => {
    const dialog = await choose()
    await expect(dialog.getByText(/Minute, hour, day of the month/)).toBeVisible()
    await expect(dialog.getByText(/Missed runs start as soon as it is back/)).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Name/), 'Morning stock report')
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workflow' }))
    await expect(await dialog.findByText('Enter when the workflow runs')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Every month' }))
    await pick(dialog, /If the last run is still going/, 'Cancel the old one')
    await pick(dialog, /If the server was off/, 'Run all')
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workflow' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(JSON.stringify(sent.mock.calls)).toContain(
      '"schedule":"0 6 1 * *","timeZone":"UTC","overlap":"cancel_oldest","missed":"all"'
    )
  },
}

export const Sent: Story = {
  play: async () => {
    const dialog = await choose()
    await userEvent.type(dialog.getByLabelText(/^Name/), 'Morning stock report')
    await userEvent.click(dialog.getByRole('button', { name: 'Every day' }))
    await pick(dialog, /If the last run is still going/, 'Skip this one')
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workflow' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(JSON.stringify(sent.mock.calls)).toContain(
      '"schedule":"0 6 * * *","timeZone":"UTC","overlap":"skip","missed":"one"'
    )
  },
}
