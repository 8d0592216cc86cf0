import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { FakeStream } from '../../../../.storybook/fake_stream.js'
import { dropFolders, folderEntry } from './dropped_folder.js'
import { asset, demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()
const stream = new FakeStream()

const meta: Meta = {
  title: 'Screens/Assets/Browser',
  beforeEach: () => library.reset(demoAssets()),
  parameters: { route: '/assets', api: library.api },
}
export default meta
type Story = StoryObj

const tree = () => screen.findByRole('tree', { name: 'Folders' })
const node = async (name: string) => within(await tree()).findByRole('treeitem', { name })
const row = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr, li') as HTMLElement
const placeOf = (id: string) => library.assets.find((one) => one.id === id)?.parentId

/** Drags one element onto another, as a pointer does. */
async function drag(from: HTMLElement, to: HTMLElement) {
  const dataTransfer = new DataTransfer()
  await fireEvent.dragStart(from, { dataTransfer })
  await fireEvent.dragEnter(to, { dataTransfer })
  const isTaken = !fireEvent.dragOver(to, { dataTransfer })
  await fireEvent.drop(to, { dataTransfer })
  await fireEvent.dragEnd(from, { dataTransfer })
  return await isTaken
}

/** The tree loads level by level, follows the open folder, and has its own keys. */
export const Tree: Story = {
  play: async ({ canvas }) => {
    const places = within(await screen.findByRole('navigation', { name: 'Assets' }))
    await expect(places.getByRole('link', { name: 'Assets' })).toHaveAttribute(
      'aria-current',
      'page'
    )
    const first = await node('Customs declarations')
    // The Tab key reaches the tree, also while none of its folders is open.
    await expect(first).toHaveAttribute('tabindex', '0')
    // The folder has no child folders, so it has no arrow.
    await expect(first).not.toHaveAttribute('aria-expanded')
    await expect(await node('Invoices')).toHaveAttribute('aria-expanded', 'false')
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(await node('Invoices')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await node('2026')
    await userEvent.keyboard('{ArrowRight}')
    await expect(await node('2026')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('heading', { name: '2026', level: 1 })).toBeVisible()
    await expect(await node('2026')).toHaveAttribute('aria-selected', 'true')
    ;(await node('2026')).focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(async () => expect(within(await tree()).queryByText('2026')).toBeNull())
    await userEvent.keyboard('{Home}c')
    await expect(await node('Customs declarations')).toHaveFocus()
  },
}

/** Red when the longest name pushes the details away, or covers them on a phone. */
export const DetailsOfALongName: Story = {
  parameters: { route: '/assets?details=long' },
  globals: { viewport: { value: 'mobile1' } },
  beforeEach: () =>
    library.reset([asset({ id: 'long', name: `${'waybill-of-a-partner-'.repeat(12)}.pdf` })]),
  play: async () => {
    const heading = await screen.findByRole('heading', { name: /waybill.*\.pdf$/, level: 2 })
    const preview = await screen.findByRole('heading', { name: 'Preview' })
    await expect(heading.getBoundingClientRect().bottom).toBeLessThan(
      preview.getBoundingClientRect().top
    )
  },
}

/** Red when the end of a long list pushes the details below the bar, or their content pushes their buttons out. */
export const DetailsNextToALongList: Story = {
  parameters: { route: '/assets?details=scan_1' },
  beforeEach: () =>
    library.reset(
      Array.from({ length: 60 }, (_, at) =>
        asset({ id: `scan_${at}`, name: `scan-${String(at).padStart(2, '0')}.pdf` })
      )
    ),
  play: async () => {
    const panel = await screen.findByRole('complementary', { name: 'Details' })
    const close = await within(panel).findByRole('button', { name: 'Close details' })
    await within(panel).findByText('Version 2')
    window.scrollTo(0, document.documentElement.scrollHeight)
    panel.scrollTo(0, panel.scrollHeight)
    const bar = screen.getByRole('banner').getBoundingClientRect()
    await waitFor(() => expect(window.scrollY).toBeGreaterThan(0))
    await expect(close.getBoundingClientRect().top).toBeGreaterThanOrEqual(bar.bottom)
    const { x, y, width, height } = close.getBoundingClientRect()
    const onTop = document.elementFromPoint(x + width / 2, y + height / 2)
    await expect(close.contains(onTop)).toBe(true)
  },
}

/** A link to a nested folder unfolds its parents. */
export const TreeOfLink: Story = {
  parameters: { route: '/assets/fol_2026' },
  play: async () => {
    await expect(await node('2026')).toHaveAttribute('aria-level', '2')
    await userEvent.click(await screen.findByRole('button', { name: 'Hide folders' }))
    await waitFor(() => expect(screen.queryByRole('tree')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Show folders' }))
    await node('2026')
  },
}

/** A key changes the width permanently. Without folders there is no tree, but the file locations stay. */
export const WidthOfTheTree: Story = {
  beforeEach: () => library.reset([asset({ id: 'scan', name: 'scan.pdf' })]),
  play: async () => {
    await row('scan.pdf')
    const places = await screen.findByRole('navigation', { name: 'Assets' })
    await expect(within(places).getByRole('link', { name: 'Trash' })).toBeVisible()
    await expect(screen.queryByRole('tree')).toBeNull()
    const edge = screen.getByRole('separator', { name: 'Width of the folder list' })
    const before = places.offsetWidth
    edge.focus()
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(places.offsetWidth).toBe(before + 16))
    await userEvent.keyboard('{Home}{ArrowLeft}')
    await expect(edge).toHaveAttribute('aria-valuenow', '176')
    await userEvent.click(screen.getByRole('button', { name: 'Hide folders' }))
    await userEvent.click(screen.getByRole('button', { name: 'Show folders' }))
    await waitFor(() =>
      expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '176')
    )
  },
}

/** Files from the desktop are never mixed up with an earlier drag. Red when an aborted drag continues. */
export const DragsBrokenOff: Story = {
  play: async () => {
    const dataTransfer = new DataTransfer()
    await fireEvent.dragStart(await row('CMR-02211.pdf'), { dataTransfer })
    dropFolders(await row('Invoices'), folderEntry('Nothing', {}))
    await expect(library.calls).toEqual([])

    await fireEvent.dragStart(await row('CMR-02211.pdf'), { dataTransfer })
    await fireEvent.pointerDown(document.body)
    const over = await row('Invoices')
    await expect(await fireEvent.dragOver(over, { dataTransfer })).toBe(true)
  },
}

/** Drops on a row, the tree and the path, but never into the folder itself. Each is one request and can be undone. */
export const Drags: Story = {
  play: async () => {
    await drag(await row('CMR-02211.pdf'), await row('Invoices'))
    await expect(await screen.findByText('CMR-02211.pdf was moved to Invoices')).toBeVisible()
    await expect(placeOf('cmr')).toBe('fol_inv')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await row('CMR-02211.pdf')

    for (const name of ['carrier-rates.csv', 'quay-plan.png']) {
      await userEvent.click(within(await row(name)).getByRole('checkbox'))
    }
    await drag(await row('quay-plan.png'), await node('Customs declarations'))
    await waitFor(() => expect([placeOf('rates'), placeOf('plan')]).toEqual(['fol_cus', 'fol_cus']))
    await expect(library.calls.at(-1)).toBe(
      'POST /assets/bulk {"action":"move","parentId":"fol_cus","ids":["rates","plan"]}'
    )

    const before = library.calls.length
    await expect(await drag(await row('Invoices'), await node('Invoices'))).toBe(false)
    await userEvent.click(await screen.findByRole('link', { name: 'Invoices' }))
    await row('invoice-0412.pdf')
    await userEvent.click(await node('Customs declarations'))
    await expect(library.calls).toHaveLength(before)
    // Until this folder has loaded, the path of the previous folder is shown and accepts no drops.
    const rates = await row('carrier-rates.csv')
    const path = within(await screen.findByRole('navigation', { name: 'Folder path' }))
    await drag(rates, await path.findByRole('link', { name: 'Assets' }))
    await waitFor(() => expect(placeOf('rates')).toBeNull())
  },
}

/** Red when only the folder itself is refused: its children are no valid targets either. */
export const DragsNotBelowItself: Story = {
  play: async () => {
    ;(await node('Invoices')).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(await drag(await row('Invoices'), await node('2026'))).toBe(false)
    await expect(await drag(await row('CMR-02211.pdf'), await node('2026'))).toBe(true)
    await waitFor(() => expect(placeOf('cmr')).toBe('fol_2026'))
    await expect(placeOf('fol_inv')).toBeNull()
  },
}

/** Details are in the address, follow the selection, and say when their asset is gone. */
export const Details: Story = {
  play: async ({ canvas }) => {
    library.activity = [
      {
        id: 'a1',
        action: 'Uploaded CMR-02211.pdf',
        createdAt: new Date().toISOString(),
        eventType: 'file_upload',
        entityType: 'asset',
        entityId: 'cmr',
        userId: 'u1',
        userName: 'Mira Lindt',
        metadata: {},
        count: 1,
        lastAt: '2026-11-20T10:00:00.000Z',
      },
    ]
    await userEvent.click(await screen.findByRole('link', { name: 'CMR-02211.pdf' }))
    const details = within(await screen.findByRole('complementary', { name: 'Details' }))
    await expect(await details.findByRole('heading', { name: 'CMR-02211.pdf' })).toBeVisible()
    await expect(await details.findByText('Uploaded CMR-02211.pdf')).toBeVisible()
    await expect(await details.findByText('Version 2')).toBeVisible()
    // The tree makes room for the details.
    await waitFor(() => expect(screen.queryByRole('tree')).toBeNull())

    await userEvent.click(
      (await row('scans-week-46.zip')).lastElementChild!.previousElementSibling!
    )
    await expect(await details.findByRole('heading', { name: 'scans-week-46.zip' })).toBeVisible()

    await userEvent.click(await screen.findByRole('button', { name: 'Move to trash' }))
    await expect(await details.findByText('This file is in the trash')).toBeVisible()
    await userEvent.click(details.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(details.queryByText('This file is in the trash')).toBeNull())
    await userEvent.click(details.getByRole('button', { name: 'Close details' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    await expect(await canvas.findByRole('tree')).toBeVisible()
  },
}

export const DetailsByAddress: Story = {
  parameters: { route: '/assets?details=plan' },
  play: async () => {
    const details = within(await screen.findByRole('complementary', { name: 'Details' }))
    await expect(await details.findByRole('heading', { name: 'quay-plan.png' })).toBeVisible()
  },
}

export const DetailsDark: Story = {
  parameters: { route: '/assets?details=cmr' },
  globals: { theme: 'dark' },
}

export const DetailsOfNothing: Story = {
  parameters: { route: '/assets?details=gone' },
  play: async () => {
    await expect(await screen.findByText('This no longer exists')).toBeVisible()
  },
}

/** As in file managers: a press, a range, single ones, all, none. */
export const Selects: Story = {
  play: async ({ canvas }) => {
    const cell = async (name: string) => (await row(name)).querySelectorAll('td')[2]!
    const user = userEvent.setup()
    await user.click(await cell('CMR-02211.pdf'))
    await expect(await screen.findByText('1 selected')).toBeVisible()
    await user.keyboard('{Shift>}')
    await user.click(await cell('quay-plan.png'))
    await user.keyboard('{/Shift}')
    await expect(await screen.findByText('3 selected')).toBeVisible()
    await user.keyboard('{Control>}')
    await user.click(await cell('carrier-rates.csv'))
    await user.keyboard('{/Control}')
    await expect(await screen.findByText('2 selected')).toBeVisible()
    await user.keyboard('{Control>}a{/Control}')
    await expect(await screen.findByText('6 selected')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('6 selected')).toBeNull())
    ;(await row('Customs declarations')).focus()
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await expect(await screen.findByText('3 selected')).toBeVisible()
    await user.keyboard('q')
    await expect(await row('quay-plan.png')).toHaveFocus()
    await user.dblClick(await cell('Invoices'))
    await expect(await canvas.findByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  },
}

/** Cut and paste, rename, and trash without a mouse. */
export const ByKeyboard: Story = {
  play: async ({ canvas }) => {
    ;(await row('carrier-rates.csv')).focus()
    await userEvent.keyboard('{F2}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename' }))
    await expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('carrier-rates.csv')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () => expect(await row('carrier-rates.csv')).toHaveFocus())

    await userEvent.keyboard('{Control>}x{/Control}')
    await expect(await screen.findByText('1 item was cut')).toBeVisible()
    ;(await row('Invoices')).focus()
    await userEvent.keyboard('{Enter}')
    await row('invoice-0412.pdf')
    await userEvent.keyboard('{Control>}v{/Control}')
    await row('carrier-rates.csv')
    // After pasting, the toast that offers to paste is gone.
    await expect(screen.queryByText('1 item was cut')).toBeNull()
    await expect(placeOf('rates')).toBe('fol_inv')
    await expect(screen.queryByRole('button', { name: 'Paste 1 item' })).toBeNull()

    ;(await row('invoice-0412.pdf')).focus()
    await userEvent.keyboard('{Control>}c{/Control}{Backspace}')
    await expect(
      await canvas.findByRole('heading', { name: 'Asset Management', level: 1 })
    ).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Paste 1 item' }))
    await row('invoice-0412.pdf')
    ;(await row('invoice-0412.pdf')).focus()
    await userEvent.keyboard('{Delete}')
    await expect(await screen.findByText('invoice-0412.pdf was moved to the trash')).toBeVisible()
    await expect(library.calls.at(-1)).toBe('DELETE /assets/copy_inv1')
  },
}

/** Red when a shortcut is shown under another name than that on the key. */
export const KeysInGerman: Story = {
  parameters: { language: 'de' },
  play: async () => {
    await row('carrier-rates.csv')
    await userEvent.keyboard('?')
    const keys = within(await screen.findByRole('dialog', { name: 'Tastenkürzel' }))
    for (const cap of ['Entf', 'Rücktaste']) await expect(keys.getByText(cap)).toBeVisible()
    await expect(keys.queryByText('Ctrl')).toBeNull()
  },
}

/** Text fields keep their keys. Red when those keys act on the list. */
export const KeysOfFields: Story = {
  play: async () => {
    await userEvent.click(within(await row('carrier-rates.csv')).getByRole('checkbox'))
    await userEvent.keyboard('{Escape}')
    const search = await screen.findByRole('searchbox')
    await userEvent.type(search, 'ra')
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}')
    await expect(screen.queryByText(/selected$/)).toBeNull()
    await expect(library.calls).toEqual([])
  },
}

const many = (length: number) => () =>
  library.reset(
    Array.from({ length }, (_, at) =>
      asset({ id: `scan_${at}`, name: `scan-${String(at).padStart(4, '0')}.pdf` })
    )
  )

/** All rows exist at once; only those in view are rendered. */
export const Thousands: Story = {
  tags: ['long'],
  beforeEach: many(2_500),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('2,500 rows')).toBeInTheDocument()
    const rows = () => canvas.getAllByRole('row').length
    await expect(rows()).toBeLessThan(60)
    ;(await row('scan-0000.pdf')).focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect(await screen.findByText('1,000 selected')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Move to trash' })).toBeEnabled()
    await userEvent.keyboard('{Escape}')
    ;(await row('scan-0000.pdf')).focus()
    await userEvent.keyboard('{End}')
    await waitFor(async () => expect(await row('scan-2499.pdf')).toHaveFocus())
    await expect(rows()).toBeLessThan(80)
    await userEvent.keyboard('{Enter}')
    const details = within(await screen.findByRole('complementary', { name: 'Details' }))
    await expect(await details.findByRole('heading', { name: 'scan-2499.pdf' })).toBeVisible()
    await expect(await row('scan-2499.pdf')).toHaveAttribute('aria-current', 'true')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  },
}

