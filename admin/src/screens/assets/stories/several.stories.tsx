import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { asset, demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()
const bulk = library.api['POST /assets/bulk'] as (request: FakeRequest) => unknown

/** A library with one locked file. A request that includes it changes nothing. */
const withLock = {
  ...library.api,
  'POST /assets/bulk': (request: FakeRequest) =>
    (request.body as { ids: string[] }).ids.includes('rates')
      ? { status: 409, body: { message: '"carrier-rates.csv" is locked.' } }
      : bulk(request),
}

const meta: Meta = {
  title: 'Screens/Assets/Several',
  beforeEach: () => library.reset(demoAssets()),
  parameters: { route: '/assets', api: library.api },
}
export default meta
type Story = StoryObj

const select = async (...names: string[]) => {
  for (const name of names) {
    const found = (await screen.findByText(name, { selector: 'a, p' })).closest('tr, li')
    await userEvent.click(within(found as HTMLElement).getByRole('checkbox'))
  }
  await screen.findByText(`${names.length} selected`)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const gone = (...names: string[]) =>
  waitFor(() => names.forEach((name) => expect(screen.queryByRole('link', { name })).toBeNull()))

/** One request moves all to the trash, and one Undo restores them. Red when each has its own request. */
export const TrashesAndUndoes: Story = {
  play: async () => {
    await select('Invoices', 'CMR-02211.pdf', 'quay-plan.png')
    await press('Move to trash')
    await expect(await screen.findByText('3 items were moved to the trash')).toBeVisible()
    await gone('Invoices', 'CMR-02211.pdf', 'quay-plan.png')
    await expect(await screen.findByRole('searchbox')).toBeVisible()
    await press('Undo')
    await expect(await screen.findByText('3 items were restored')).toBeVisible()
    await expect(await screen.findByRole('link', { name: 'Invoices' })).toBeVisible()
    const ids = '"ids":["fol_inv","cmr","plan"]'
    await expect(library.calls).toEqual([
      `POST /assets/bulk {"action":"trash",${ids}}`,
      `POST /assets/bulk {"action":"restore",${ids}}`,
    ])
  },
}

/** With the keyboard alone: the selected row disappears, and the focus is on the row in its place. */
export const FocusStays: Story = {
  play: async () => {
    await screen.findByRole('link', { name: 'CMR-02211.pdf' })
    const row = (name: string) => screen.getByRole('link', { name }).closest('tr')
    await userEvent.keyboard('jjjx')
    await expect(row('CMR-02211.pdf')).toHaveFocus()
    ;(await screen.findByRole('button', { name: 'Move to trash' })).focus()
    await userEvent.keyboard('{Enter}')
    await gone('CMR-02211.pdf')
    await waitFor(() => expect(row('carrier-rates.csv')).toHaveFocus())

    await userEvent.keyboard('x')
    ;(await screen.findByRole('button', { name: 'Move to...' })).focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move carrier-rates.csv' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Invoices' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Move here' }))
    await gone('carrier-rates.csv')
    await waitFor(() => expect(row('quay-plan.png')).toHaveFocus())
  },
}

/** One refusal keeps all of them in place and selected, and names the reason. */
export const TrashesAllOrNone: Story = {
  parameters: { api: withLock },
  play: async () => {
    await select('CMR-02211.pdf', 'carrier-rates.csv', 'quay-plan.png')
    await press('Move to trash')
    await expect(await screen.findByText('"carrier-rates.csv" is locked.')).toBeVisible()
    await expect(screen.getByText('3 selected')).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await expect(screen.getByRole('link', { name: 'CMR-02211.pdf' })).toBeVisible()
  },
}

export const Moves: Story = {
  parameters: { api: withLock },
  play: async () => {
    await select('Customs declarations', 'CMR-02211.pdf', 'carrier-rates.csv')
    await press('Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move 3 items' }))
    const target = await dialog.findByRole('button', { name: 'Invoices' })
    await expect(dialog.queryByRole('button', { name: 'Customs declarations' })).toBeNull()
    await userEvent.click(target)
    await userEvent.click(dialog.getByRole('button', { name: 'Move here' }))
    await expect(await dialog.findByText('Nothing was moved.')).toBeVisible()
    await expect(dialog.getByText('"carrier-rates.csv" is locked.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect(await screen.findByText('3 selected')).toBeVisible()
  },
}

/** Search results are in several folders. Red when Undo moves all of them to the folder of the first. */
export const MovesAndUndoes: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(await screen.findByRole('searchbox'), 'c')
    await select('invoice-0412.pdf', 'CMR-02211.pdf')
    await press('Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 items' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Customs declarations' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Move here' }))
    await expect(
      await screen.findByText('2 items were moved to Customs declarations')
    ).toBeVisible()
    await expect(library.calls).toHaveLength(1)
    await press('Undo')
    await expect(await screen.findByText('2 items were moved back')).toBeVisible()
    const placeOf = (id: string) => library.assets.find((one) => one.id === id)?.parentId
    await expect([placeOf('inv1'), placeOf('cmr')]).toEqual(['fol_inv', null])
    await canvas.findByRole('link', { name: 'CMR-02211.pdf' })
  },
}

