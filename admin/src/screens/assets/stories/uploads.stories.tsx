import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { chooseAction } from '../../../../.storybook/play.js'
import { demoAssets, FakeLibrary } from './fake_library.js'
import { openTray } from './open_tray.js'

const library = new FakeLibrary()
let isStuck = false

const meta: Meta = {
  title: 'Screens/Assets/Uploads',
  beforeEach: () => {
    library.reset(demoAssets())
    isStuck = false
  },
  parameters: {
    route: '/assets/fol_inv',
    api: {
      ...library.api,
      'POST /assets': (request: FakeRequest) => {
        const store = library.api['POST /assets'] as (request: FakeRequest) => unknown
        return isStuck ? 'pending' : store(request)
      },
    },
  },
}
export default meta
type Story = StoryObj

const file = (name: string) => new File(['content of '.repeat(2_000)], name)
const choose = async (...names: string[]) => {
  await userEvent.upload(await screen.findByLabelText('Choose files to upload'), names.map(file))
  await openTray()
}
export const SendsSeveralFiles: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('invoice-0413.pdf', 'invoice-0414.pdf', 'invoice-0415.pdf', 'invoice-0416.pdf')
    await expect(await canvas.findByText('All uploads finished')).toBeVisible()
    await expect(await canvas.findByRole('link', { name: 'invoice-0416.pdf' })).toBeVisible()
    await expect(library.calls).toContain('POST /assets invoice-0413.pdf in fol_inv')
    await userEvent.click(canvas.getByRole('button', { name: 'Clear finished' }))
    await waitFor(() => expect(canvas.queryByText('Uploads')).toBeNull())
  },
}

export const InProgress: Story = {
  beforeEach: () => {
    isStuck = true
  },
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('scan-1.pdf', 'scan-2.pdf', 'scan-3.pdf', 'scan-4.pdf')
    const bar = await canvas.findByRole('progressbar', { name: 'Progress of scan-1.pdf' })
    await expect(bar).toHaveAttribute('aria-valuenow', '40')
    await expect(await canvas.findByText('0 of 4 uploaded')).toBeVisible()
    await expect(canvas.getByText('Waiting')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel upload of scan-1.pdf' }))
    await waitFor(() => expect(canvas.queryByText('scan-1.pdf')).toBeNull())
    await waitFor(() => expect(canvas.queryByText('Waiting')).toBeNull())
  },
}

/** Red when a paused upload continues automatically, does not start over, or is shown as running. */
export const Paused: Story = {
  beforeEach: () => {
    isStuck = true
  },
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('scan-1.pdf', 'scan-2.pdf')
    await userEvent.click(await canvas.findByRole('button', { name: 'Pause upload of scan-1.pdf' }))
    await expect(await canvas.findByText('Paused')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Pause all' }))
    await waitFor(() => expect(canvas.getAllByText('Paused')).toHaveLength(2))
    await expect(canvas.getByText('Paused, 0 of 2 uploaded')).toBeVisible()
    isStuck = false
    await userEvent.click(canvas.getByRole('button', { name: 'Resume' }))
    await expect(await canvas.findByText('All uploads finished')).toBeVisible()
    await expect(library.assets.filter(({ name }) => name.startsWith('scan-'))).toHaveLength(2)
  },
}

/** Red when running uploads come after finished ones. */
export const RunningStandsFirst: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('setup.exe', 'scan-1.pdf', 'scan-2.pdf')
    await canvas.findByText('2 of 3 uploaded, 1 failed')
    isStuck = true
    await choose('late-1.pdf', 'late-2.pdf', 'late-3.pdf', 'late-4.pdf')
    await canvas.findByText('Waiting')
    const rows = within(canvas.getByRole('list', { name: 'Uploads' })).getAllByRole('listitem')
    await expect(rows.map((row) => /^\w+-?\d?\.\w{3}/.exec(row.textContent)?.[0])).toEqual([
      'late-1.pdf',
      'late-2.pdf',
      'late-3.pdf',
      'late-4.pdf',
      'setup.exe',
      'scan-1.pdf',
      'scan-2.pdf',
    ])
  },
}

/** Red when only its own buttons close the tray, a click inside closes it, or the focus leaves the clicked element. */
export const ClosedFromOutside: Story = {
  beforeEach: () => {
    isStuck = true
  },
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('scan-1.pdf', 'scan-2.pdf')
    const isClosed = () => waitFor(() => expect(canvas.queryByText('Uploads')).toBeNull())
    await userEvent.click(await canvas.findByText('0 of 2 uploaded'))
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel upload of scan-2.pdf' }))
    await expect(await canvas.findByText('0 of 1 uploaded')).toBeVisible()
    const search = canvas.getByRole('searchbox', { name: 'Search this folder' })
    await userEvent.click(search)
    await isClosed()
    await expect(search).toHaveFocus()
    await openTray()
    await canvas.findByText('Uploads')
    search.focus()
    await userEvent.keyboard('{Escape}')
    await isClosed()
  },
}

/** Red when the chosen file is uploaded under its own name, as a new file. */
export const NewVersionOfAFile: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await chooseAction('invoice-0412.pdf', 'Upload new version')
    const dialog = await screen.findByRole('dialog', { name: 'New version of invoice-0412.pdf' })
    await expect(await within(dialog).findByRole('button', { name: 'Choose file' })).toBeVisible()
    const input = within(dialog).getByLabelText(/^Choose the new version/)
    await userEvent.upload(input, file('scan of today.pdf'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openTray()
    await expect(await canvas.findByText('All uploads finished, 1 as a new version')).toBeVisible()
    await expect(library.calls).toEqual(['POST /assets invoice-0412.pdf in fol_inv'])
  },
}

