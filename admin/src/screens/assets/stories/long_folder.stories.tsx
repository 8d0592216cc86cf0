import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, screen, userEvent, waitFor, within } from 'storybook/test'
import { FakeStream } from '../../../../.storybook/fake_stream.js'
import { asset, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()
const stream = new FakeStream()

const nameOf = (at: number) => `scan-${String(at).padStart(4, '0')}.pdf`
const scan = (at: number) => asset({ id: `scan_${at}`, name: nameOf(at) })

const meta: Meta = {
  title: 'Screens/Assets/Long folder',
  beforeEach: () => {
    library.reset(Array.from({ length: 2_500 }, (_, at) => scan(at)))
    stream.reset()
    return () => window.scrollTo(0, 0)
  },
  parameters: {
    route: '/assets',
    api: { ...library.api, 'GET /events/stream': stream.answer },
  },
}
export default meta
type Story = StoryObj

const row = async (at: number) =>
  (await screen.findByRole('link', { name: nameOf(at) })).closest('tr, li') as HTMLElement
const topOf = async (at: number) => (await row(at)).getBoundingClientRect().top
const gone = (at: number) =>
  waitFor(() => expect(screen.queryByRole('link', { name: nameOf(at) })).toBeNull())
const listed = (count: string) => screen.findByText(`${count} rows`)
const check = async (at: number) => within(await row(at)).getByRole('checkbox')

/** Scrolls so that a row is the first below what covers the top of the page. */
async function scrollTo(at: number) {
  const body = (await screen.findByRole('table')).querySelector('tbody')!
  const head = screen.getByRole('columnheader', { name: 'Name' })
  window.scrollTo(0, body.getBoundingClientRect().top + window.scrollY + at * 44 - 300)
  await row(at)
  await waitFor(async () => {
    window.scrollBy(0, (await topOf(at)) - head.getBoundingClientRect().bottom)
    await expect(Math.abs((await topOf(at)) - head.getBoundingClientRect().bottom)).toBeLessThan(2)
  })
}

/** The first row in view. */
function firstInSight(): string {
  const { bottom } = screen.getByRole('columnheader', { name: 'Name' }).getBoundingClientRect()
  const all = [...document.querySelectorAll<HTMLElement>('tbody [data-record]')]
  const first = all.find((one) => one.getBoundingClientRect().bottom > bottom + 1)
  return first?.querySelector('a')?.innerText ?? ''
}

/** Makes another person's change, and sends its event to the list. */
async function others(act: () => void, type = 'file_trash') {
  await waitFor(() => expect(stream.isHeard).toBe(true))
  act()
  stream.send(type)
}
const trash = (from: number, end: number) => () => {
  for (let at = from; at < end; at++)
    library.change(`scan_${at}`, { trashedAt: '2026-11-20T08:00:00.000Z' })
}

async function selectRange(from: number, to: number) {
  await scrollTo(from)
  await userEvent.click(await check(from))
  await scrollTo(to)
  await fireEvent.click(await check(to), { shiftKey: true })
  await screen.findByText(`${to - from + 1} selected`)
}

/** Red when a search, a filter or an order after scrolling shows the end of the results. */
export const BeginsAtTheTop: Story = {
  play: async () => {
    await scrollTo(1_500)
    await userEvent.type(screen.getByRole('searchbox'), 'scan-24')
    await listed('100')
    await row(2_400)
    await waitFor(() => expect(firstInSight()).toBe(nameOf(2_400)))
    await expect(screen.getByRole('searchbox')).toBeVisible()
    await userEvent.clear(screen.getByRole('searchbox'))
    await listed('2,500')
    await scrollTo(1_000)
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(firstInSight()).toBe(nameOf(2_499)))
  },
}

/** Red when the rows in view move because other people delete or insert rows above them, few or many. */
export const StaysWhenOthersChangeIt: Story = {
  play: async () => {
    await scrollTo(1_500)
    const place = await topOf(1_500)
    const stays = async () => expect(Math.abs((await topOf(1_500)) - place)).toBeLessThan(2)
    await others(trash(1_470, 1_475))
    await listed('2,495')
    await waitFor(stays)
    await others(trash(0, 600))
    await listed('1,895')
    await waitFor(stays)
    const added = Array.from({ length: 300 }, (_, at) =>
      asset({ id: `new_${at}`, name: `a-${at}.pdf` })
    )
    await others(() => (library.assets = [...library.assets, ...added]), 'file_upload')
    await listed('2,195')
    await waitFor(stays)
    // A renamed row moves alone.
    await others(() => library.change('scan_1500', { name: 'a-renamed.pdf' }), 'file_update')
    await gone(1_500)
    await expect(Math.abs((await topOf(1_501)) - place - 44)).toBeLessThan(2)
  },
}