/** Copying into the same folder works, too; Undo moves the copies to the trash. Red when the dialog refuses the folder. */
export const Copies: Story = {
  play: async () => {
    await select('CMR-02211.pdf', 'carrier-rates.csv')
    await press('Copy to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy 2 items' }))
    await dialog.findByRole('button', { name: 'Invoices' })
    await userEvent.click(dialog.getByRole('button', { name: 'Copy here' }))
    await expect(await screen.findByRole('link', { name: 'CMR-02211 (copy).pdf' })).toBeVisible()
    await expect(library.calls).toEqual([
      'POST /assets/bulk {"action":"copy","parentId":null,"ids":["cmr","rates"]}',
    ])
    await press('Undo')
    await expect(await screen.findByText('2 copies were moved to the trash')).toBeVisible()
    await gone('CMR-02211 (copy).pdf', 'carrier-rates (copy).csv')
    await expect(screen.getByRole('link', { name: 'CMR-02211.pdf' })).toBeVisible()
  },
}

/** Folders come before files across pages, in any order; a filter leaves one type. */
export const FoldersFirst: Story = {
  beforeEach: () =>
    library.reset(
      Array.from({ length: 120 }, (_, at) => [
        asset({ id: `fol_${at}`, name: `lane-${String(at).padStart(3, '0')}`, type: 'folder' }),
        asset({ id: `doc_${at}`, name: `a-${String(at).padStart(3, '0')}.pdf`, size: at }),
      ]).flat()
    ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('240 rows')).toBeInTheDocument()
    const names = () =>
      canvas.getAllByRole('link', { name: /^(lane|a)-\d/ }).map((one) => one.innerText)
    await expect(names()[0]).toBe('lane-000')
    // The last folder and the first file are on the same page, one below the other.
    canvas.getByRole('table').querySelector('tbody')!.scrollIntoView()
    window.scrollBy(0, 116 * 44)
    await canvas.findByRole('link', { name: 'a-000.pdf' })
    const shown = names()
    await expect(shown.indexOf('a-000.pdf')).toBe(shown.indexOf('lane-119') + 1)

    await press('Add filter')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Type' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'File' }))
    await expect(await canvas.findByText('120 rows')).toBeInTheDocument()
    await expect(canvas.queryByRole('link', { name: /^lane/ })).toBeNull()
  },
}

const asked: string[] = []

/** The order stays from folder to folder, the search does not; Enter opens. */
export const IntoAFolder: Story = {
  parameters: {
    api: {
      ...library.api,
      'GET /assets': (request: FakeRequest) => {
        // The tree has its own order.
        if (request.query.get('range') === '[0,99]') asked.push(String(request.query))
        return (library.api['GET /assets'] as (request: FakeRequest) => unknown)(request)
      },
    },
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('link', { name: 'Invoices' })
    await userEvent.click(canvas.getByRole('button', { name: 'Modified' }))
    await waitFor(() =>
      expect(decodeURIComponent(asked.at(-1)!)).toContain('["fileModifiedAt","DESC"]')
    )
    const row = canvas.getByRole('link', { name: 'Invoices' }).closest('tr') as HTMLElement
    row.focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
    await canvas.findByRole('link', { name: 'invoice-0412.pdf' })
    await expect(decodeURIComponent(asked.at(-1)!)).toContain('"parent":"fol_inv"')
    await expect(decodeURIComponent(asked.at(-1)!)).toContain('["fileModifiedAt","DESC"]')
  },
}

export const Restores: Story = {
  parameters: { route: '/assets/trash' },
  beforeEach: () =>
    library.reset(
      ['a', 'b', 'c'].map((id) =>
        asset({ id, name: `${id}.pdf`, trashedAt: '2026-11-20T08:00:00.000Z' })
      )
    ),
  play: async ({ canvas }) => {
    await select('a.pdf', 'c.pdf')
    await press('Restore')
    await expect(await screen.findByText('2 items were restored')).toBeVisible()
    await waitFor(() => expect(canvas.queryByText('a.pdf')).toBeNull())
    await expect(canvas.getByText('b.pdf')).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await select('CMR-02211.pdf')
    await expect(canvas.getByText('2.3 MB · v3 · 3 hours ago')).toBeVisible()
    await press('Clear selection')
    await userEvent.click(canvas.getByText('Invoices').closest('li') as HTMLElement)
    await expect(await canvas.findByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