/** Red when the summary of many uploads does not count the files that became new versions. */
export const SomeBecomeVersions: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('invoice-0411.pdf', 'invoice-0412.pdf', 'invoice-0413.pdf')
    await canvas.findByText('All uploads finished, 1 as a new version')
    await expect(canvas.getByText('Uploaded as version 2')).toBeVisible()
  },
}

/** New work shows as a pill in the header. Red when it covers the page, or when the tray opens unasked. */
export const SaysItInTheHeader: Story = {
  beforeEach: () => {
    isStuck = true
  },
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await userEvent.upload(await screen.findByLabelText('Choose files to upload'), file('a.pdf'))
    const pill = await canvas.findByText('Uploading 1 file, 40%')
    await expect(pill.closest('header')).not.toBeNull()
    await expect(pill).toBeVisible()
    await expect(canvas.queryByText('Uploads')).toBeNull()
    await userEvent.click(pill)
    await userEvent.click(await canvas.findByRole('button', { name: 'Pause all' }))
    await expect(pill).toHaveTextContent('Uploads paused')
    isStuck = false
    await userEvent.click(canvas.getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(pill).toHaveTextContent('Uploads finished'))
    await userEvent.click(canvas.getByRole('button', { name: 'Clear finished' }))
    await waitFor(() => expect(pill).not.toBeInTheDocument())
  },
}

/** Phones have room for the number only. */
export const OnPhones: Story = {
  globals: { viewport: { value: 'mobile1' }, theme: 'dark' },
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await userEvent.upload(
      await screen.findByLabelText('Choose files to upload'),
      file('setup.exe')
    )
    const name = 'In progress: 0, needs attention: 1. 1 failed'
    const button = await canvas.findByRole('button', { name })
    await expect(canvas.getByText('1 failed')).not.toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    await userEvent.click(button)
    await expect(await canvas.findByText('The file is larger than 100 MB.')).toBeVisible()
  },
}

/** Seen from another screen, in the dark theme. */
export const OnAnotherScreen: Story = {
  globals: { theme: 'dark' },
  beforeEach: () => {
    isStuck = true
  },
  parameters: {
    api: { 'GET /dashboard/metrics': {}, 'GET /dashboard/activity': [], 'GET /health': {} },
  },
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('scan-1.pdf')
    await canvas.findByRole('progressbar', { name: 'Progress of scan-1.pdf' })
    await userEvent.click(await canvas.findByRole('button', { name: /^In progress: 1/ }))
    await waitFor(() => expect(canvas.queryByText('Uploads')).toBeNull())
    await userEvent.click(canvas.getByRole('link', { name: 'Dashboard' }))
    await canvas.findByRole('heading', { name: 'Dashboard' })
    await userEvent.click(await canvas.findByRole('button', { name: /^In progress: 1/ }))
    await expect(
      await canvas.findByRole('progressbar', { name: 'Progress of scan-1.pdf' })
    ).toBeVisible()
  },
}

export const OneFails: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('invoice-0413.pdf', 'setup.exe')
    await expect(await canvas.findByText('The file is larger than 100 MB.')).toBeVisible()
    await expect(canvas.getByText('1 of 2 uploaded, 1 failed')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try setup.exe again' }))
    await waitFor(() =>
      expect(library.calls.filter((call) => call.includes('setup.exe'))).toHaveLength(2)
    )
  },
}

const dragging = (over: Element) => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file('delivery-note.pdf'))
  return (type: string) =>
    over.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
}

export const DraggedFromTheDesk: Story = {
  play: async ({ canvas }) => {
    const drag = dragging(await canvas.findByText('invoice-0412.pdf'))
    drag('dragenter')
    await expect(await canvas.findByText('Drop files to upload them to Invoices')).toBeVisible()
    drag('drop')
    await expect(await canvas.findByRole('link', { name: 'delivery-note.pdf' })).toBeVisible()
    await expect(canvas.queryByText('Drop files to upload them to Invoices')).toBeNull()
  },
}

/** Red when only the list accepts files: outside it, the browser would leave the page and open the file. */
export const DraggedOutsideTheList: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    const drag = dragging(canvas.getByRole('link', { name: 'Dashboard' }))
    drag('dragenter')
    await expect(await canvas.findByText('Drop files to upload them to Invoices')).toBeVisible()
    // The event was cancelled, so the browser does nothing itself.
    await expect(drag('drop')).toBe(false)
    await expect(await canvas.findByRole('link', { name: 'delivery-note.pdf' })).toBeVisible()
  },
}

export const GoesOnBetweenFolders: Story = {
  beforeEach: () => {
    isStuck = true
  },
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await choose('scan-1.pdf')
    await canvas.findByRole('progressbar', { name: 'Progress of scan-1.pdf' })
    await userEvent.click(canvas.getByRole('link', { name: '2026' }))
    await expect(await canvas.findByText('This folder is empty')).toBeVisible()
    await openTray()
    await expect(
      await canvas.findByRole('progressbar', { name: 'Progress of scan-1.pdf' })
    ).toBeVisible()
  },
}