/** Red when new rows at the beginning are not visible there. */
export const ShowsWhatIsNewAtItsBeginning: Story = {
  play: async () => {
    await row(0)
    const place = await topOf(0)
    await others(
      () => (library.assets = [...library.assets, asset({ id: 'new', name: 'a.pdf' })]),
      'file_upload'
    )
    const added = (await screen.findByRole('link', { name: 'a.pdf' })).closest('tr')!
    await expect(added.getBoundingClientRect().top).toBe(place)
    await expect(window.scrollY).toBe(0)
  },
}

/** Red when the rows in view jump because the person has deleted rows above them, immediately or after the reload. */
export const StaysBehindADeletion: Story = {
  tags: ['long'],
  play: async () => {
    await selectRange(100, 480)
    await scrollTo(700)
    const place = await topOf(700)
    // A change that shows when the list has reloaded.
    library.change('scan_702', { name: 'scan-0702 again.pdf' })
    await userEvent.click(screen.getByRole('button', { name: 'Move to trash' }))
    await listed('2,119')
    await screen.findByRole('link', { name: 'scan-0702 again.pdf' })
    await waitFor(async () => expect(Math.abs((await topOf(700)) - place)).toBeLessThan(2))
  },
}

/** Red when all rows in view are deleted, and others than the following rows appear. */
export const ShowsWhatCameBehind: Story = {
  play: async () => {
    await selectRange(300, 700)
    await scrollTo(600)
    library.change('scan_702', { name: 'scan-0702 again.pdf' })
    await userEvent.click(screen.getByRole('button', { name: 'Move to trash' }))
    await listed('2,099')
    await screen.findByRole('link', { name: 'scan-0702 again.pdf' })
    await waitFor(() => expect(firstInSight()).toBe(nameOf(701)))
  },
}

/** Red when a file that another person moves out of the top level stays selected. */
export const MovedAwayIsUnselected: Story = {
  tags: ['long'],
  play: async () => {
    await userEvent.click(await check(5))
    await userEvent.click(await check(6))
    await screen.findByText('2 selected')
    await others(() => library.change('scan_5', { parentId: 'fol_inv' }), 'file_move')
    await screen.findByText('1 selected')
    await expect(await check(6)).toBeChecked()
    await userEvent.keyboard('{Escape}')
    // Results of a global search may be in any folder.
    await userEvent.type(await screen.findByRole('searchbox'), 'scan-0005')
    await gone(6)
    await userEvent.click(await check(5))
    await screen.findByText('1 selected')
    await others(() => library.change('scan_5', { parentId: 'fol_2026', size: 7 }), 'file_move')
    await screen.findByText('7 B')
    await screen.findByText('1 selected')
  },
}

/** Deleted rows are unselected, wherever they were. Red when they are counted, or rows outside the view are unselected. */
export const GoneIsUnselected: Story = {
  tags: ['long'],
  play: async () => {
    await scrollTo(2_000)
    await userEvent.click(await check(2_000))
    await userEvent.click(await check(2_001))
    await scrollTo(3)
    await userEvent.click(await check(5))
    await screen.findByText('3 selected')
    await others(trash(5, 6))
    await screen.findByText('2 selected')
    await others(trash(2_001, 2_002))
    await screen.findByText('1 selected')
    await userEvent.keyboard('{Escape}')
    await userEvent.type(await screen.findByRole('searchbox'), 'scan-10')
    await listed('100')
    await userEvent.click(await check(1_003))
    await userEvent.click(await check(1_004))
    await screen.findByText('2 selected')
    await others(() => library.change('scan_1004', { name: 'other.pdf' }), 'file_update')
    await screen.findByText('1 selected')
    await expect(await check(1_003)).toBeChecked()
  },
}
