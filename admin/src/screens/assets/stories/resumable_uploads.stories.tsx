import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { sessions } from '../../../../.storybook/sessions.js'
import { KeptUploads } from '../upload/kept_uploads.js'
import { UploadQueue } from '../upload/queue.js'
import { demoAssets, FakeLibrary } from './fake_library.js'
import { dropFolders, folderEntry } from './dropped_folder.js'
import { openTray } from './open_tray.js'

const MiB = 1024 * 1024
const library = new FakeLibrary()
const { uploads } = library

const meta: Meta = {
  title: 'Screens/Assets/Uploads in several goes',
  beforeEach: () => library.reset(demoAssets()),
  parameters: {
    route: '/assets/fol_inv',
    api: {
      ...library.api,
      'GET /auth/me': () => (uploads.isAway ? 'offline' : sessions.member),
    },
  },
}
export default meta
type Story = StoryObj

const lastModified = Date.UTC(2026, 10, 20)
const fileOf = (size: number, name = 'scans.zip') =>
  new File(['a'.repeat(size)], name, { lastModified })
const large = 9 * MiB

const choose = async (file: File) => {
  await screen.findByText('invoice-0412.pdf')
  await userEvent.upload(await screen.findByLabelText('Choose files to upload'), file)
  await openTray()
}
const finished = async (name: string) => {
  await openTray()
  await expect(await screen.findByText('All uploads finished')).toBeVisible()
  await expect(await screen.findByRole('link', { name })).toBeVisible()
}
const progress = () => screen.findByRole('progressbar', { name: 'Progress of scans.zip' })

const storageKey = `crossdock.uploads.${sessions.member!.user.id}`
const kept = () => localStorage.getItem(storageKey)

/** An earlier page has sent 4 of 9 MiB. */
function interrupted() {
  const address = '/api/uploads/up_1'
  const upload = { name: 'scans.zip', size: large, lastModified, placeId: 'fol_inv' }
  localStorage.setItem(storageKey, JSON.stringify([{ address, ...upload, keptAt: Date.now() }]))
  uploads.kept.set('up_1', {
    name: 'scans.zip',
    parentId: 'fol_inv',
    size: large,
    offset: 4 * MiB,
  })
}

const chooseAgain = async (file: File, name = 'scans.zip') =>
  userEvent.upload(await screen.findByLabelText(`File ${name}`), file)

/** Red when one request sends everything, or when the second request starts at 0 or resets the progress. */
export const LargeFileInTwoGoes: Story = {
  play: async () => {
    let arrive = () => {}
    const way = new Promise<undefined>((resolve) => (arrive = () => resolve(undefined)))
    uploads.onItsWay = (from) => (from > 0 ? way : undefined)
    await choose(fileOf(65 * MiB))
    await waitFor(() => expect(uploads.calls).toHaveLength(3))
    await waitFor(async () => expect(await progress()).toHaveAttribute('aria-valuenow', '99'))
    arrive()
    await finished('scans.zip')
    await expect(uploads.calls).toEqual([
      'POST scans.zip in fol_inv',
      `PATCH up_1 0+${64 * MiB}`,
      `PATCH up_1 ${64 * MiB}+${MiB}`,
    ])
    await expect(library.calls).toEqual([])
    await expect(kept()).toBeNull()
  },
}