let asked: string[] = []
const listens = {
  ...library.api,
  'GET /events/stream': stream.answer,
  'GET /assets': (request: FakeRequest) => {
    const filter = JSON.parse(request.query.get('filter') ?? '{}') as { type?: string }
    const [from, to] = JSON.parse(request.query.get('range') ?? '[]') as number[]
    asked.push(`${filter.type} ${from}-${to}`)
    return library.list(request.query)
  },
}

/** Another person changes a file. Red when pages outside the view, or the tree, reload for it. */
export const ReadsWhatIsSeen: Story = {
  parameters: { api: listens },
  beforeEach: () => {
    many(1_000)()
    stream.reset()
  },
  play: async () => {
    ;(await row('scan-0000.pdf')).focus()
    await waitFor(() => expect(stream.isHeard).toBe(true))
    await userEvent.keyboard('{End}')
    await row('scan-0999.pdf')
    await userEvent.keyboard('{Home}')
    await waitFor(async () => expect(await row('scan-0000.pdf')).toHaveFocus())
    // Until the last page is out of view.
    await new Promise((resolve) => setTimeout(resolve, 300))
    asked = []
    library.change('scan_1', { name: 'scan-0001 renamed.pdf' })
    stream.send('file_update')
    await row('scan-0001 renamed.pdf')
    await expect(asked).toEqual(['folder 0-99', 'file 0-99'])
    stream.send('folder_update')
    await waitFor(() => expect(asked).toContain('folder 0-199'))
  },
}

