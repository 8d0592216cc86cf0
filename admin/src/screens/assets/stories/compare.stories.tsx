import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { chooseAction } from '../../../../.storybook/play.js'
import { diffLines } from '@crossdock/admin/kit'
import { demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()

const texts = {
  'rates?2': 'lane,price\nGhent,120\nGdansk,140\nOslo,180\n',
  'rates?3': 'lane,price\nGhent,120\nGdansk,155\nOslo,180\nRiga,99\n',
}

const meta: Meta = {
  title: 'Screens/Assets/Compare',
  beforeEach: () => {
    library.reset(demoAssets())
    library.versionSize = 2_000
    library.texts = { ...texts }
  },
  parameters: { route: '/assets/rates', api: library.api },
}
export default meta
type Story = StoryObj

const dialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Compare versions of carrier-rates.csv' }))

export const Compares: Story = {
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: 'Compare version 2 with the current one' })
    )
    const shown = await dialog()
    await expect(await shown.findByText('Lines added: 2, removed: 1')).toBeVisible()
    const row = shown.getByText('Gdansk,140').closest('tr')
    await expect(row).toHaveTextContent('3−Gdansk,1403+Gdansk,155')
    await userEvent.click(shown.getByRole('button', { name: 'One below the other' }))
    await waitFor(() =>
      expect(shown.getByText('Gdansk,140').closest('tr')).toHaveTextContent('3−Gdansk,140')
    )
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

/** Red when the versions dialog does not open the comparison, or closing it does not return there. */
export const ComparesFromTheDialog: Story = {
  parameters: { route: '/assets' },
  play: async () => {
    await chooseAction('carrier-rates.csv', 'Versions')
    const title = { name: /^Versions of carrier-rates.csv/ }
    const versions = within(await screen.findByRole('dialog', title))
    await userEvent.click(
      await versions.findByRole('button', { name: 'Compare version 2 with the current one' })
    )
    await (await dialog()).findByText('Lines added: 2, removed: 1')
    await userEvent.keyboard('{Escape}')
    await expect(await screen.findByRole('dialog', title)).toBeVisible()
  },
}

export const ComparesDark: Story = {
  parameters: { route: '/assets/rates?compare=2-3' },
  globals: { theme: 'dark' },
  play: async () => {
    const shown = await dialog()
    await expect(await shown.findByText('Riga,99')).toBeVisible()
    // Red when the last line touches the edge of the dialog.
    const { bottom } = shown.getByRole('table').getBoundingClientRect()
    const edge = screen.getByRole('dialog').getBoundingClientRect().bottom
    await expect(edge - bottom).toBeGreaterThan(16)
  },
}

/** Red when a text that is too large is read anyway, which would block the page. */
export const TooLarge: Story = {
  beforeEach: () => {
    library.versionSize = 2_000_000
  },
  parameters: { route: '/assets/rates?compare=2-3' },
  play: async () => {
    await expect(
      await (await dialog()).findByText(/^Only text files up to 1 MB can be compared here/)
    ).toBeVisible()
  },
}

export const NoSuchVersion: Story = {
  parameters: { route: '/assets/rates?compare=2-nonsense' },
  play: async () => {
    await expect(await (await dialog()).findByText('Choose two versions.')).toBeVisible()
  },
}

/** For any texts: the diff reproduces both, and no shorter one exists. */
export const ShortestWay: Story = {
  play: async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    const lines = () => Array.from({ length: 1 + random(12) }, () => 'abc'[random(3)]!)
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [lines(), lines()]
      const found = diffLines(before.join('\n'), after.join('\n'))
      const without = (kind: string) =>
        found.filter((line) => line.kind !== kind).map(({ text }) => text)
      const same = found.filter(({ kind }) => kind === 'same').length
      if (
        without('added').join() !== before.join() ||
        without('removed').join() !== after.join() ||
        same !== common(before, after)
      ) {
        throw new Error(`${before.join('')} to ${after.join('')}`)
      }
    }
    await screen.findByRole('heading', { name: 'carrier-rates.csv' })
  },
}

/** The length of the longest common subsequence, computed another way. */
function common(a: readonly string[], b: readonly string[]): number {
  let row = Array<number>(b.length + 1).fill(0)
  for (const one of a) {
    const next = [0]
    b.forEach((other, at) => {
      next.push(one === other ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!))
    })
    row = next
  }
  return row.at(-1)!
}