/** Red when a file whose answer is lost is sent again: it would become a second version. */
export const LostAnswer: Story = {
  play: async () => {
    uploads.losesAnswer = true
    await choose(fileOf(9 * MiB))
    await finished('scans.zip')
    await expect(uploads.calls[1]).toMatch(/^HEAD [\da-f-]{36}$/)
    await expect(uploads.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  },
}

/** Red when no remaining time is shown, or it is shown before it can be known. */
export const ShowsItsSpeed: Story = {
  tags: ['long'],
  play: async () => {
    uploads.onItsWay = (from) =>
      from > 0
        ? { arrived: 0, end: 'pending' }
        : new Promise((resolve) => setTimeout(() => resolve(undefined), 1_500))
    await choose(fileOf(65 * MiB))
    await expect(await screen.findByText('25.6 MB of 65 MB')).toBeVisible()
    await expect(
      await screen.findByText(/^64\.4 MB of 65 MB · \d+(\.\d)? MB\/s · 1 second left$/)
    ).toBeVisible()
  },
}

/** Red when a paused upload starts over, or its progress is shown as zero. */
export const GoesOnWhereItWasPaused: Story = {
  play: async () => {
    uploads.onItsWay = () => ({ arrived: 4 * MiB, end: 'pending' })
    await choose(fileOf(large))
    await waitFor(() => expect(uploads.kept.get('up_1')?.offset).toBe(4 * MiB))
    await expect(kept()).toContain('/api/uploads/up_1')
    await userEvent.click(screen.getByRole('button', { name: 'Pause upload of scans.zip' }))
    await expect(await screen.findByText('Paused')).toBeVisible()
    uploads.onItsWay = () => undefined
    const goOn = screen.getByRole('button', { name: 'Resume upload of scans.zip' })
    await userEvent.click(goOn)
    await finished('scans.zip')
    await expect(uploads.calls.slice(2)).toEqual(['HEAD up_1', `PATCH up_1 ${4 * MiB}+${5 * MiB}`])
  },
}

/** Red when a broken connection fails the upload, or received data is sent again. */
export const GoesOnBehindABrokenConnection: Story = {
  play: async () => {
    uploads.onItsWay = (from) => (from === 0 ? { arrived: 3 * MiB, end: 'offline' } : undefined)
    await choose(fileOf(large))
    await finished('scans.zip')
    await expect(uploads.calls.slice(1)).toEqual([
      `PATCH up_1 0+${large}`,
      'HEAD up_1',
      `PATCH up_1 ${3 * MiB}+${6 * MiB}`,
    ])
  },
}

/**
 * Red when an upload does not wait for the server like a read: it would fail and need attention.
 * Also red when the page does not say that it waits.
 */
export const GoesOnBehindALongOutage: Story = {
  tags: ['long'],
  play: async () => {
    uploads.onItsWay = (from) => {
      uploads.isAway = from === 0
      return from === 0 ? { arrived: MiB, end: 'offline' } : undefined
    }
    await choose(fileOf(large))
    await waitFor(() =>
      expect(uploads.calls.filter((call) => call === 'HEAD up_1')).toHaveLength(3)
    )
    await expect(await screen.findByText('Connection lost. Retrying…')).toBeVisible()
    await expect(await progress()).toBeVisible()
    await expect(await screen.findByText('Waiting for the connection')).toBeVisible()
    await expect(screen.getByText('Waiting for the connection, 0 of 1 uploaded')).toBeVisible()
    uploads.isAway = false
    await finished('scans.zip')
    await expect(uploads.calls.at(-1)).toBe(`PATCH up_1 ${MiB}+${8 * MiB}`)
  },
}

/** Red when a reload forgets the upload, accepts any file, blocks leaving, or starts over. */
export const InterruptedByAReload: Story = {
  beforeEach: interrupted,
  play: async () => {
    await screen.findByText('invoice-0412.pdf')
    await userEvent.click(
      await screen.findByRole('button', { name: /^In progress: 0, needs attention: 1/ })
    )
    const asked = 'Interrupted. Choose the file again to resume.'
    await expect(await screen.findByText(asked)).toBeVisible()
    await expect(screen.getByText('0 of 1 uploaded, 1 interrupted')).toBeVisible()
    await expect(leavingAsks()).toBe(false)
    const others = [
      fileOf(large, 'other.zip'),
      fileOf(large - 1),
      new File([fileOf(large)], 'scans.zip', { lastModified: lastModified + 1 }),
    ]
    for (const other of others) {
      await chooseAgain(other)
      await expect(await screen.findByText(/^That is a different file/)).toBeVisible()
    }
    await expect(uploads.calls).toEqual([])
    await chooseAgain(fileOf(large))
    await finished('scans.zip')
    await expect(uploads.calls).toEqual(['HEAD up_1', `PATCH up_1 ${4 * MiB}+${5 * MiB}`])
    await expect(kept()).toBeNull()
  },
}

const eleven = Array.from({ length: 11 }, (_, at) => fileOf(10, `scan-${at}.pdf`))

/** Red when the page closes without storing the uploads that had not started. */
export const WaitingIsKept: Story = {
  tags: ['long'],
  play: async () => {
    uploads.onItsWay = () => ({ arrived: MiB, end: 'pending' })
    await screen.findByText('invoice-0412.pdf')
    const input = await screen.findByLabelText('Choose files to upload')
    const three = ['a.zip', 'b.zip', 'c.zip'].map((name) => fileOf(large, name))
    await userEvent.upload(input, [...three, ...eleven.slice(0, 8)])
    await waitFor(() => expect(uploads.kept.size).toBe(3))
    await waitFor(() => expect(JSON.parse(kept() ?? '[]')).toHaveLength(3))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    const waiting = new KeptUploads(sessions.member!.user.id).waiting()
    await expect(waiting.map(({ name }) => name)).toEqual(
      eleven.slice(0, 8).map(({ name }) => name)
    )
  },
}

/** An earlier page had eleven files, none of them done. */
function elevenInterrupted() {
  const never = { send: () => new Promise<never>(() => {}), cancel: () => Promise.resolve() }
  const page = new UploadQueue(never, new KeptUploads(sessions.member!.user.id), () => {})
  const chosen = eleven.map((file) => ({ file }))
  page.add(chosen, { id: 'fol_inv' })
  page.keepWaiting()
}

/** Red when a reload forgets waiting files, or uploads them twice. */
export const WaitingBehindAReload: Story = {
  tags: ['long'],
  beforeEach: elevenInterrupted,
  play: async () => {
    await screen.findByText('invoice-0412.pdf')
    await openTray()
    await expect(await screen.findByText('0 of 11 uploaded, 11 interrupted')).toBeVisible()
    await chooseAgain(eleven[4]!, 'scan-4.pdf')
    await expect(await screen.findByText('1 of 11 uploaded, 10 interrupted')).toBeVisible()
    const input = screen.getByLabelText('Choose files to upload')
    await userEvent.upload(
      input,
      eleven.filter((_, at) => at !== 4)
    )
    await finished('scan-10.pdf')
    await expect(library.calls.toSorted()).toEqual(
      eleven.map(({ name }) => `POST /assets ${name} in fol_inv`).toSorted()
    )
  },
}

/** Red when interrupted uploads can only be cancelled one by one, or nothing says how to resume all of them. */
export const AllInterruptedCancelled: Story = {
  beforeEach: elevenInterrupted,
  play: async () => {
    await screen.findByText('invoice-0412.pdf')
    await openTray()
    const advice = 'Choose the same files or folder again to resume.'
    await expect(await screen.findByText(advice)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel interrupted' }))
    await waitFor(() => expect(screen.queryByText('scan-4.pdf')).toBeNull())
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await expect(new KeptUploads(sessions.member!.user.id).waiting()).toEqual([])
  },
}

/** Red when only the button in the row resumes it: the file would then be uploaded twice. */
export const InterruptedAndUploadedAgain: Story = {
  beforeEach: interrupted,
  play: async () => {
    await choose(fileOf(large))
    await finished('scans.zip')
    await expect(uploads.calls).toEqual(['HEAD up_1', `PATCH up_1 ${4 * MiB}+${5 * MiB}`])
  },
}

/** Red when the server keeps a cancelled upload, or the next reload asks for it again. In the dark theme. */
export const GivenUp: Story = {
  globals: { theme: 'dark' },
  beforeEach: interrupted,
  play: async () => {
    await openTray()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload of scans.zip' }))
    await waitFor(() => expect(screen.queryByText('scans.zip')).toBeNull())
    await waitFor(() => expect(uploads.calls).toEqual(['DELETE up_1']))
    await expect(kept()).toBeNull()
  },
}

/** Red when an upload that the server no longer has fails permanently. */
export const StartsOverWhenExpired: Story = {
  beforeEach: () => {
    interrupted()
    uploads.kept.clear()
  },
  play: async () => {
    await openTray()
    await chooseAgain(fileOf(large))
    await finished('scans.zip')
    await expect(uploads.calls).toEqual([
      'HEAD up_1',
      'POST scans.zip in fol_inv',
      `PATCH up_1 0+${large}`,
    ])
    await expect(kept()).toBeNull()
  },
}

/** Red when a folder is read only once, its files lose their paths, or a small file takes more than one request. */
export const DroppedFolder: Story = {
  play: async () => {
    const list = await screen.findByText('invoice-0412.pdf')
    dropFolders(
      list,
      folderEntry('Customs', {
        '2026': { 'decl.pdf': fileOf(10, 'decl.pdf'), 'empty.txt': fileOf(0, 'empty.txt') },
        'Grüße.txt': fileOf(10, 'Grüße.txt'),
      })
    )
    await finished('Customs')
    await expect(uploads.calls.toSorted()).toEqual([
      'POST Customs/2026/decl.pdf in fol_inv',
      'POST Customs/2026/empty.txt in fol_inv',
      'POST Customs/Grüße.txt in fol_inv',
    ])
    await expect(library.pathOf('decl.pdf')).toBe('Invoices/Customs/2026/decl.pdf')
  },
}

/** Red when a folder is accepted without a limit, or only in part. */
export const DroppedTooMuch: Story = {
  play: async () => {
    const list = await screen.findByText('invoice-0412.pdf')
    const one = fileOf(10, 'one.pdf')
    const many = Array.from({ length: 10_001 }, (_, at) => [`${at}.pdf`, one] as const)
    dropFolders(list, folderEntry('Everything', Object.fromEntries(many), 100))
    dropFolders(list, folderEntry('Nothing', {}))
    await openTray()
    await expect(await screen.findByText(/^You can upload at most 10,000 files/)).toBeVisible()
    await expect(await screen.findByText('There are no files to upload.')).toBeVisible()
    await expect(uploads.calls).toEqual([])
  },
}

/** Red when the files of a chosen folder lose their folders. */
export const ChosenFolder: Story = {
  play: async () => {
    await screen.findByText('invoice-0412.pdf')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to upload' }))
    await expect(await screen.findByRole('menuitem', { name: 'Upload folder' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    const file = fileOf(10, 'decl.pdf')
    Object.defineProperty(file, 'webkitRelativePath', { value: 'Customs/2026/decl.pdf' })
    await userEvent.upload(screen.getByLabelText('Choose a folder to upload'), [file])
    await finished('Customs')
    await expect(library.pathOf('decl.pdf')).toBe('Invoices/Customs/2026/decl.pdf')
  },
}

/** Red when thousands of rows render, or those that need attention are not among them. */
export const ThousandsOfFiles: Story = {
  tags: ['long'],
  play: async () => {
    uploads.onItsWay = () => ({ arrived: 0, end: 'pending' })
    const list = await screen.findByText('invoice-0412.pdf')
    const names = Array.from({ length: 2_000 }, (_, at) => `${at}.pdf`)
    const tree = Object.fromEntries(names.map((name) => [name, fileOf(10, name)]))
    dropFolders(list, folderEntry('Scans', tree, 100))
    dropFolders(list, folderEntry('Nothing', {}))
    await openTray()
    await expect(await screen.findByText('0 of 2001 uploaded, 1 failed')).toBeVisible()
    await expect(screen.getByText('There are no files to upload.')).toBeVisible()
    await expect(screen.getByText('1901 more files')).toBeInTheDocument()
  },
}

/** Whether the browser would ask before the page closes. */
function leavingAsks(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}
