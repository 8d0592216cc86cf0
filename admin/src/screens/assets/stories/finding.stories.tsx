import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()
let answered = Promise.resolve()

const marked = () =>
  demoAssets().map((one) => {
    if (one.id === 'inv1') {
      const metadata = { customer: 'Harbourline', amount: 815.5, paid: false, lines: [1, 2] }
      return { ...one, tags: ['Invoice', 'urgent'], metadata, path: '/Invoices/invoice-0412.pdf' }
    }
    return one.id === 'rates' ? { ...one, tags: ['Invoice'], starred: true } : one
  })

const meta: Meta = {
  title: 'Screens/Assets/Finding',
  beforeEach: () => library.reset(marked()),
  parameters: { route: '/assets/inv1', api: library.api },
}
export default meta
type Story = StoryObj

/** A typed or chosen tag is saved immediately. A tag that differs only in case is not added again. */
export const TagsOfAFile: Story = {
  play: async ({ canvas }) => {
    const tags = within(await canvas.findByRole('region', { name: 'Tags' }))
    await expect(await tags.findByText('urgent')).toBeVisible()
    const field = tags.getByRole('combobox', { name: 'Add tags' })
    await userEvent.type(field, 'Paid{Enter}')
    await waitFor(() =>
      expect(library.calls).toEqual([
        'POST /assets/bulk {"action":"tag","ids":["inv1"],"add":["Paid"],"remove":[]}',
      ])
    )
    await expect(await tags.findByText('Paid')).toBeVisible()
    await userEvent.type(field, 'PAID{Enter}')
    await userEvent.type(field, '{Backspace}')
    await waitFor(() =>
      expect(library.calls.at(-1)).toBe(
        'POST /assets/bulk {"action":"tag","ids":["inv1"],"add":[],"remove":["Paid"]}'
      )
    )
  },
}

/** Red when the second change is sent relative to the state before the first. */
export const TagsOneAfterTheOther: Story = {
  parameters: {
    api: {
      ...library.api,
      'POST /assets/bulk': async (request: FakeRequest) => {
        await answered
        return (library.api['POST /assets/bulk'] as (request: FakeRequest) => unknown)(request)
      },
    },
  },
  play: async ({ canvas }) => {
    let answer = () => {}
    answered = new Promise((resolve) => (answer = resolve))
    const tags = within(await canvas.findByRole('region', { name: 'Tags' }))
    const field = tags.getByRole('combobox', { name: 'Add tags' })
    await userEvent.type(field, 'one{Enter}two{Enter}')
    await expect(await tags.findByText('one')).toBeVisible()
    await expect(await tags.findByText('two')).toBeVisible()
    answer()
    await waitFor(() =>
      expect(library.assets.find(({ id }) => id === 'inv1')?.tags).toEqual([
        'Invoice',
        'urgent',
        'one',
        'two',
      ])
    )
    await expect(tags.getByText('one')).toBeVisible()
  },
}

export const OnlyToRead: Story = {
  parameters: { session: 'reader' },
  play: async ({ canvas }) => {
    const tags = within(await canvas.findByRole('region', { name: 'Tags' }))
    await expect(await tags.findByText('urgent')).toBeVisible()
    await expect(tags.queryByRole('combobox')).toBeNull()
    const metadata = within(canvas.getByRole('region', { name: 'Metadata' }))
    await expect(await metadata.findByText('Harbourline')).toBeVisible()
    await expect(metadata.queryByRole('button')).toBeNull()
  },
}

/** Values keep their type: a number stays a number, a list a list. */
export const MetadataOfAFile: Story = {
  play: async ({ canvas }) => {
    const panel = within(await canvas.findByRole('region', { name: 'Metadata' }))
    await expect(await panel.findByText('815.5')).toBeVisible()
    await userEvent.click(panel.getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit metadata' }))
    const entry = (number: number) => within(dialog.getByRole('group', { name: `Entry ${number}` }))
    const amount = entry(2).getByRole('textbox', { name: /Value/ })
    await userEvent.clear(amount)
    await userEvent.type(amount, 'much')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await dialog.findByText('Type a number')).toBeVisible()
    await userEvent.clear(amount)
    await userEvent.type(amount, '12')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove entry 1' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add entry' }))
    await userEvent.type(entry(4).getByRole('textbox', { name: /Name/ }), 'due')
    await userEvent.type(entry(4).getByRole('textbox', { name: /Value/ }), '2026-03-01')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(library.calls).toEqual([
        'PUT /assets/inv1 {"metadata":{"amount":12,"paid":false,"lines":[1,2],"due":"2026-03-01"}}',
      ])
    )
  },
}

/** Another person has saved the metadata: nothing is replaced without a question. Red when it is sent immediately. */
export const MetadataChangedMeanwhile: Story = {
  play: async ({ canvas }) => {
    const panel = within(await canvas.findByRole('region', { name: 'Metadata' }))
    await userEvent.click(await panel.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit metadata' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove entry 1' }))
    library.change('inv1', { metadata: { customer: 'Quayside' } })
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await dialog.findByText(/^Someone else saved this/)).toBeVisible()
    await expect(library.calls).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(library.calls).toHaveLength(1))
  },
}