let isSlow = false

/** The row disappears as soon as it is in the trash. Red when it stays until the list has reloaded. */
export const TrashGoesAhead: Story = {
  parameters: {
    api: {
      ...library.api,
      'GET /assets': async ({ query }: FakeRequest) => {
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, 60_000))
        return library.list(query)
      },
    },
  },
  beforeEach: () => {
    isSlow = false
  },
  play: async () => {
    ;(await row('carrier-rates.csv')).focus()
    isSlow = true
    await userEvent.keyboard('{Delete}')
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'carrier-rates.csv' })).toBeNull()
    )
    await expect(screen.getByText('5 rows')).toBeInTheDocument()
  },
}

/** Insertions by other people move the rows. Red when the focus ends up on another file. */
export const FocusFollowsItsFile: Story = {
  tags: ['long'],
  parameters: { api: { ...library.api, 'GET /events/stream': stream.answer } },
  beforeEach: () => stream.reset(),
  play: async () => {
    ;(await row('carrier-rates.csv')).focus()
    await waitFor(() => expect(stream.isHeard).toBe(true))
    library.assets = [...library.assets, asset({ id: 'new', name: 'arrivals.csv' })]
    stream.send('file_upload')
    await row('arrivals.csv')
    await expect(await row('carrier-rates.csv')).toHaveFocus()
    await expect(await row('carrier-rates.csv')).toHaveAttribute('tabindex', '0')
    await userEvent.keyboard('{Delete}')
    await expect(await screen.findByText('carrier-rates.csv was moved to the trash')).toBeVisible()
    await expect(library.calls).toEqual(['DELETE /assets/rates'])
  },
}

/** Only the cards in view are rendered, and the arrows go in both directions. */
export const Grid: Story = {
  beforeEach: many(400),
  parameters: { route: '/assets?layout=cards' },
  play: async () => {
    const first = await row('scan-0000.pdf')
    const grid = screen.getByRole('list', { name: 'Contents of Assets' })
    await waitFor(() => expect(within(grid).getAllByRole('listitem').length).toBeLessThan(100))
    const topOf = (card: Element) => card.getBoundingClientRect().top
    const across = [...grid.children].filter((card) => topOf(card) === topOf(first)).length
    await expect(across).toBeGreaterThan(2)
    first.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    const name = (at: number) => `scan-${String(at).padStart(4, '0')}.pdf`
    await expect(await row(name(across + 1))).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}{End}')
    await waitFor(async () => expect(await row('scan-0399.pdf')).toHaveFocus())
    await userEvent.keyboard(' ')
    await expect(await screen.findByText('1 selected')).toBeVisible()
  },
}

export const GridDark: Story = {
  parameters: { route: '/assets?layout=cards' },
  globals: { theme: 'dark' },
}

/** The question says what will be deleted, and the result names what was deleted. */
export const DeletesForGood: Story = {
  parameters: { route: '/assets/trash' },
  beforeEach: () => {
    const trashedAt = new Date().toISOString()
    library.reset(
      demoAssets().map((one) =>
        ['inv1', 'fol_cus'].includes(one.id) ? { ...one, trashedAt } : one
      )
    )
  },
  play: async () => {
    const press = async (name: string) =>
      userEvent.click(await screen.findByRole('button', { name }))
    await press('Delete Customs declarations permanently')
    const question = await screen.findByRole('alertdialog', {
      name: 'Permanently delete Customs declarations?',
    })
    await expect(within(question).getByText(/and everything in it/)).toBeVisible()
    await expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.click(within(question).getByRole('button', { name: 'Delete permanently' }))
    await expect(
      await screen.findByText('Customs declarations was permanently deleted')
    ).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await press('Empty trash')
    const all = await screen.findByRole('alertdialog', { name: 'Empty the trash?' })
    await expect(within(all).getByText(/^All 2 items/)).toBeVisible()
    await userEvent.click(within(all).getByRole('button', { name: 'Empty trash' }))
    await expect(await screen.findByText('The trash is empty')).toBeVisible()
    await expect(library.calls).toHaveLength(3)
  },
}

export const Damaged: Story = {
  beforeEach: () => {
    library.reset(demoAssets())
    library.damaged = [{ assetId: 'inv1', version: 2, path: '/Invoices/invoice-0412.pdf' }]
  },
  play: async () => {
    await expect(await screen.findByText('1 stored version is damaged.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show them' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Damaged versions' }))
    await expect(dialog.getByRole('link', { name: '/Invoices/invoice-0412.pdf' })).toHaveAttribute(
      'href',
      '/assets/inv1'
    )
  },
}