/** Text typed without Enter counts, and closing asks before it is lost. */
export const TagsTyped: Story = {
  parameters: { route: '/assets' },
  play: async () => {
    const row = (await screen.findByText('carrier-rates.csv', { selector: 'a' })).closest('tr')
    await userEvent.click(within(row!).getByRole('checkbox'))
    await userEvent.click(await screen.findByRole('button', { name: 'Tags...' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags of carrier-rates.csv' }))
    await userEvent.type(dialog.getByRole('combobox', { name: 'Add tags' }), 'paid')
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }))
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
    const remove = await dialog.findByRole('combobox', { name: 'Remove' })
    await userEvent.type(remove, 'urgent')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(
      await dialog.findByText('None of the selected items has the tag urgent')
    ).toBeVisible()
    await userEvent.clear(remove)
    await userEvent.type(remove, 'invoice')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(library.calls).toEqual([
        'POST /assets/bulk {"action":"tag","ids":["rates"],"add":["paid"],"remove":["Invoice"]}',
      ])
    )
  },
}

export const TagsOfSeveral: Story = {
  parameters: { route: '/assets' },
  play: async () => {
    for (const name of ['CMR-02211.pdf', 'carrier-rates.csv']) {
      const row = (await screen.findByText(name, { selector: 'a' })).closest('tr')
      await userEvent.click(within(row!).getByRole('checkbox'))
    }
    await userEvent.click(await screen.findByRole('button', { name: 'Tags...' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags of 2 items' }))
    await userEvent.type(dialog.getByRole('combobox', { name: 'Add tags' }), 'paid{Enter}')
    await userEvent.click(dialog.getByRole('combobox', { name: 'Remove' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Invoice' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('The tags of 2 items were changed')).toBeVisible()
    await expect(library.calls).toEqual([
      'POST /assets/bulk {"action":"tag","ids":["cmr","rates"],"add":["paid"],"remove":["Invoice"]}',
    ])
  },
}

/** The star is in the row, and shows its state. */
export const Stars: Story = {
  parameters: { route: '/assets' },
  play: async ({ canvas }) => {
    const star = (name: string) => canvas.getByRole('button', { name: `Star ${name}` })
    await canvas.findByRole('button', { name: 'Star carrier-rates.csv' })
    await expect(star('carrier-rates.csv')).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(star('CMR-02211.pdf'))
    await waitFor(() => expect(star('CMR-02211.pdf')).toHaveAttribute('aria-pressed', 'true'))
    await userEvent.click(star('carrier-rates.csv'))
    await waitFor(() =>
      expect(library.calls).toEqual(['PUT /assets/cmr/star', 'DELETE /assets/rates/star'])
    )
  },
}

/** The tag filter offers the existing tags, and searches all folders. */
export const ByTag: Story = {
  parameters: { route: '/assets' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Tag' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag' }))
    await userEvent.type(dialog.getByRole('combobox', { name: 'Tag' }), 'inv')
    await userEvent.click(await dialog.findByRole('option', { name: 'Invoice' }))
    await expect(await canvas.findByText('invoice-0412.pdf')).toBeVisible()
    await expect(canvas.queryByText('CMR-02211.pdf')).toBeNull()
    await expect(await canvas.findByRole('button', { name: /^Tag Invoice/ })).toBeVisible()
  },
}

/** Red when two files of the same name look equal, or each row repeats the name of the open folder. */
export const SaysWhereItLies: Story = {
  tags: ['long'],
  parameters: { route: '/assets' },
  play: async ({ canvas }) => {
    await canvas.findByText('CMR-02211.pdf')
    await userEvent.type(canvas.getByRole('searchbox', { name: /^Search all/ }), 'invoice-0412')
    const link = await canvas.findByRole('link', { name: 'invoice-0412.pdf' })
    const row = within(link.closest('tr') as HTMLElement)
    await expect(row.getByText('Invoices')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Search and commands' }))
    await userEvent.type(await screen.findByRole('combobox'), 'invoice-0412')
    const hit = await screen.findByRole('option', { name: /^invoice-0412\.pdf/ })
    await expect(hit).toHaveTextContent('Invoices · 180 KB')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    const tree = within(await screen.findByRole('tree', { name: 'Folders' }))
    await userEvent.click(await tree.findByRole('treeitem', { name: 'Invoices' }))
    await canvas.findByRole('heading', { name: 'Invoices', level: 1 })
    const inside = await canvas.findByRole('link', { name: 'invoice-0412.pdf' })
    const own = within(inside.closest('tr') as HTMLElement)
    await expect(own.queryByText('Invoices')).toBeNull()
  },
}

export const Starred: Story = {
  parameters: { route: '/assets/starred' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Starred' })).toBeVisible()
    await expect(await canvas.findByText('carrier-rates.csv')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Star carrier-rates.csv' }))
    await expect(await canvas.findByText('Nothing is starred')).toBeVisible()
  },
}

export const Recent: Story = {
  parameters: { route: '/assets/recent' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Recent' })).toBeVisible()
    await expect(await canvas.findByText('invoice-0412.pdf')).toBeVisible()
    // The tree next to the list has folders too.
    const list = within(canvas.getByRole('table'))
    await expect(list.getByText('Invoices')).toBeVisible()
    await expect(list.queryByText('Customs declarations')).toBeNull()
  },
}

export const RecentDark: Story = { ...Recent, globals: { theme: 'dark' } }
